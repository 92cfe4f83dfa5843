/// How a section's content is rewritten or checked on its way.
package enum SectionEncoding: Sendable, Hashable {
    case transfer(ContentTransferEncoding)
    /// Leaves out CR, LF and NUL (curl's `-d @file`).
    case withoutLineEnds
    /// Escapes what a URL-encoded form cannot hold (curl's `--data-urlencode name@file`).
    case percent(PercentEncoding)

    /// The encoder; nil for encodings that leave the bytes as they are.
    func makeEncoder() -> (any TransferEncoder)? {
        switch self {
        case .transfer(.base64): Base64Encoder()
        case .transfer(.quotedPrintable): QuotedPrintableEncoder()
        case .transfer: nil
        case .withoutLineEnds: LineEndRemover()
        case .percent(let encoding): PercentEncoder(encoding: encoding)
        }
    }

    var isIdentity: Bool {
        if case .transfer(let encoding) = self { encoding.isIdentity } else { false }
    }

    /// Whether the length follows from the content only.
    var hasVariableLength: Bool {
        if case .transfer(let encoding) = self { encoding == .quotedPrintable } else { true }
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
