/// Refuses content with a byte over 127 (RFC 2045 §2.7).
struct SevenBitCheck {
    private let part: PartReference
    private var position: Int64

    /// The first bytes are at `position` of the content.
    init(part: PartReference, from position: Int64) {
        (self.part, self.position) = (part, position)
    }

    /// Takes the next bytes of the content. Throws `.notSevenBit`.
    mutating func inspect(_ bytes: UnsafeRawBufferPointer) throws(BodyError) {
        if Self.hasHighByte(bytes), let index = bytes.firstIndex(where: { $0 > 0x7F }) {
            throw .notSevenBit(part: part, offset: position + Int64(index), byte: bytes[index])
        }
        position += Int64(bytes.count)
    }

    /// Compares eight bytes at a time, because files of any size pass through here.
    private static func hasHighByte(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let whole = bytes.count & ~7
        var seen: UInt64 = 0
        for offset in stride(from: 0, to: whole, by: 8) {
            seen |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        return seen & 0x8080_8080_8080_8080 != 0 || bytes[whole...].contains { $0 > 0x7F }
    }
}
