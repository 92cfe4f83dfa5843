import FormEncoding

/// The state of a request when another connection is used for it.
struct RequestSoFar {
    /// The bytes of all requests that libcurl has written for the transfer.
    var written: Int64 = 0
    /// libcurl's sentence about the connection that failed; empty if it was closed, or there was none.
    var reason = ""
    /// The server has refused the stream of HTTP/2 (REFUSED_STREAM, RFC 9113 §8.7).
    var isRefused = false
    /// The server has ended the connection of HTTP/2 without the stream (GOAWAY, RFC 9113 §6.8).
    var isUnprocessed = false
}

/// Decides whether libcurl may send a request again by itself, which it does when a kept connection ends
/// before an answer: only if the server cannot have taken the request, or may get it twice.
///
/// A request that libcurl repeats after a challenge or a 417 is not guarded: the server has rejected it once
/// on this connection, and many servers then close the connection silently.
struct ResendGuard {
    enum Verdict {
        case allowed
        /// The server may have taken the request.
        case unanswered
        /// The server has not taken the request; the retry policy decides whether it is sent again.
        case refused
    }

    /// Whether the server may get the request twice.
    let isSafe: Bool
    /// libcurl's count of written bytes at the start of the request that has no answer yet.
    private var start: Int64?
    private var isAnswered = false

    init(isSafe: Bool) { self.isSafe = isSafe }

    /// Whether a connection may be used, perhaps for a second time.
    func verdict(after request: RequestSoFar) -> Verdict {
        guard let start, request.written > start else { return .allowed }
        if request.isRefused { return .refused }
        return isSafe || request.isUnprocessed ? .allowed : .unanswered
    }

    mutating func requestBegins(written: Int64) { if !isAnswered { start = written } }

    mutating func answerBegins() { (start, isAnswered) = (nil, true) }
}

extension UploadRequest {
    /// Whether the request may be sent again on another connection although the server may have taken it:
    /// its method is idempotent, it has a key by which the server knows it again, or `retry` allows it.
    func mayBeRepeated(_ retry: RetryPolicy) -> Bool {
        Self.idempotentMethods.contains(effectiveMethod) || hasIdempotencyKey
            || retry.retriesLostConnections || retry.retriesAllErrors
    }

    /// The methods that RFC 9110 §9.2.2 defines as idempotent.
    private static let idempotentMethods: Set<ByteString> = [
        "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE",
    ]

    private var hasIdempotencyKey: Bool {
        headers.contains { field in
            guard case .text = field.value else { return false }
            return field.isRequestKey
        }
    }
}

extension HeaderField {
    /// A condition on what is at the URL of the request.
    var isPrecondition: Bool {
        ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"]
            .contains { isNamed($0) }
    }

    /// A key by which a server recognizes one request, which several requests must not have in common.
    package var isRequestKey: Bool {
        isNamed("Idempotency-Key") || isNamed("X-Idempotency-Key")
    }
}
