import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why an upload by `URLSession` has no response that counts, as facts.
public enum SessionUploadError: Error, Sendable {
    /// The form cannot be encoded; nothing was sent.
    case form(FormError)
    /// The body could not be read, or has changed; the transfer was aborted.
    case body(BodyError)
    /// The server answered 2xx before the whole body was read.
    case endedEarly(HTTPURLResponse)
    /// URLSession's own error, a `URLError` in most cases.
    case session(any Error)
    /// The surrounding task was cancelled.
    case cancelled
}
