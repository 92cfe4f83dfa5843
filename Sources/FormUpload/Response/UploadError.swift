import FormEncoding

/// Why there is no response. Facts only; the sentences are the command's.
public enum UploadError: Error, Sendable {
    /// The URL cannot be read (CURLE_URL_MALFORMAT, exit 3).
    case malformedURL(ByteString)
    /// The URL has a scheme other than http and https (CURLE_UNSUPPORTED_PROTOCOL, exit 1).
    case unsupportedScheme(ByteString)
    /// Text that must not be sent: a CR, LF or NUL in it would end its line and begin another, or it
    /// is not the token or target that stands there (RFC 9110 §5.5, §9.1).
    case invalidText(UploadField)
    /// A field of the request says another length or coding of the body than it is sent with.
    case contradictsBody(HeaderField, sentWith: String)
    /// The body could not be read, or is not what was announced; the transfer was aborted.
    case body(BodyError)
    /// The event handler threw; the transfer was aborted.
    case handler(any Error)
    /// libcurl ended the transfer with this CURLcode and sentence.
    case transfer(code: Int32, reason: String, UploadProgress)
    /// A time limit was reached.
    case timedOut(after: Duration, UploadProgress)
    /// For so long no byte moved while the body was being sent.
    case stalled(for: Duration, UploadProgress)
    /// For so long less moved than the slowest speed that is allowed.
    case tooSlow(UploadLimits.Speed, UploadProgress)
    /// The server redirects more often than is allowed (exit 47).
    case tooManyRedirects(Int)
    /// The request had to be sent again, and its body comes from a stream that is gone (exit 65).
    case cannotReplay(RetryNotice.Cause)
    /// What was asked for needs the libcurl hooks, and they are not in effect in this process.
    case needsHooks(UploadField)
    /// libcurl refused this option (`CURLoption`): this build of it does not have the feature.
    case unsupportedOption(Int32)
    /// The surrounding task was cancelled.
    case cancelled
    /// The transfer was to end for this reason and has not: an event handler, or what the body is
    /// read from, does not come back. It may still be at work; there is no retry.
    indirect case abandoned(UploadError)
}
