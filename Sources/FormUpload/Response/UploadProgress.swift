import FormEncoding

/// The progress of a request and its response.
public struct UploadProgress: Sendable, Equatable {
    /// What the transfer is doing.
    public enum Phase: Sendable, Equatable {
        case connecting, sending, waitingForResponse, receiving
    }

    /// The current phase.
    public var phase = Phase.connecting
    /// Bytes of the body that the transport has read from the encoder.
    public var read: Int64 = 0
    /// Bytes of the body that have been sent: acknowledged by the other end, if the system can
    /// tell. Never more than `read`.
    public var sent: Int64 = 0
    /// The length of the body, if it is known; that of a stream is known at its end. Without a body
    /// it is 0.
    public var total: Int64?
    /// The part that was read last.
    public var part: PartReference?
    /// Bytes of the response's body.
    public var received: Int64 = 0

    package init(total: Int64? = nil) { self.total = total }
}
