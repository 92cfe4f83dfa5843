import Foundation

/// Reads the content of one section once, from start to end, encoded and checked.
///
/// Where the source has a length, its last byte is returned only if none is missing and none follows.
final class SectionReader {
    private let source: ByteSource
    let stream: (any ByteReader)?
    private(set) var sourcePosition: Int64 = 0
    private var isAtEnd = false
    private var isMeasuredOne = false
    /// Whether a byte follows the measured end of the file; nil if that is not known yet.
    private var isLonger: Bool?
    /// Nil if the bytes are sent as they are: the source is then read into the caller's buffer.
    private let encoder: EncodingReader?
    private var sevenBit: SevenBitCheck?
    private var boundaries: BoundarySearch?

    init(_ section: BodySection) throws(BodyFault) {
        source = try section.source.opened()
        stream = if case .stream(let stream) = source { try stream.makeReader() } else { nil }
        encoder = section.encoding?.makeEncoder().map {
            EncodingReader($0, announced: section.announcement)
        }
        let part = section.part ?? PartReference(index: 0)
        if section.encoding == .transfer(.sevenBit) {
            sevenBit = SevenBitCheck(part: part, position: section.start)
        }
        if !section.guarded.isEmpty {
            boundaries = BoundarySearch(
                section.guarded, part: part, startsLine: section.start == 0)
        }
    }

    deinit { stream?.close() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int {
        let count =
            if let encoder {
                try encoder.read(into: buffer) { (room) throws(BodyFault) in
                    try readSource(into: room)
                }
            } else {
                try readSource(into: buffer)
            }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        try sevenBit?.inspect(bytes)
        try boundaries?.inspect(bytes)
        return count
    }

    /// Throws if the file has changed, before its end is reached: no more of it is read.
    func check() throws(BodyFault) {
        guard !isAtEnd, case .file(let file) = source else { return }
        try file.checkEnd(afterReading: file.length, isLonger: false)
    }

    /// Reads the content to its end, in constant memory, and returns its length after its encoder. `onRead` is called
    /// after each read.
    func measure(
        _ onRead: (_ position: Int64) throws(BodyFault) -> Void
    ) throws(BodyFault) -> Int64 {
        // An encoder counts faster than it writes, but checks see what is written.
        if let encoder, sevenBit == nil, boundaries == nil {
            let counted = try encoder.countAll { (room) throws(BodyFault) in
                let count = try readSource(into: room)
                if count > 0 { try onRead(sourcePosition) }
                return count
            }
            if let counted { return counted }
        }
        var length: Int64 = 0
        try SystemCalls.forEachChunk(of: 1 << 16, read(into:)) { (chunk) throws(BodyFault) in
            length += Int64(chunk.count)
            try onRead(sourcePosition)
        }
        return length
    }

    private func readSource(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(BodyFault) -> Int {
        let length = source.length
        if isAtEnd || buffer.isEmpty && length != 0 { return 0 }
        let left = length.map { $0 - sourcePosition } ?? .max
        let count =
            switch source {
            case .file(let file): try read(file, into: buffer, upTo: left)
            case .bytes(let bytes):
                bytes.bytes.withUnsafeBytes { buffer.copy(from: $0, at: Int(sourcePosition)) }
            case .data(let data):
                data.withUnsafeBytes { buffer.copy(from: $0, at: Int(sourcePosition)) }
            case .stream: left == 0 ? 0 : try readStream(into: buffer.prefix(left))
            }
        sourcePosition += Int64(count)
        if count == 0 || sourcePosition == length {
            try checkEnd()
            isAtEnd = true
        }
        return count
    }

    /// Where there is room, asks for one byte more than is left. Small files are checked after their only
    /// read (`checkEnd`), larger ones before the first bytes are returned.
    private func read(
        _ file: FileRange, into buffer: UnsafeMutableRawBufferPointer, upTo left: Int64
    ) throws(BodyFault) -> Int {
        let seesEnd = Int64(buffer.count) > left && left < SystemCalls.mostAtOnce
        let room = buffer.prefix(seesEnd ? left + 1 : left)
        let count = try file.using { (descriptor) throws(Errno) in
            try SystemCalls.read(descriptor, at: file.offset + sourcePosition, into: room)
        }
        if seesEnd, Int64(count) >= left { isLonger = Int64(count) > left }
        let own = Int(min(Int64(count), left))
        if !isMeasuredOne, own > 0, Int64(own) < left {
            try file.check()
            isMeasuredOne = true
        }
        return own
    }

    /// Checks the count that an app's reader returns: a wrong one would exceed the buffer.
    private func readStream(into room: UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int {
        let count: Int
        do {
            count = try stream?.read(into: room) ?? 0
        } catch {
            throw BodyFault(ofStream: error)
        }
        guard (0...room.count).contains(count) else {
            throw .streamCount(count, room: room.count)
        }
        return count
    }

    private func checkEnd() throws(BodyFault) {
        switch source {
        case .bytes, .data: break
        case .file(let file):
            if isLonger == nil {
                isLonger = try file.using { (descriptor) throws(Errno) in
                    try SystemCalls.holdsByte(descriptor, at: file.offset + file.length)
                }
            }
            try file.checkEnd(afterReading: sourcePosition, isLonger: isLonger ?? false)
        case .stream(let source):
            guard let length = source.length else { return }
            var actual = sourcePosition
            if actual == length {
                let byte = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
                defer { byte.deallocate() }
                actual += Int64(try readStream(into: byte))
            }
            if actual != length { throw .streamLength(announced: length, actual: actual) }
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies what fits of the bytes from `start` on, and returns how many those are.
    func copy(from source: UnsafeRawBufferPointer, at start: Int) -> Int {
        let rest = source[start...].prefix(count)
        copyMemory(from: UnsafeRawBufferPointer(rebasing: rest))
        return rest.count
    }

    func prefix(_ count: Int64) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: self[..<Int(Swift.min(Int64(self.count), count))])
    }
}
