/// Content that must not have a byte over 127 (RFC 2045 §2.7), as it is.
final class SevenBitSource: ByteSource {
    private let source: any ByteSource
    private let part: PartLabel
    private var position: Int64 = 0

    init(_ source: any ByteSource, part: PartLabel) {
        self.source = source
        self.part = part
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        let count = try source.read(into: buffer)
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if Self.hasHighByte(bytes), let index = bytes.firstIndex(where: { $0 > 0x7F }) {
            throw .notSevenBit(part: part, offset: position + Int64(index), byte: bytes[index])
        }
        position += Int64(count)
        return count
    }

    func close() { source.close() }

    /// A look at eight bytes at a time, since files of any size pass through here.
    private static func hasHighByte(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let whole = bytes.count & ~7
        var seen: UInt64 = 0
        for offset in stride(from: 0, to: whole, by: 8) {
            seen |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        return seen & 0x8080_8080_8080_8080 != 0 || bytes[whole...].contains { $0 > 0x7F }
    }
}
