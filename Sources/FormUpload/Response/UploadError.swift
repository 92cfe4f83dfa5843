import FormEncoding

/// Why there is no response, as facts.
public enum UploadError: Error, Sendable {
    // Before anything is sent.

    /// The URL cannot be read.
    case malformedURL(ByteString)
    /// The URL has a scheme other than http and https.
    case unsupportedScheme(ByteString)
    /// The text of this field or option cannot be sent: it contains a CR, LF or NUL, which
    /// would end its line, or is not a valid token or request target (RFC 9110 §5.5, §9.1).
    case invalidText(UploadField)
    /// This header line contradicts the length or coding with which the body is sent.
    case contradictsBody(ByteString, sentWith: String)
    /// This field or option cannot be sent by URLSession alone: on Linux the request itself, where calls
    /// of libcurl cannot be intercepted (another C library than glibc, or a libcurl linked in statically).
    case needsHooks(UploadField)
    /// libcurl refused this option (`CURLoption`): this build lacks the feature.
    case unsupportedOption(Int32)

    // While the body is sent.

    /// The body could not be read, or has changed; the server has not received a whole body.
    case body(BodyError)
    /// No byte was sent for this long although the body was not complete (`UploadLimits.stall`).
    case stalled(for: Duration, UploadProgress)
    /// The speed was below the limit for this long.
    case tooSlow(UploadLimits.Speed, UploadProgress)

    // While the server is to answer.

    /// libcurl ended the transfer with this CURLcode and sentence.
    case transfer(code: Int32, reason: String, UploadProgress)
    /// A connection that was kept from an earlier request ended before any of the answer. The server may
    /// have taken the request, which is not sent again: see `RetryPolicy.retriesLostConnections`.
    case unanswered(code: Int32, reason: String, UploadProgress)
    /// The server refused the stream of HTTP/2 and has taken nothing of the request (REFUSED_STREAM, RFC
    /// 9113 §8.7).
    case streamRefused(UploadProgress)
    /// The server was silent for this long after the whole body was sent (`UploadLimits.response`). It may
    /// have taken the request.
    case noResponse(for: Duration, UploadProgress)
    /// The response is refused, or is not whole, although libcurl accepts it.
    case badResponse(ResponseFault, UploadProgress)
    /// The body of the response has more bytes than the caller wants in memory.
    case replyTooLarge(limit: Int)
    /// The response is whole, but no success: the status is not 2xx, or the server answered before it had
    /// the whole body. Only `UploadReply.success()` and `decoded` throw it.
    case unsuccessful(UploadReply)

    // At any time.

    /// The limit of an attempt, `UploadLimits.total`, was reached.
    case timedOut(after: Duration, UploadProgress)
    /// The surrounding task was cancelled.
    case cancelled
    /// The app's own function for events threw; the transfer was aborted.
    case handler(any Error)

    // Redirects and retries.

    /// A redirect to this URL is not followed.
    case redirectRefused(to: ByteString, RedirectRefusal)
    /// More redirects than allowed.
    case tooManyRedirects(Int)
    /// A resumable upload cannot go on where it stopped.
    case resumption(ResumptionFault)
    /// The request had to be sent again, but its body is a stream that can be read only once.
    case cannotReplay(RetryCause)
}
