/// A stream whose announced length is held to: a stream that goes on after it is an error before
/// the last byte is handed out.
final class StreamSource: ByteSource {
    private let source: any ByteSource
    private let length: Int64?
    private var position: Int64 = 0
    private var isAtEnd = false

    init(_ stream: StreamContent) throws(FormEncodingError) {
        source = try stream.open()
        length = stream.length
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        if isAtEnd || buffer.isEmpty && length != 0 { return 0 }
        let count = position == length ? 0 : try source.read(into: buffer)
        guard (0...buffer.count).contains(count) else {
            throw .streamFailed("read returned \(count) for \(buffer.count) bytes")
        }
        position += Int64(count)
        guard let length else {
            isAtEnd = count == 0
            return count
        }
        if position > length || count == 0 && position < length {
            throw .streamLength(announced: length, actual: position)
        }
        if position == length {
            isAtEnd = true
            try expectEnd(length)
        }
        return count
    }

    func close() { source.close() }

    private func expectEnd(_ length: Int64) throws(FormEncodingError) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { room.deallocate() }
        let more = try source.read(into: room)
        if more > 0 { throw .streamLength(announced: length, actual: position + Int64(more)) }
    }
}
