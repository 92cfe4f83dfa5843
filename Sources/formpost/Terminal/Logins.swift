import FormEncoding
import FormUpload

/// Passwords in URLs: `http://user:password@host`.
extension [UInt8] {
    /// The text with the passwords and the credentials of all URLs in it replaced, also of those that
    /// libcurl quotes without a scheme: a proxy's.
    var maskingURLs: [UInt8] {
        var text = self
        for quote in [" == '", "proxy syntax in '"] {
            guard let start = text.firstRange(of: Array(quote.utf8))?.upperBound,
                let end = text.lastIndex(of: UInt8(ascii: "'")), end > start
            else { continue }
            let url = ByteString(bytes: text[start..<end])
            // A password with a slash in it may be why libcurl quotes it.
            text.replaceSubrange(start..<end, with: url.withoutAnySecret.bytes)
        }
        return text.maskingAuthorities.maskingCredentials(SecretNames.inURLs)
    }

    /// One pass: a server may send any number of URLs.
    private var maskingAuthorities: [UInt8] {
        let mark = Array("://".utf8)
        var masked: [UInt8] = []
        var index = 0
        while let found = self[index...].firstRange(of: mark) {
            let start = self[found.upperBound...].drop { $0 == UInt8(ascii: "/") }.startIndex
            masked += self[index..<start]
            index = start
            guard let login = self[start...].loginAtStart(endsAtBlank: true),
                let colon = self[login].firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            masked += self[start...colon] + Array("[masked]".utf8)
            index = login.upperBound
        }
        return masked + self[index...]
    }
}

extension ByteString {
    /// A URL without user and password.
    var withoutLogin: ByteString {
        guard let range = userinfoRange else { return self }
        return ByteString(bytes: bytes[..<range.lowerBound] + bytes[(range.upperBound + 1)...])
    }

    /// The `user:password` of a URL.
    var userinfo: ByteString? { userinfoRange.map { ByteString(bytes: bytes[$0]) } }

    /// A URL as it may be shown: with the user, and without the password and other credentials.
    var withoutSecrets: ByteString {
        guard let range = userinfoRange,
            let colon = bytes[range].firstIndex(of: UInt8(ascii: ":"))
        else { return ByteString(bytes: bytes.maskingCredentials(SecretNames.inURLs)) }
        let rest = Array(bytes[range.upperBound...]).maskingCredentials(SecretNames.inURLs)
        return ByteString(bytes: bytes[...colon] + Array("[masked]".utf8) + rest)
    }

    /// What is no URL as it may be shown: a password with a slash in it may be why.
    var withoutAnySecret: ByteString {
        ByteString(bytes: withoutAnyPassword.bytes.maskingCredentials(SecretNames.inURLs))
    }

    private var withoutAnyPassword: ByteString {
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return self }
        let scheme = bytes.firstRange(of: Array("://".utf8))
        let start = scheme.map { $0.upperBound <= at ? $0.upperBound : 0 } ?? 0
        guard let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")) else { return self }
        return ByteString(bytes: bytes[...colon] + Array("[masked]".utf8) + bytes[at...])
    }
}
