import FormEncoding

/// An event of a request and its response, with all that the command shows; an app gets `UploadEvent`.
///
/// Events are reported in order, one at a time. Those of a transfer come on the thread of the uploader's loop,
/// where a handler that blocks holds up all transfers of that uploader; without the hooks they come on
/// an operation queue of URLSession. Those between transfers come on a thread of Swift's concurrency, and
/// progress also on one of Dispatch. Where handling takes time, use `Uploader.events(for:)`.
package enum TransferEvent: Sendable {
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
    /// The server has named the resource of a resumable upload.
    case resource(UploadToken)
    /// The upload goes on at the offset of the token; the server has lost so many bytes that it had confirmed.
    case resuming(UploadToken, lost: Int64)
    /// The measurements of a finished attempt with its redirects.
    case measured(TransferFacts)
    /// Wire data, if `UploadOptions.reportsWire` is set.
    case wire(WireEvent)
}

/// Why a request is to be sent again.
public enum RetryCause: Sendable {
    /// A response whose status asks for another attempt, or that redirects.
    case status(ResponseHead)
    /// There was no whole response.
    indirect case failure(UploadError)
}

/// Why and when a request is sent again.
package struct RetryNotice: Sendable {
    /// The reason for another attempt.
    package let cause: RetryCause
    /// The pause before it.
    package let pause: Duration
    /// The random part of the pause (`RetryPolicy.addsJitter`).
    package let jitter: Duration
    /// The number of retries left after that one; nil if the policy has none.
    package let left: Int?
}

/// Data on the wire, as libcurl's debug callback reports it.
package struct WireEvent: Sendable {
    /// libcurl's `curl_infotype`.
    package enum Kind: Int32, Sendable {
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
    package let kind: Kind
    /// The data as sent or received; text for `.information`.
    package let bytes: [UInt8]

    package init(kind: Kind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
