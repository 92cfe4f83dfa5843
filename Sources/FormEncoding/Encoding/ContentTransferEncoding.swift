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
