/// Quoted-printable as curl writes it (RFC 2045 §6.7): a CRLF is a line end, a CR or LF alone is
/// escaped, and so is a blank or a tab before a line end or at the end.
struct QuotedPrintableEncoder: TransferEncoder {
    static let expansion = 4

    private var column = 0

    mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> (used: Int, written: Int) {
        var (used, written) = (0, 0)
        while used < input.count {
            let byte = input[used]
            var isEscaped = true
            switch byte {
            case 0x21...0x3C, 0x3E...0x7E:
                isEscaped = false
            case 0x20, 0x09:
                guard let ends = Self.lineEnds(at: used + 1, in: input, isLast) else {
                    return (used, written)
                }
                isEscaped = ends
            case 0x0D:
                guard let ends = Self.lineEnds(at: used, in: input, isLast) else {
                    return (used, written)
                }
                if ends {
                    output[written] = 0x0D
                    output[written + 1] = 0x0A
                    written += 2
                    used += 2
                    column = 0
                    continue
                }
            default: break
            }
            let width = isEscaped ? 3 : 1
            if column + width >= ContentTransferEncoding.lineLength {
                // The last column is for a soft line break, but where a line ends anyway.
                var fits = column + width == ContentTransferEncoding.lineLength
                if fits {
                    guard let ends = Self.lineEnds(at: used + 1, in: input, isLast) else {
                        return (used, written)
                    }
                    fits = ends
                }
                if !fits {
                    output[written] = UInt8(ascii: "=")
                    output[written + 1] = 0x0D
                    output[written + 2] = 0x0A
                    written += 3
                    column = 0
                }
            }
            if isEscaped {
                output[written] = UInt8(ascii: "=")
                output[written + 1] = Self.digit(byte >> 4)
                output[written + 2] = Self.digit(byte & 0xF)
            } else {
                output[written] = byte
            }
            written += width
            column += width
            used += 1
        }
        return (used, written)
    }

    /// Whether a CRLF or the end of the content is at `index`; nil if that is yet to be seen.
    private static func lineEnds(
        at index: Int, in input: UnsafeRawBufferPointer, _ isLast: Bool
    ) -> Bool? {
        if index >= input.count { return isLast ? true : nil }
        if input[index] != 0x0D { return false }
        if index + 1 >= input.count { return isLast ? false : nil }
        return input[index + 1] == 0x0A
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
