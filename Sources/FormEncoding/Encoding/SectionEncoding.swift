/// The content transfer encoding of a part (RFC 2045 §6): curl's `;encoder=`.
package enum ContentTransferEncoding: String, Sendable, Hashable, CaseIterable {
    case binary
    case eightBit = "8bit"
    /// The bytes as they are; one over 127 is an error.
    case sevenBit = "7bit"
    /// Lines of 76 characters.
    case base64
    /// Lines of at most 76 characters; CRLF and tabs within a line stay, every other control
    /// character is escaped.
    case quotedPrintable = "quoted-printable"

    /// The encoding with this name, in any letter case; nil for an unknown name.
    package init?(name: ByteString) {
        self.init(rawValue: String(decoding: name.bytes.map(\.lowercased), as: UTF8.self))
    }

    /// Whether the content is neither changed nor checked.
    var isIdentity: Bool { self == .binary || self == .eightBit }

    /// The longest line, without its CRLF (RFC 2045 §6.7, §6.8).
    static let lineLength = 76
}

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
