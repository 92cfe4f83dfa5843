/// What the server does with the bytes of a request's body.
package enum BodyPolicy: Sendable {
    /// Keeps all of them.
    case keep
    /// Counts them, and keeps the first and the last few KiB, with little time and memory.
    case count
}

/// The body of a request as the server received it.
package struct RecordedBody: Sendable {
    /// How many bytes of each end are kept when a body is only counted.
    package static let edge = 4096

    /// The bytes of the body, decoded; empty unless the policy is `keep`.
    package internal(set) var bytes: [UInt8] = []
    /// The bytes as they were framed on the wire, chunk sizes and trailers included; empty unless
    /// the policy is `keep`.
    package internal(set) var wire: [UInt8] = []
    /// How many bytes the decoded body had.
    package internal(set) var count: Int64 = 0
    /// How many bytes it took on the wire.
    package internal(set) var wireCount: Int64 = 0
    /// How many chunks had data.
    package internal(set) var chunks = 0
    /// The first bytes of the decoded body: `edge` of them, or more.
    package internal(set) var first: [UInt8] = []
    /// The last bytes of the decoded body: `edge` of them, or more; fewer when there are no more.
    package internal(set) var last: [UInt8] = []
    /// The body came to the end that its framing announced.
    package internal(set) var isComplete = false
}

extension RecordedBody {
    /// The body as text, for messages and comparisons.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of the next `remaining` bytes that need not be examined.
    func dispensable(of remaining: Int64, under policy: BodyPolicy) -> Int {
        guard case .count = policy, count >= RecordedBody.edge else { return 0 }
        return Int(max(0, remaining - Int64(RecordedBody.edge)))
    }

    /// Counts bytes that were discarded.
    mutating func skipped(_ number: Int) {
        count += Int64(number)
        wireCount += Int64(number)
        last = []
    }

    /// Notes bytes of the framing: chunk sizes, trailers.
    mutating func framed(_ framing: [UInt8], under policy: BodyPolicy) {
        wireCount += Int64(framing.count)
        if case .keep = policy { wire.append(contentsOf: framing) }
    }

    /// Notes bytes of the decoded body.
    mutating func received(
        _ piece: UnsafeRawBufferPointer, chunked: Bool, under policy: BodyPolicy
    ) {
        count += Int64(piece.count)
        wireCount += Int64(piece.count)
        switch policy {
        case .keep:
            bytes.append(contentsOf: piece)
            if chunked { wire.append(contentsOf: piece) }
        case .count:
            keepEdges(of: piece)
        }
    }

    /// Notes that the body is whole.
    mutating func completed(chunked: Bool, under policy: BodyPolicy) {
        isComplete = true
        guard case .keep = policy else { return }
        if !chunked { wire = bytes }
        first = Array(bytes.prefix(RecordedBody.edge))
        last = Array(bytes.suffix(RecordedBody.edge))
    }

    private mutating func keepEdges(of piece: UnsafeRawBufferPointer) {
        let edge = RecordedBody.edge
        if first.count < edge { first.append(contentsOf: piece.prefix(edge)) }
        if piece.count >= edge { last = [] }
        last.append(contentsOf: piece.suffix(edge))
        if last.count > 4 * edge { last.removeFirst(last.count - edge) }
    }
}
