import FormEncoding
import FormUpload

/// The ways in which a secret may be written.
struct SecretForms {
    /// A shorter value would be found by chance.
    static let shortest = 8
    /// A longer value is not looked for: its forms take memory.
    static let longest = 8192

    /// The secret itself. Of a URL that is one, its path and query: the host may be shown, and a request has
    /// the target alone.
    let plain: [[UInt8]]
    /// The secret in percent-encoding, in JSON, as the name of a form field, in Base64 alone or with text before
    /// it, and in hex.
    let encoded: [[UInt8]]

    /// `nil` for a value that is too short or too long.
    init?(of value: [UInt8]) {
        let secret = value.trimmed
        guard (Self.shortest...Self.longest).contains(secret.count) else { return nil }
        var plain = [secret]
        if let scheme = secret.firstRange(of: Array("://".utf8)) {
            let target = secret[scheme.upperBound...].drop { $0 != UInt8(ascii: "/") }
            let hasLogin = ByteString(bytes: secret).userinfoRange != nil
            if target.count >= Self.shortest {
                plain = hasLogin ? [secret, Array(target)] : [Array(target)]
            }
        }
        let encodings: [PercentEncoding] = [.form, .curl, .curlQuery, .curlPath, .curlVariable]
        var encoded = encodings.map { $0.escaping(secret) }
        encoded += [secret.escapedForURL, secret.escapedForJSON]
        encoded += [NameEscaping.percent.escaping(secret), NameEscaping.backslash.escaping(secret)]
        let slash = UInt8(ascii: "/")
        encoded.append(
            secret.escapedForJSON.flatMap { $0 == slash ? [UInt8(ascii: "\\"), slash] : [$0] })
        encoded += (0...2).flatMap { secret.base64(after: $0) }
        encoded += [secret.hexadecimal, secret.hexadecimal.map(\.uppercased)]
        var known = Set(plain + [secret])
        self.plain = plain
        self.encoded = encoded.filter { $0.count >= Self.shortest && known.insert($0).inserted }
    }
}

extension [UInt8] {
    /// With percent-encoding only where a URL cannot have the byte (RFC 3986 §2).
    fileprivate var escapedForURL: [UInt8] {
        flatMap { byte -> [UInt8] in
            let isKept = byte > 0x20 && byte < 0x7F && !"\"%<>\\^`{|}".utf8.contains(byte)
            return isKept ? [byte] : [UInt8(ascii: "%")] + [byte].hexadecimal.map(\.uppercased)
        }
    }

    /// The Base64 of the secret after so many other bytes, as far as the secret alone determines it; in both
    /// alphabets (RFC 4648 §4, §5).
    fileprivate func base64(after count: Int) -> [[UInt8]] {
        let text = ([UInt8](repeating: 0, count: count) + self).base64
        let rest = (count + self.count) % 3
        let end = text.count - (rest == 0 ? 0 : 4 - rest)
        var forms = [Array(text[[0, 2, 3][count]..<end])]
        // The end of the text.
        if count == 0, rest != 0 { forms += [text, text.filter { $0 != UInt8(ascii: "=") }] }
        return forms + forms.map { $0.map(\.inURLAlphabet) }
    }
}

extension UInt8 {
    fileprivate var uppercased: UInt8 { isLetter ? self & 0xDF : self }

    fileprivate var inURLAlphabet: UInt8 {
        switch self {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: self
        }
    }
}
