/// Base64 in lines of 76 characters, with CRLF between them and none at the end (RFC 2045 §6.8).
struct Base64Encoder: TransferEncoder {
    /// The bytes of a whole line, with its CRLF and as they are before.
    static let wholeLine: (encoded: Int64, plain: Int64) = (
        Int64(ContentTransferEncoding.lineLength) + 2,
        Int64(ContentTransferEncoding.lineLength) / 4 * 3
    )

    private var column = 0

    /// The encoded length of `length` bytes; nil if it is more than 2⁶³−1.
    static func encodedLength(of length: Int64) -> Int64? {
        guard length > 0 else { return 0 }
        // Below 2⁶⁴ for every length.
        let characters = (UInt64(length) + 2) / 3 * 4
        let breaks = (characters - 1) / UInt64(ContentTransferEncoding.lineLength)
        return Int64(exactly: characters + 2 * breaks)
    }

    mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> (used: Int, written: Int) {
        Self.pairs.withUnsafeBufferPointer { pairs in
            var (used, written, column) = (0, 0, self.column)
            while used < input.count {
                let left = input.count - used
                guard left >= 3 || isLast else { break }
                if column == ContentTransferEncoding.lineLength {
                    output[written] = 0x0D
                    output[written + 1] = 0x0A
                    written += 2
                    column = 0
                }
                // The last step loads two bytes more than it encodes.
                let steps = min((ContentTransferEncoding.lineLength - column) / 8, (left - 2) / 6)
                if steps > 0 {
                    Self.encode(
                        steps, UnsafeRawBufferPointer(rebasing: input[used...]), pairs,
                        into: UnsafeMutableRawBufferPointer(rebasing: output[written...]))
                    used += steps * 6
                    written += steps * 8
                    column += steps * 8
                    continue
                }
                let first = Int(input[used])
                let second = left > 1 ? Int(input[used + 1]) : 0
                let third = left > 2 ? Int(input[used + 2]) : 0
                let (head, tail) = (
                    pairs[first << 4 | second >> 4], pairs[(second & 0x0F) << 8 | third]
                )
                output[written] = UInt8(truncatingIfNeeded: head)
                output[written + 1] = UInt8(truncatingIfNeeded: head >> 8)
                output[written + 2] = left > 1 ? UInt8(truncatingIfNeeded: tail) : Self.pad
                output[written + 3] = left > 2 ? UInt8(truncatingIfNeeded: tail >> 8) : Self.pad
                written += 4
                column += 4
                used += min(left, 3)
            }
            self.column = column
            return (used, written)
        }
    }

    /// Encodes six bytes at each step, of eight that are loaded.
    @inline(__always)
    private static func encode(
        _ steps: Int, _ input: UnsafeRawBufferPointer, _ pairs: UnsafeBufferPointer<UInt16>,
        into output: UnsafeMutableRawBufferPointer
    ) {
        for step in 0..<steps {
            let loaded = input.loadUnaligned(fromByteOffset: step * 6, as: UInt64.self)
            let bits = UInt64(bigEndian: loaded)
            var characters = UInt64(pairs[Int(bits >> 52)])
            characters |= UInt64(pairs[Int(bits >> 40 & 0xFFF)]) << 16
            characters |= UInt64(pairs[Int(bits >> 28 & 0xFFF)]) << 32
            characters |= UInt64(pairs[Int(bits >> 16 & 0xFFF)]) << 48
            output.storeBytes(
                of: characters.littleEndian, toByteOffset: step * 8, as: UInt64.self)
        }
    }

    private static let pad = UInt8(ascii: "=")

    /// The two characters of each 12 bits, the first in the low byte.
    private static let pairs: [UInt16] = {
        let digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return digits.flatMap { first in digits.map { UInt16(first) | UInt16($0) << 8 } }
    }()
}
