/// How curl's data options rewrite the content of a file.
package enum DataEncoding: Sendable, Hashable {
    /// Leaves out CR, LF and NUL (`-d @file`).
    case withoutLineEnds
    /// Escapes what a URL-encoded form cannot hold (`--data-urlencode name@file`).
    case percent(PercentEncoding)
}

/// How a section's content is rewritten or checked on its way.
enum SectionEncoding: Hashable {
    case transfer(ContentTransferEncoding)
    case data(DataEncoding)

    /// The encoder; nil for encodings that leave the bytes as they are.
    func makeEncoder() -> (any TransferEncoder)? {
        switch self {
        case .transfer(let encoding): encoding.makeEncoder()
        case .data(.withoutLineEnds): LineEndRemover()
        case .data(.percent(let encoding)): PercentEncoder(encoding: encoding)
        }
    }

    /// Whether the content is neither changed nor checked.
    var isIdentity: Bool {
        if case .transfer(let encoding) = self { encoding.isIdentity } else { false }
    }

    /// Whether the length follows from the content only.
    var hasVariableLength: Bool {
        switch self {
        case .transfer(let encoding): encoding == .quotedPrintable
        case .data: true
        }
    }
}

private struct LineEndRemover: CountingEncoder {
    static let expansion = 1

    @inline(__always)
    func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: inout some EncodedOutput
    ) -> Int {
        for byte in input where byte != 0x0A && byte != 0x0D && byte != 0 { output.put(byte) }
        return input.count
    }
}

private struct PercentEncoder: CountingEncoder {
    static let expansion = 3

    let encoding: PercentEncoding

    @inline(__always)
    func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: inout some EncodedOutput
    ) -> Int {
        for byte in input { encoding.escape(byte) { output.put($0) } }
        return input.count
    }
}
