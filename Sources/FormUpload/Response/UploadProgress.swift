import FormEncoding

/// How far a request and its response have come.
public struct UploadProgress: Sendable, Equatable {
    /// What the transfer does or waits for.
    public enum Phase: Sendable, Equatable {
        case connecting, sending, waitingForResponse, receiving
    }

    /// The current phase.
    public var phase = Phase.connecting
    /// Bytes of the body that the transport has read from the encoder.
    public var read: Int64 = 0
    /// Bytes of the body that have been sent: those that the other end has acknowledged, where the
    /// system can tell; never more than `read`.
    public var sent: Int64 = 0
    /// Bytes of the body in all, if that is known: at the end of a stream it is.
    public var total: Int64?
    /// The part that was read last.
    public var part: PartReference?
    /// Bytes of the response's body.
    public var received: Int64 = 0

    package init(total: Int64? = nil) { self.total = total }
}
