/// How a name or a filename is written between the quotes of a Content-Disposition.
package enum NameEscaping: Sendable, Hashable {
    /// As browsers do: `"` is `%22`, CR `%0D` and LF `%0A` (WHATWG HTML §4.10.21.8). A NUL, which
    /// they send as it is, is `%00`. All else stays as it is.
    case percent
    /// `\` and `"` get a backslash: curl's `--form-escape`; CR, LF and NUL as with `percent`.
    case backslash

    /// Returns a name or filename as it is written. A CR, LF or NUL is percent-escaped with backslash escaping,
    /// too: headers must not contain them (RFC 5322 §2.2), even after a backslash.
    package func escaping(_ value: [UInt8]) -> [UInt8] {
        let needsEscaping = { (byte: UInt8) in
            byte.endsHeaderLine || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        }
        guard value.contains(where: needsEscaping) else { return value }
        var output: [UInt8] = []
        for byte in value {
            switch (byte, self) {
            case (0x0D, _), (0x0A, _), (0x00, _), (UInt8(ascii: "\""), .percent):
                output += PercentEncoding.url.escaping([byte])
            case (UInt8(ascii: "\""), .backslash), (UInt8(ascii: "\\"), .backslash):
                output += [UInt8(ascii: "\\"), byte]
            default: output.append(byte)
            }
        }
        return output
    }
}
