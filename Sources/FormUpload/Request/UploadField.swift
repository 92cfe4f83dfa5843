import FormEncoding

/// The part of a request or of its options that an error is about.
public struct UploadField: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The request itself: on Linux none is sent without the hooks.
        case request
        /// The URL.
        case url
        /// The method.
        case method
        /// The content type of the body.
        case contentType
        /// The `Referer` field.
        case referer
        /// A header field of the request.
        case header(ByteString)
        /// `UploadOptions.userAgent`.
        case userAgent
        /// `UploadLimits.connecting`.
        case connectTimeout
        /// `UploadOptions.verifiesCertificates`.
        case verifiesCertificates
        /// `UploadOptions.certificateAuthorities`.
        case certificateAuthorities
        /// `UploadOptions.reportsWire`.
        case reportsWire
        /// An option of libcurl, by its number (`CURLoption`).
        case option(Int32)
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }
}

extension UploadField: CustomStringConvertible {
    /// The name of the field; of a header field not the value, which may be a secret.
    public var description: String {
        switch kind {
        case .request: "request"
        case .url: "URL"
        case .method: "method"
        case .contentType: "content type"
        case .referer: "referer"
        case .header(let name): "header field \(name)"
        case .userAgent: "user agent"
        case .connectTimeout: "limit of connecting"
        case .verifiesCertificates: "unverified certificates"
        case .certificateAuthorities: "certificate authorities"
        case .reportsWire: "wire events"
        case .option(let number): "option \(number)"
        }
    }

    /// Whether any text is allowed that is on one line.
    package var isOneLine: Bool {
        switch kind {
        case .method, .option(CURLSetting.Option.requestTarget.rawValue): false
        default: true
        }
    }

    /// Why a text for the field cannot be sent.
    package var rule: String {
        switch kind {
        case .method: "only letters, digits and !#$%&'*+-.^_`|~ make a method"
        case .option(CURLSetting.Option.requestTarget.rawValue):
            "a blank or a control character would end the target (write %20 for a blank)"
        default: "a CR, LF or NUL in it would end its line"
        }
    }
}
