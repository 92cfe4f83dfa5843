/// Base64 in lines of 76 characters, with CRLF between them and none at the end (RFC 2045 §6.8).
struct Base64Encoder: TransferEncoder {
    static let expansion = 2

    private var column = 0

    /// The encoded length of `length` bytes; nil if it is more than 2⁶³−1.
    static func encodedLength(of length: Int64) -> Int64? {
        guard length > 0 else { return 0 }
        let groups = (length - 1) / 3 + 1
        let (characters, overflows) = groups.multipliedReportingOverflow(by: 4)
        // After an overflow `characters` may be Int64.min, and subtracting from it would trap.
        guard !overflows else { return nil }
        let breaks = (characters - 1) / Int64(ContentTransferEncoding.lineLength)
        let (total, overflowsToo) = characters.addingReportingOverflow(2 * breaks)
        return overflowsToo ? nil : total
    }

    mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> (used: Int, written: Int) {
        let digits = Self.digits.utf8Start
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
            let first = Int(input[used])
            let second = left > 1 ? Int(input[used + 1]) : 0
            let third = left > 2 ? Int(input[used + 2]) : 0
            output[written] = digits[first >> 2]
            output[written + 1] = digits[first << 4 & 0x30 | second >> 4]
            output[written + 2] = left > 1 ? digits[second << 2 & 0x3C | third >> 6] : Self.pad
            output[written + 3] = left > 2 ? digits[third & 0x3F] : Self.pad
            written += 4
            column += 4
            used += min(left, 3)
        }
        self.column = column
        return (used, written)
    }

    private static let pad = UInt8(ascii: "=")
    private static let digits: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
}
