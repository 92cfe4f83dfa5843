/// Reads a source once, from start to end, and checks the announced length: the last byte is
/// returned only if none is missing and none follows.
final class SourceReader {
    private enum Input {
        case bytes([UInt8])
        case file(FileRange, OpenDescriptor)
        case stream(any ByteReader)
    }

    private let input: Input
    private let length: Int64?
    /// How many bytes have been read.
    private(set) var position: Int64 = 0
    private var isAtEnd = false

    init(_ source: ByteSource) throws(BodyError) {
        length = source.length
        input =
            switch source {
            case .bytes(let bytes): .bytes(bytes.bytes)
            case .file(let file): .file(file, try file.open())
            case .stream(let stream): .stream(try stream.makeReader())
            }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyError) -> Int {
        if isAtEnd || buffer.isEmpty && length != 0 { return 0 }
        let left = length.map { $0 - position } ?? .max
        let room = UnsafeMutableRawBufferPointer(
            rebasing: buffer[..<Int(min(Int64(buffer.count), left))])
        let count = room.isEmpty ? 0 : try readOnce(into: room)
        position += Int64(count)
        if count == 0 || position == length {
            try checkEnd()
            isAtEnd = true
        }
        return count
    }

    func close() { stream?.close() }

    /// The reader of a stream.
    var stream: (any ByteReader)? {
        if case .stream(let reader) = input { reader } else { nil }
    }

    private func readOnce(into room: UnsafeMutableRawBufferPointer) throws(BodyError) -> Int {
        switch input {
        case .bytes(let bytes):
            let start = Int(position)
            bytes.withUnsafeBytes {
                room.copyMemory(from: .init(rebasing: $0[start..<start + room.count]))
            }
            return room.count
        case .file(let file, let descriptor):
            return try reading(file.path) { () throws(Errno) in
                try SystemCalls.read(descriptor.number, at: file.offset + position, into: room)
            }
        case .stream(let reader):
            return try reader.readChecked(into: room)
        }
    }

    private func checkEnd() throws(BodyError) {
        switch input {
        case .bytes: break
        case .file(let file, let descriptor):
            try file.checkEnd(descriptor, afterReading: position)
        case .stream(let reader):
            guard let length else { return }
            var actual = position
            if actual == length {
                let byte = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
                defer { byte.deallocate() }
                actual += Int64(try reader.readChecked(into: byte))
            }
            if actual != length { throw .streamLength(announced: length, actual: actual) }
        }
    }
}

extension ByteReader {
    /// Checks the count that an app's reader returns: a wrong one would exceed the buffer.
    fileprivate func readChecked(
        into room: UnsafeMutableRawBufferPointer
    ) throws(BodyError) -> Int {
        let count: Int
        do {
            count = try read(into: room)
        } catch {
            throw BodyError(ofStream: error)
        }
        guard (0...room.count).contains(count) else {
            throw .streamCount(count, room: room.count)
        }
        return count
    }
}
