/// The part of a request or of its options that an error is about.
public enum UploadField: Sendable, Hashable {
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
    case header(HeaderField)
    /// `UploadOptions.userAgent`.
    case userAgent
    /// `UploadOptions.acceptsCompressed`.
    case acceptsCompressed
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
