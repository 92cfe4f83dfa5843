import FormEncoding

/// Something that happens while a request is sent and answered.
///
/// Events are reported in order, one at a time, on a thread of the transport. A handler that
/// takes long holds the transfer up: that is what keeps memory constant when a response is
/// taken slowly.
public enum UploadEvent: Sendable {
    /// How much of the body has been sent.
    case progress(UploadProgress)
    /// A 1xx response; the final one is still to come.
    case informational(ResponseHead)
    /// The head of the response that is delivered.
    case head(ResponseHead)
    /// Bytes of the response body as they arrive.
    case body([UInt8])
    /// A redirect, which is followed unless an error comes next.
    case redirecting(RedirectNotice)
    /// The attempt has failed, and there will be another. What it delivered is void.
    case retrying(RetryNotice)
    /// The attempt has failed, and a retry that is left is not made.
    case notRetrying(RetryRefusal)
    /// The measurements of an attempt that has ended, with all its redirects; also, before the head
    /// of an early response, those of the request so far.
    case measured(TransferFacts)
    /// What goes over the wire, with `UploadOptions.reportsWire`.
    case wire(WireEvent)
}

/// Why and when a request is sent again.
public struct RetryNotice: Sendable {
    /// What failed: a response with this status, or a request without a response.
    public enum Cause: Sendable {
        case status(ResponseHead)
        indirect case failure(UploadError)
    }

    /// Why there is another attempt.
    public let cause: Cause
    /// The time until then.
    public let pause: Duration
    /// How many retries there may be after that one.
    public let left: Int
}

/// Data on the wire, as libcurl's debug callback reports it.
public struct WireEvent: Sendable {
    /// libcurl's `curl_infotype`.
    public enum Kind: Int32, Sendable {
        case information, headReceived, headSent, bodyReceived, bodySent, tlsReceived, tlsSent
    }

    /// What it is.
    public let kind: Kind
    /// As sent or received; text for `.information`.
    public let bytes: [UInt8]

    package init(kind: Kind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
