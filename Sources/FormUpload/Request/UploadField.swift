import FormEncoding

/// The part of a request or of its options that an error is about.
package enum UploadField: Sendable, Hashable {
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

extension UploadField {
    private static let named: [(String, UploadField)] = [
        ("request", .request), ("URL", .url), ("method", .method), ("content type", .contentType),
        ("referer", .referer), ("user agent", .userAgent),
        ("limit of connecting", .connectTimeout),
        ("unverified certificates", .verifiesCertificates),
        ("certificate authorities", .certificateAuthorities), ("wire events", .reportsWire),
    ]
    private static let (header, option) = ("header field ", "option ")

    /// The name in an error; only the name of a header field, since its value may be a secret.
    package var name: String {
        switch self {
        case .header(let name): Self.header + name.description
        case .option(let number): Self.option + String(number)
        default: Self.named.first { $0.1 == self }?.0 ?? ""
        }
    }

    /// The field with the name of an error.
    package init(named name: String) {
        if name.hasPrefix(Self.header) {
            self = .header(ByteString(name.dropFirst(Self.header.count)))
        } else if let number = Int32(name.dropFirst(Self.option.count)) {
            self = .option(number)
        } else {
            self = Self.named.first { $0.0 == name }?.1 ?? .request
        }
    }
}
