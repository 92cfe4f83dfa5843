import FormEncoding
import FormUpload

/// Finds the values of secret fields in the head of a request, a response or a part, byte by byte.
struct HeadMask {
    private let names: CredentialNames
    /// The name in the current line, as far as it has come; `nil` after the colon.
    private var name: [UInt8]? = []
    private var isLineStart = true
    /// Whether the value of a secret field has begun.
    private var isSecret = false
    /// A line that begins with a blank continues the previous one (RFC 9112 §5.2).
    private var wasSecret = false
    /// Whether the last byte ended the head.
    private(set) var isAtEnd = false

    init(_ names: CredentialNames) { self.names = names }

    /// Returns whether the next byte belongs to a secret.
    mutating func hides(_ byte: UInt8) -> Bool {
        if isLineStart {
            isSecret = wasSecret && byte.isSpaceOrTab
            name = isSecret ? nil : []
        }
        isLineStart = byte == UInt8(ascii: "\n")
        if isLineStart {
            isAtEnd = name?.allSatisfy { $0 == UInt8(ascii: "\r") } ?? false
            (wasSecret, isSecret) = (isSecret, false)
        } else if byte == UInt8(ascii: ":"), let field = name?.trimmed {
            // A request or status line has blanks before a colon, if it has one. A careless server has
            // blanks before the colon of a field.
            isSecret = field.isToken && names.contains(ByteString(bytes: field))
            name = nil
            return false
        } else {
            name?.append(byte)
        }
        return isSecret && byte != UInt8(ascii: "\r")
    }

    /// Returns a piece of a head with `[masked]` in place of each secret, or of its part in a line.
    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        for byte in bytes {
            let wasHidden = isSecret
            if !hides(byte) { shown.append(byte) }
            if isSecret, !wasHidden { shown += " [masked]".utf8 }
        }
        return shown
    }
}
