import FormEncoding

/// The progress of a request and its response.
public struct UploadProgress: Sendable, Equatable {
    /// The phase of the transfer.
    public enum Phase: Sendable, Equatable {
        /// The connection is being opened, including TLS.
        case connecting
        /// The body is being sent.
        case sending
        /// The server is to respond: all of the body has been sent, or nothing of it yet.
        case waitingForResponse
        /// The response is being received.
        case receiving
    }

    /// The number of the attempt, from 1 on: a retry begins with the next one.
    public package(set) var attempt = 1
    /// The current phase.
    public package(set) var phase = Phase.connecting
    /// Bytes of the body that the transport has read from the encoder.
    package var read: Int64 = 0
    /// Bytes of the body that have been sent: acknowledged by the other end, if the system can
    /// tell.
    public package(set) var sent: Int64 = 0
    /// Bytes of the body that the server has confirmed; nil unless the upload is resumable and the server has
    /// said so.
    public package(set) var confirmed: Int64?
    /// The length of the body; that of a stream is known at its end. Without a body it is 0.
    package var total: Int64?
    /// The part that was read last.
    package var partReference: PartReference?
    /// Bytes of the response's body.
    package var received: Int64 = 0

    /// Whether the failed request had no bytes of the body, as the questions of a resumable upload.
    var isRequestEmpty = false

    package init(total: Int64? = nil) { self.total = total }

    /// A progress for tests.
    public init(
        phase: Phase = .sending, sent: Int64 = 0, contentLength: Int64? = nil,
        confirmed: Int64? = nil, attempt: Int = 1
    ) {
        (self.phase, read, self.sent, self.attempt) = (phase, sent, sent, attempt)
        (total, self.confirmed) = (contentLength, confirmed)
    }

    /// The length of the body in bytes, `EncodedBody.contentLength`; that of a stream without a length is
    /// known at its end.
    public var contentLength: Int64? { total }

    /// The filename of the part that was read last, or its name if it has none.
    public var part: String? {
        (partReference?.filenameBytes ?? partReference?.nameBytes)?.description
    }

    /// How much of the body has been sent, from 0 to 1; nil if its length is not known.
    public var fraction: Double? {
        total.map { $0 == 0 ? 1 : Double(sent) / Double($0) }
    }

    /// Whether the whole body has been sent.
    package var isComplete: Bool { total.map { sent >= $0 } ?? false }

    /// Everything has been sent and the response is awaited. A stream's length is known only at its
    /// end.
    package var isWaiting: Bool {
        total.map { sent >= $0 } ?? (phase == .waitingForResponse && read > 0 && sent >= read)
    }

    /// How far the upload is: `while sending (4.0 of 12.5 MiB sent)`.
    package var text: String {
        switch phase {
        case .connecting: "while connecting"
        // With `Expect: 100-continue` the body may not have been sent yet.
        case .sending, .waitingForResponse:
            "while \(isWaiting || isRequestEmpty ? "waiting for the response" : "sending")"
                + (total == 0 ? "" : " (\(amount))")
        case .receiving: "while receiving the response (\(ByteCount.text(received)) received)"
        }
    }

    /// `4.0 of 12.5 MiB sent`
    package var amount: String {
        (total.map { ByteCount.text(sent, of: $0) } ?? ByteCount.text(sent)) + " sent"
    }
}
