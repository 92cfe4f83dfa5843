import Foundation

/// Passes connections to another port of loopback, and notes how long the records are that the client
/// sends over TLS (RFC 8446 §5.1).
package final class RecordRelay: Sendable {
    package let port: Int
    private let listener: Listener
    private let noted = Monitor<[Int]>([])

    /// The lengths of the records of data (or what TLS 1.3 disguises as data), encrypted.
    package var lengths: [Int] { noted.withState { $0 } }

    package init(to port: Int) throws {
        listener = try Listener(.loopback)
        self.port = listener.port
        listener.serve { [noted] client in
            guard let server = try? Sockets.make(AF_INET) else { return _ = close(client) }
            Sockets.connect(server, toLoopbackPort: port)
            startThread { Self.copy(from: server, to: client) { _ in } }
            var records = RecordLengths()
            Self.copy(from: client, to: server) { bytes in
                let lengths = records.lengths(in: bytes)
                noted.withState { $0 += lengths }
            }
        }
    }

    deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

    /// Until `source` ends. The two are left to the end of the process: two threads use each.
    private static func copy(
        from source: Int32, to target: Int32, noting: (UnsafeRawBufferPointer) -> Void
    ) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        let (input, output) = (SocketChannel(descriptor: source), SocketChannel(descriptor: target))
        while let count = try? input.read(into: buffer) {
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            noting(bytes)
            guard (try? output.write(bytes)) != nil else { break }
        }
        output.endWriting()
    }
}

/// Finds the heads of records in a stream.
private struct RecordLengths {
    private var head: [UInt8] = []
    private var payload = 0

    mutating func lengths(in bytes: UnsafeRawBufferPointer) -> [Int] {
        var (lengths, rest): ([Int], Slice<UnsafeRawBufferPointer>) = ([], bytes[...])
        while !rest.isEmpty {
            let skipped = min(payload, rest.count)
            payload -= skipped
            rest = rest.dropFirst(skipped)
            let wanted = payload == 0 ? 5 - head.count : 0
            head += rest.prefix(wanted)
            rest = rest.dropFirst(wanted)
            guard head.count == 5 else { continue }
            payload = Int(head[3]) << 8 | Int(head[4])
            if head[0] == 23 { lengths.append(payload) }  // application_data
            head = []
        }
        return lengths
    }
}
