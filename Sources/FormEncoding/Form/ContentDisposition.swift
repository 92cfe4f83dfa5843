/// How a name or a filename is written between the quotes of a Content-Disposition.
package enum NameEscaping: Sendable, Hashable {
    /// As browsers do: `"` is `%22`, CR `%0D`, LF `%0A`, and NUL `%00`; all else as it is (WHATWG HTML
    /// §4.10.21.8).
    case percent
    /// `\` and `"` get a backslash: curl's `--form-escape`; CR, LF and NUL as with `percent`.
    case backslash
}

/// The `Content-Disposition` line of a part (RFC 7578 §4.2).
struct ContentDisposition {
    enum Kind: String { case formData = "form-data", attachment }

    var kind: Kind
    var name: ByteString?
    var filename: ByteString?

    /// Appends `form-data; name="…"; filename="…"`.
    func render(_ escaping: NameEscaping, into output: inout [UInt8]) {
        output += kind.rawValue.utf8
        if let name {
            output += "; name=\""
            Self.escape(name, escaping, into: &output)
            output += "\""
        }
        if let filename {
            output += "; filename=\""
            Self.escape(filename, escaping, into: &output)
            output += "\""
        }
    }

    /// A CR, LF or NUL is percent-escaped with backslash escaping, too: headers must not contain
    /// them (RFC 5322 §2.2), even after a backslash.
    private static func escape(
        _ value: ByteString, _ escaping: NameEscaping, into output: inout [UInt8]
    ) {
        guard value.bytes.contains(where: \.needsEscaping) else { return output += value.bytes }
        for byte in value.bytes {
            switch (byte, escaping) {
            case (0x0D, _): output += "%0D"
            case (0x0A, _): output += "%0A"
            case (0x00, _): output += "%00"
            case (UInt8(ascii: "\""), .percent): output += "%22"
            case (UInt8(ascii: "\""), .backslash), (UInt8(ascii: "\\"), .backslash):
                output += [UInt8(ascii: "\\"), byte]
            default: output.append(byte)
            }
        }
    }
}

extension UInt8 {
    /// Written otherwise with one or both kinds of escaping.
    fileprivate var needsEscaping: Bool {
        endsHeaderLine || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
