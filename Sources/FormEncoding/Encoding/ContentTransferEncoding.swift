/// How a part's content is written (RFC 2045 §6): curl's `;encoder=`.
public enum ContentTransferEncoding: String, Sendable, Hashable, CaseIterable {
    /// The bytes as they are.
    case binary
    /// The bytes as they are.
    case eightBit = "8bit"
    /// The bytes as they are; one over 127 is an error.
    case sevenBit = "7bit"
    /// Lines of 76 characters.
    case base64
    /// Lines of at most 76 characters; CRLF stays, every other control character is escaped.
    case quotedPrintable = "quoted-printable"

    /// The encoding of this name, in upper or lower case; nil if there is none.
    public init?(name: ByteString) {
        self.init(rawValue: String(decoding: name.bytes.map(\.lowercased), as: UTF8.self))
    }

    /// Whether the content is neither changed nor checked.
    var isIdentity: Bool { self == .binary || self == .eightBit }
}
