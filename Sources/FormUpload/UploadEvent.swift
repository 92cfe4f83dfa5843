import FormEncoding

/// Something that happens while a request is sent and answered.
///
/// Events are reported in order, one at a time, on a thread of the transport. A handler that
/// takes long holds the transfer up: that is what keeps memory constant when a response is
/// taken slowly.
public enum UploadEvent: Sendable {
    /// Bytes of the body that have left the encoder: so far, and in all if that is known.
    case progress(sent: Int64, total: Int64?)
    /// A 1xx response; the final one is still to come.
    case informational(ResponseHead)
    /// The head of a response.
    case head(ResponseHead)
    /// Bytes of the response body as they arrive.
    case body([UInt8])
    /// What goes over the wire, with `UploadOptions.reportsWire`.
    case wire(WireEvent)
}

/// A piece of what goes over the wire, as libcurl's debug function sees it.
public struct WireEvent: Sendable {
    public enum Kind: Int32, Sendable {
        case information, headReceived, headSent, bodyReceived, bodySent, tlsReceived, tlsSent
    }

    public let kind: Kind
    public let bytes: [UInt8]
}
