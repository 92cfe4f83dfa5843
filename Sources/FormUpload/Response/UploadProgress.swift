import FormEncoding

/// The progress of a request and its response.
public struct UploadProgress: Sendable, Equatable {
    /// The phase of the transfer.
    public enum Phase: Sendable, Equatable {
        /// The connection is being opened, including TLS.
        case connecting
        /// The body is being sent.
        case sending
        /// The server is to answer: all of the body has been sent, or nothing of it yet.
        case waitingForResponse
        /// The response is being received.
        case receiving
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
