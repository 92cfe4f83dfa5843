import Foundation

/// Reads a source once, from start to end, and checks the announced length: the last byte is
/// returned only if none is missing and none follows.
final class SourceReader {
    private enum Input {
        case bytes([UInt8])
        case data(Data)
        case file(FileRange, OpenDescriptor)
        case stream(any ByteReader)
    }

    private let input: Input
    private let length: Int64?
    /// How many bytes have been read.
    private(set) var position: Int64 = 0
    private var isAtEnd = false
    /// Whether the file was found to be the measured one.
    private var isMeasuredOne = false
    /// Whether a byte follows the measured end of the file; nil if that is not known yet.
    private var isLonger: Bool?

    init(_ source: ByteSource) throws(BodyError) {
        length = source.length
        input =
            switch source {
            case .bytes(let bytes): .bytes(bytes.bytes)
            case .data(let data): .data(data)
            case .file(let file): .file(file, try file.open())
            case .stream(let stream): .stream(try stream.makeReader())
            }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyError) -> Int {
        if isAtEnd || buffer.isEmpty && length != 0 { return 0 }
        let count = try readOnce(into: buffer, upTo: length.map { $0 - position } ?? .max)
        position += Int64(count)
        if count == 0 || position == length {
            try checkEnd()
            isAtEnd = true
        }
        return count
    }

    /// Throws if the file has changed so far.
    func check() throws(BodyError) {
        if !isAtEnd, case .file(let file, let descriptor) = input { try file.check(descriptor) }
    }

    func close() { stream?.close() }

    /// The reader of a stream.
    var stream: (any ByteReader)? {
        if case .stream(let reader) = input { reader } else { nil }
    }

    private func readOnce(
        into buffer: UnsafeMutableRawBufferPointer, upTo left: Int64
    ) throws(BodyError) -> Int {
        let room = buffer.prefix(left)
        switch input {
        case .file(let file, let descriptor):
            return try read(file, descriptor, into: buffer, upTo: left)
        case _ where room.isEmpty: return 0
        case .bytes(let bytes):
            bytes.withUnsafeBytes { room.copy(from: $0, at: Int(position)) }
            return room.count
        case .data(let data):
            data.withUnsafeBytes { room.copy(from: $0, at: Int(position)) }
            return room.count
        case .stream(let reader): return try reader.readChecked(into: room)
        }
    }

    /// Where there is room, asks for one byte more than is left. Small files are checked after their only
    /// read (`checkEnd`), larger ones before the first bytes are returned.
    private func read(
        _ file: FileRange, _ descriptor: OpenDescriptor,
        into buffer: UnsafeMutableRawBufferPointer, upTo left: Int64
    ) throws(BodyError) -> Int {
        let seesEnd = Int64(buffer.count) > left && left < SystemCalls.mostAtOnce
        let room = buffer.prefix(seesEnd ? left + 1 : left)
        let count = try file.using(descriptor) { () throws(Errno) in
            try SystemCalls.read(descriptor.number, at: file.offset + position, into: room)
        }
        if seesEnd, Int64(count) >= left { isLonger = Int64(count) > left }
        let own = Int(min(Int64(count), left))
        if !isMeasuredOne, own > 0, Int64(own) < left {
            try file.check(descriptor)
            isMeasuredOne = true
        }
        return own
    }

    private func checkEnd() throws(BodyError) {
        switch input {
        case .bytes, .data: break
        case .file(let file, let descriptor):
            let end = file.offset + file.length
            if isLonger == nil {
                isLonger = try file.using(descriptor) { () throws(Errno) in
                    try SystemCalls.holdsByte(descriptor.number, at: end)
                }
            }
            try file.checkEnd(
                descriptor, afterReading: position, isLonger: isLonger ?? false)
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

extension UnsafeMutableRawBufferPointer {
    /// Fills it with the bytes of `source` from `start` on.
    fileprivate func copy(from source: UnsafeRawBufferPointer, at start: Int) {
        copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
    }

    func prefix(_ count: Int64) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: self[..<Int(Swift.min(Int64(self.count), count))])
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
