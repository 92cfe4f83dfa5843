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
        case .percent(let encoding): encoding
        }
    }

    /// Whether the length follows from the content only.
    var hasVariableLength: Bool {
        if case .transfer(let encoding) = self { encoding == .quotedPrintable } else { true }
    }
}
