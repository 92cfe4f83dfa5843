/// The part of a request or of its options that an error is about.
public enum UploadField: Sendable, Hashable {
    case url, method, contentType, referer
    case header(HeaderField)
    case userAgent, acceptsCompressed, connectTimeout
    case verifiesCertificates, certificateAuthorities, reportsWire
    /// An option of libcurl, by its number (`CURLoption`).
    case option(Int32)
}
