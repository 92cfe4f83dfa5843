/// Quoted-printable as curl writes it (RFC 2045 §6.7): a CRLF is a line end, a CR or LF alone is
/// escaped, and so is a blank or a tab before a line end or at the end.
struct QuotedPrintableEncoder: CountingEncoder {
    private var column = 0

    @inline(__always)
    mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: inout some EncodedOutput
    ) -> Int {
        Self.widths.withUnsafeBufferPointer { encode(input, isLast: isLast, $0, &output) }
    }

    @inline(__always)
    private mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ widths: UnsafeBufferPointer<UInt8>,
        _ output: inout some EncodedOutput
    ) -> Int {
        var (used, column) = (0, self.column)
        defer { self.column = column }
        while used < input.count {
            let byte = input[used]
            let knownWidth = Int(widths[Int(byte)])
            if knownWidth > 0, column + knownWidth < ContentTransferEncoding.lineLength {
                output.put(byte, width: knownWidth)
                (used, column) = (used + 1, column + knownWidth)
                continue
            }
            // The encoding of a blank, a CR or the last column depends on the next byte.
            var endsAfter: Bool?
            var isEscaped = !Self.isPlain(byte)
            if byte == 0x0D {
                guard let isLineEnd = Self.lineEnds(at: used, in: input, isLast) else { break }
                if isLineEnd {
                    output.put(0x0D)
                    output.put(0x0A)
                    (used, column) = (used + 2, 0)
                    continue
                }
            } else if byte.isSpaceOrTab {
                endsAfter = Self.lineEnds(at: used + 1, in: input, isLast)
                guard let endsAfter else { break }
                isEscaped = endsAfter
            }
            let width = isEscaped ? 3 : 1
            if column + width >= ContentTransferEncoding.lineLength {
                endsAfter = endsAfter ?? Self.lineEnds(at: used + 1, in: input, isLast)
                guard let endsAfter else { break }
                // The last column is kept for a soft line break, unless the line ends here.
                if !endsAfter || column + width > ContentTransferEncoding.lineLength {
                    output.put(UInt8(ascii: "="))
                    output.put(0x0D)
                    output.put(0x0A)
                    column = 0
                }
            }
            output.put(byte, width: width)
            (used, column) = (used + 1, column + width)
        }
        return used
    }

    /// How many bytes each becomes; 0 if that depends on the next one.
    private static let widths: [UInt8] = (0...255).map { byte in
        byte == 0x0D || byte.isSpaceOrTab ? 0 : isPlain(byte) ? 1 : 3
    }

    /// Whether a byte is sent as it is, whatever follows.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "=")
    }

    /// Whether a CRLF or the end of the content is at `index`; nil if more input is needed to tell.
    private static func lineEnds(
        at index: Int, in input: UnsafeRawBufferPointer, _ isLast: Bool
    ) -> Bool? {
        if index >= input.count { return isLast ? true : nil }
        if input[index] != 0x0D { return false }
        if index + 1 >= input.count { return isLast ? false : nil }
        return input[index + 1] == 0x0A
    }
}
