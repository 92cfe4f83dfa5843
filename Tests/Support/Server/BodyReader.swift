/// A body is not framed as RFC 9112 says.
struct MalformedBody: Error {
    let what: String
}

/// Reads the body of one request from a connection.
struct BodyReader {
    private enum Phase {
        case chunkSize
        case data(remaining: Int64)
        case chunkEnd
        case trailers
        case done
    }

    private let isChunked: Bool
    private let policy: BodyPolicy
    private var phase: Phase

    init(_ framing: BodyFraming, policy: BodyPolicy) {
        self.policy = policy
        isChunked = framing == .chunked
        phase =
            switch framing {
            case .chunked: .chunkSize
            case .contentLength(let length) where length > 0: .data(remaining: length)
            default: .done
            }
    }

    var isDone: Bool {
        if case .done = phase { true } else { false }
    }

    /// Reads `limit` bytes of the decoded body (nil for the rest), or to its end.
    mutating func read(
        _ limit: Int64? = nil, from input: InputBuffer, into body: inout RecordedBody
    ) throws {
        var left = limit ?? .max
        while left > 0 && !isDone {
            switch phase {
            case .chunkSize: try readChunkSize(from: input, into: &body)
            case .data(let remaining):
                let count = try readData(min(remaining, left), from: input, into: &body)
                left -= count
                if count < remaining {
                    phase = .data(remaining: remaining - count)
                } else {
                    phase = isChunked ? .chunkEnd : .done
                }
            case .chunkEnd:
                guard try readLine(from: input, into: &body).isEmpty else {
                    throw MalformedBody(what: "no CRLF after a chunk")
                }
                phase = .chunkSize
            case .trailers:
                if try readLine(from: input, into: &body).isEmpty { phase = .done }
            case .done: break
            }
        }
        if isDone { body.completed(chunked: isChunked) }
    }

    private func readData(
        _ wanted: Int64, from input: InputBuffer, into body: inout RecordedBody
    ) throws -> Int64 {
        if case .count = policy, let count = try input.discard(atMost: Int(wanted)) {
            body.count += Int64(count)
            return Int64(count)
        }
        let piece = try input.take(atMost: Int(wanted))
        body.received(piece, chunked: isChunked, under: policy)
        return Int64(piece.count)
    }

    private mutating func readChunkSize(
        from input: InputBuffer, into body: inout RecordedBody
    ) throws {
        let line = try readLine(from: input, into: &body)
        let text = String(decoding: line, as: UTF8.self)
        // Extensions are not parsed: nobody here sends them, so they count as malformed.
        guard !line.isEmpty, line.count <= 16, line.first != UInt8(ascii: "+"),
            let size = Int64(text, radix: 16), size >= 0
        else { throw MalformedBody(what: "chunk size: \(text)") }
        phase = size == 0 ? .trailers : .data(remaining: size)
    }

    private func readLine(
        from input: InputBuffer, into body: inout RecordedBody
    ) throws -> [UInt8] {
        var line: [UInt8] = []
        defer { body.framed(line, under: policy) }
        try input.take(through: [0x0D, 0x0A], into: &line, limit: 1 << 16)
        guard line.suffix(2) == [0x0D, 0x0A] else { throw MalformedBody(what: "a line of 64 KiB") }
        return line.dropLast(2)
    }
}
