/// How a name or a filename is written between the quotes of a Content-Disposition.
public enum NameEscaping: Sendable, Hashable {
    /// As browsers do: `"` is `%22`, CR `%0D`, LF `%0A`, all else as it is (WHATWG HTML §4.10.21.8).
    case percent
    /// `\` and `"` get a backslash: curl's `--form-escape`.
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
        for (key, value) in [("name", name), ("filename", filename)] {
            guard let value else { continue }
            output += "; \(key)=\"".utf8
            Self.escape(value, escaping, into: &output)
            output.append(UInt8(ascii: "\""))
        }
    }

    /// A CR, LF or NUL is percent-escaped with backslash escaping, too: headers must not contain
    /// them (RFC 5322 §2.2), even after a backslash.
    private static func escape(
        _ value: ByteString, _ escaping: NameEscaping, into output: inout [UInt8]
    ) {
        for byte in value {
            switch (byte, escaping) {
            case (0x0D, _): output += "%0D".utf8
            case (0x0A, _): output += "%0A".utf8
            case (0x00, _): output += "%00".utf8
            case (UInt8(ascii: "\""), .percent): output += "%22".utf8
            case (UInt8(ascii: "\""), .backslash), (UInt8(ascii: "\\"), .backslash):
                output += [UInt8(ascii: "\\"), byte]
            default: output.append(byte)
            }
        }
    }
}
