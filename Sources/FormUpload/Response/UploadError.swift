import FormEncoding

/// Why there is no response, as facts.
public enum UploadError: Error, Sendable {
    /// The URL cannot be read (CURLE_URL_MALFORMAT, exit 3).
    case malformedURL(ByteString)
    /// The URL has a scheme other than http and https (CURLE_UNSUPPORTED_PROTOCOL, exit 1).
    case unsupportedScheme(ByteString)
    /// Text that cannot be sent: it contains a CR, LF or NUL, which would end its line, or is not a
    /// valid token or request target (RFC 9110 §5.5, §9.1).
    case invalidText(UploadField)
    /// A header field contradicts the length or coding with which the body is sent.
    case contradictsBody(HeaderField, sentWith: String)
    /// The body could not be read, or has changed; the transfer was aborted.
    case body(BodyError)
    /// The event handler threw; the transfer was aborted.
    case handler(any Error)
    /// libcurl ended the transfer with this CURLcode and sentence.
    case transfer(code: Int32, reason: String, UploadProgress)
    /// A connection that was kept from an earlier request ended before any of the answer. The server may
    /// have taken the request, which is not sent again: see `RetryPolicy.retriesLostConnections`.
    case unanswered(code: Int32, reason: String, UploadProgress)
    /// The server refused the stream of HTTP/2 and has taken nothing of the request (REFUSED_STREAM, RFC
    /// 9113 §8.7, exit 92).
    case streamRefused(UploadProgress)
    /// The response is refused, or is not whole, although libcurl accepts it.
    case badResponse(ResponseFault, UploadProgress)
    /// The limit of an attempt, `UploadLimits.total`, was reached.
    case timedOut(after: Duration, UploadProgress)
    /// No byte was sent for this long although the body was not complete.
    case stalled(for: Duration, UploadProgress)
    /// The speed was below the limit for this long.
    case tooSlow(UploadLimits.Speed, UploadProgress)
    /// A redirect to this URL is not followed (exit 3 if it cannot be read, 55 if the body
    /// was not sent before it, otherwise 1).
    case redirectRefused(to: ByteString, RedirectRefusal)
    /// More redirects than allowed (exit 47).
    case tooManyRedirects(Int)
    /// The request had to be sent again, but its body is a stream that can be read only once (exit
    /// 65).
    case cannotReplay(RetryNotice.Cause)
    /// A field or option needs the libcurl hooks, which are not in effect in this process. On Linux every
    /// request needs them; they are missing only with another C library, or a libcurl linked in statically.
    case needsHooks(UploadField)
    /// libcurl refused this option (`CURLoption`): this build lacks the feature.
    case unsupportedOption(Int32)
    /// The surrounding task was cancelled.
    case cancelled
    /// The transfer was to end for this reason, but an event handler or a read of the body did not
    /// return. It may still be running. There is no retry.
    indirect case abandoned(UploadError)
}
