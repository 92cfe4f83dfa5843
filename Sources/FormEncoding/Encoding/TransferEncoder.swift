/// Rewrites content chunk by chunk, and keeps no more of it than a column.
protocol TransferEncoder {
    /// How many bytes one byte of content can become at most, on average over a chunk.
    static var expansion: Int { get }

    /// Writes what the next bytes become, and returns how many of them were used and how many were
    /// written. Bytes whose form depends on what follows are left for the next call, unless
    /// `isLast`.
    mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> (used: Int, written: Int)
}

extension ContentTransferEncoding {
    /// The longest line, without its CRLF (RFC 2045 §6.7, §6.8).
    static let lineLength = 76

    /// The encoder for content that changes; nil where the bytes stay as they are.
    func makeEncoder() -> (any TransferEncoder)? {
        switch self {
        case .base64: Base64Encoder()
        case .quotedPrintable: QuotedPrintableEncoder()
        case .binary, .eightBit, .sevenBit: nil
        }
    }
}
