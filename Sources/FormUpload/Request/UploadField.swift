import FormEncoding

/// The part of a request or of its options that an error is about.
package enum UploadField: Sendable, Hashable {
    /// The request itself: on Linux none is sent without the hooks.
    case request
    case url, method, contentType, referer
    case header(ByteString)
    case userAgent, connectTimeout, verifiesCertificates, reportsWire
    case option(CURLSetting.Option)
}

extension UploadField: CustomStringConvertible {
    /// The name of the field; of a header field not the value, which may be a secret.
    package var description: String {
        switch self {
        case .request: "request"
        case .url: "URL"
        case .method: "method"
        case .contentType: "content type"
        case .referer: "referer"
        case .header(let name): "header field \(name)"
        case .userAgent: "user agent"
        case .connectTimeout: "limit of connecting"
        case .verifiesCertificates: "unverified certificates"
        case .reportsWire: "wire events"
        case .option(.proxy): "proxy"
        case .option(.proxyUserPassword): "login of the proxy"
        case .option(.proxyAuthentication): "kind of login of the proxy"
        case .option(.caInfo), .option(.caData): "certificate authorities"
        case .option(.certificate), .option(.certificateData): "client certificate"
        case .option(.key), .option(.keyData): "client key"
        case .option(.cookieFile): "cookies"
        case .option(.keyPassword): "password of the client key"
        case .option(.userPassword), .option(.httpAuthentication): "login"
        case .option(.sendSpeed): "limit of the speed"
        case .option(.httpVersion): "HTTP version"
        case .option(.acceptEncoding): "compressed response"
        case .option(let option): "option \(option.rawValue)"
        }
    }

    /// Whether any text is allowed that is on one line.
    package var isOneLine: Bool { ![.method, .option(.requestTarget)].contains(self) }

    package var rule: String {
        switch self {
        case .method: "only letters, digits and !#$%&'*+-.^_`|~ make a method"
        case .option(.requestTarget):
            "a blank or a control character would end the target (write %20 for a blank)"
        default: "a CR, LF or NUL in it would end its line"
        }
    }
}
