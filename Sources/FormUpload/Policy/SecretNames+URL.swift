import FormEncoding

/// The secrets of URLs: passwords, the values of parameters such as `?sig=…`, and tokens in paths
/// (WebhookSecret).
extension SecretNames {
    /// Returns the secrets of a URL; with `withUser` the user is a part of the first one.
    package func secrets(inURL url: ByteString, withUser: Bool = false) -> [Secret] {
        let login = url.userinfoRange.flatMap { range in
            withUser ? range : url.bytes.password(in: range)
        }
        let password = login.map { Secret(name: "password", range: $0) }
        return (password.map { [$0] } ?? []) + secrets(inTarget: url.bytes, from: login?.upperBound)
    }

    /// Returns the secrets of all URLs in a text, in one pass: a server may send any number of them.
    package func secrets(inText text: [UInt8]) -> [Secret] {
        var secrets = secrets(inTarget: text)
        var index = 0
        while let mark = text[index...].firstRange(of: "://".utf8) {
            index = text[mark.upperBound...].drop { $0 == UInt8(ascii: "/") }.startIndex
            guard let login = text[index...].loginAtStart(endsAtBlank: true),
                let password = text.password(in: login)
            else { continue }
            secrets.append(Secret(name: "password", range: password))
            index = login.upperBound
        }
        return secrets.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Returns the secrets of paths and queries.
    private func secrets(inTarget text: [UInt8], from start: Int? = nil) -> [Secret] {
        var secrets: [Secret] = []
        var index = start ?? 0
        while index < text.count {
            let found =
                switch text[index] {
                case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"):
                    parameter(in: text, at: index)
                case UInt8(ascii: "/"): WebhookSecret.secret(in: text, at: index)
                default: nil as Secret?
                }
            if let found { secrets.append(found) }
            index = max(index + 1, found?.range.upperBound ?? 0)
        }
        return secrets
    }

    /// The parameter that follows a separator, if its value is a secret.
    private func parameter(in text: [UInt8], at separator: Int) -> Secret? {
        let name = text[(separator + 1)...].prefix { $0 != UInt8(ascii: "=") && $0.isInParameter }
        guard name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: "=") else {
            return nil
        }
        let decoded = ByteString(bytes: WrittenURL.decoded(name))
        let value = text[(name.endIndex + 1)...].prefix(while: \.isInParameter)
        guard !value.isEmpty, fields.contains(parameter: decoded) else { return nil }
        return Secret(name: decoded, range: value.indices)
    }
}

extension [UInt8] {
    /// The password of `user:password`; `nil` without a colon.
    package func password(in login: Range<Int>) -> Range<Int>? {
        self[login].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1..<login.upperBound }
    }
}

extension ByteString {
    /// The login of a URL.
    package var userinfoRange: Range<Int>? { bytes[authority.lowerBound...].loginAtStart() }
}

extension ArraySlice<UInt8> {
    /// The login of a text that begins with an authority. A `#` ends an authority, but may be meant for
    /// a part of the password, which must not be shown.
    fileprivate func loginAtStart(endsAtBlank: Bool = false) -> Range<Int>? {
        let place = prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && !(endsAtBlank && $0 <= 0x20)
        }
        return place.lastIndex(of: UInt8(ascii: "@")).map { startIndex..<$0 }
    }
}

extension UInt8 {
    /// Not a blank, nor what ends a parameter or a URL in a text.
    var isInParameter: Bool {
        self > 0x20 && self != 0x7F && !"&#?\"<>".utf8.contains(self)
    }
}
