import FormEncoding

/// Why there is no response: facts, which the command turns into sentences.
public enum UploadError: Error, Sendable {
    /// The URL cannot be read (CURLE_URL_MALFORMAT, exit 3).
    case malformedURL(ByteString)
    /// The URL has a scheme other than http and https (CURLE_UNSUPPORTED_PROTOCOL, exit 1).
    case unsupportedScheme(ByteString)
    /// Text that must not be sent: it contains a CR, LF or NUL, which would end its line, or it is
    /// not a valid token or request target (RFC 9110 §5.5, §9.1).
    case invalidText(UploadField)
    /// A header field names another length or coding than the body is sent with.
    case contradictsBody(HeaderField, sentWith: String)
    /// The body could not be read, or is not what was announced; the transfer was aborted.
    case body(BodyError)
    /// The event handler threw; the transfer was aborted.
    case handler(any Error)
    /// libcurl ended the transfer with this CURLcode and sentence.
    case transfer(code: Int32, reason: String, UploadProgress)
    /// A time limit was reached.
    case timedOut(after: Duration, UploadProgress)
    /// No byte was sent for this long while the body was being sent.
    case stalled(for: Duration, UploadProgress)
    /// The speed was below the limit for this long.
    case tooSlow(UploadLimits.Speed, UploadProgress)
    /// A redirect to this URL is not followed (exit 3 if it cannot be read, otherwise 1).
    case redirectRefused(to: ByteString, RedirectRefusal)
    /// More redirects than allowed (exit 47).
    case tooManyRedirects(Int)
    /// The request had to be sent again, and its body comes from a stream that is gone (exit 65).
    case cannotReplay(RetryNotice.Cause)
    /// What was asked for needs the libcurl hooks, and they are not in effect in this process.
    case needsHooks(UploadField)
    /// libcurl refused this option (`CURLoption`): this build of it does not have the feature.
    case unsupportedOption(Int32)
    /// The surrounding task was cancelled.
    case cancelled
    /// The transfer was to end for this reason, but an event handler or a read of the body does not
    /// return. It may still be running; there is no retry.
    indirect case abandoned(UploadError)
}
