/// What the server does with the bytes of a request's body.
package enum BodyPolicy: Sendable {
    /// Keeps all of them.
    case keep
    /// Counts them, with little time and memory.
    case count
}

/// The body of a request as the server received it.
package struct RecordedBody: Sendable {
    /// The bytes of the body, decoded; empty unless the policy is `keep`.
    package internal(set) var bytes: [UInt8] = []
    /// The bytes as they were framed on the wire, chunk sizes and trailers included; empty unless
    /// the policy is `keep`.
    package internal(set) var wire: [UInt8] = []
    /// How many bytes the decoded body had.
    package internal(set) var count: Int64 = 0
    /// The body came to the end that its framing announced.
    package internal(set) var isComplete = false

    /// The body as text, for messages and comparisons.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Notes bytes of the framing: chunk sizes, trailers.
    mutating func framed(_ framing: [UInt8], under policy: BodyPolicy) {
        if case .keep = policy { wire.append(contentsOf: framing) }
    }

    /// Notes bytes of the decoded body.
    mutating func received(
        _ piece: UnsafeRawBufferPointer, chunked: Bool, under policy: BodyPolicy
    ) {
        count += Int64(piece.count)
        guard case .keep = policy else { return }
        bytes.append(contentsOf: piece)
        if chunked { wire.append(contentsOf: piece) }
    }

    /// Notes that the body is whole.
    mutating func completed(chunked: Bool) {
        isComplete = true
        if !chunked { wire = bytes }
    }
}
