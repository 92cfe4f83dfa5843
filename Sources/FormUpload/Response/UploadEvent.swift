import FormEncoding

/// Something that happens while a request is sent and answered.
///
/// Events are reported in order, one at a time, on a thread of the transport. A handler that
/// takes long holds the transfer up: that is what keeps memory constant when a response is
/// taken slowly.
public enum UploadEvent: Sendable {
    /// How far the body has come.
    case progress(UploadProgress)
    /// A 1xx response; the final one is still to come.
    case informational(ResponseHead)
    /// The head of the response that is delivered.
    case head(ResponseHead)
    /// Bytes of the response body as they arrive.
    case body([UInt8])
    /// A redirect is to be followed, to what the server wrote; its body is not delivered.
    case redirecting(ResponseHead, to: ByteString)
    /// The attempt has failed, and there will be another. What was delivered of it is void.
    case retrying(RetryNotice)
    /// The attempt has failed, there could be another, and there will be none.
    case notRetrying(RetryRefusal)
    /// What was measured of an attempt that is over, well or not, all its redirects included; and
    /// what has been so far, of the request alone, before the head of an answer that came early.
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

/// A piece of what goes over the wire, as libcurl's debug function sees it.
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
