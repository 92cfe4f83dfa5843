import FormEncoding

/// An event of a request and its response.
///
/// Events are reported in order, one at a time. Those of a transfer come on the thread that all
/// URLSessions of the process share, and a handler that blocks holds all of them up; those between
/// transfers come on a thread of Swift's concurrency, and progress on one of its own. Where handling
/// takes time, use `Uploader.events(for:)`.
public enum UploadEvent: Sendable {
    /// The progress of the transfer.
    case progress(UploadProgress)
    /// A 1xx response; the final one follows.
    case informational(ResponseHead)
    /// The head of the response that is delivered.
    case head(ResponseHead)
    /// Bytes of the response body as they arrive.
    case body([UInt8])
    /// A redirect, which is followed unless an error comes next.
    case redirecting(RedirectNotice)
    /// The attempt has failed, and there will be another. What it delivered is void.
    case retrying(RetryNotice)
    /// The attempt failed; retries are left, but none is made.
    case notRetrying(RetryRefusal)
    /// The measurements of a finished attempt with its redirects.
    case measured(TransferFacts)
    /// Wire data, if `UploadOptions.reportsWire` is set.
    case wire(WireEvent)
}

/// Why and when a request is sent again.
public struct RetryNotice: Sendable {
    /// A failed response, or an error without a response.
    public enum Cause: Sendable {
        /// A response whose status asks for another attempt.
        case status(ResponseHead)
        /// There was no whole response.
        indirect case failure(UploadError)
    }

    /// The reason for another attempt.
    public let cause: Cause
    /// The pause before it.
    public let pause: Duration
    /// The random part of the pause (`RetryPolicy.addsJitter`).
    public let jitter: Duration
    /// The number of retries left after that one.
    public let left: Int
}

/// Data on the wire, as libcurl's debug callback reports it.
public struct WireEvent: Sendable {
    /// libcurl's `curl_infotype`.
    public enum Kind: Int32, Sendable {
        /// A line of libcurl about the connection.
        case information
        /// Lines of a response's head.
        case headReceived
        /// Lines of a request's head.
        case headSent
        /// Bytes of a response's body.
        case bodyReceived
        /// Bytes of a request's body.
        case bodySent
        /// TLS records from the server.
        case tlsReceived
        /// TLS records to the server.
        case tlsSent
    }

    /// The kind of data.
    public let kind: Kind
    /// The data as sent or received; text for `.information`.
    public let bytes: [UInt8]

    package init(kind: Kind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
