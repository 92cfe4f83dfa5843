import FormEncoding

/// Passwords that stand in URLs: `http://user:password@host`.
extension [UInt8] {
    /// The text with the passwords of all URLs in it replaced, also of those that libcurl quotes
    /// without a scheme: a proxy's.
    var maskingLogins: [UInt8] {
        var text = self
        for quote in [" == '", "proxy syntax in '"] {
            guard let start = text.firstRange(of: Array(quote.utf8))?.upperBound,
                let end = text.lastIndex(of: UInt8(ascii: "'")), end > start
            else { continue }
            let url = ByteString(bytes: text[start..<end])
            text.replaceSubrange(start..<end, with: url.withoutPassword.bytes)
        }
        return text.maskingAuthorities
    }

    /// In one pass: a server may send any number of URLs.
    private var maskingAuthorities: [UInt8] {
        let mark = Array("://".utf8)
        var masked: [UInt8] = []
        var index = 0
        while let found = self[index...].firstRange(of: mark) {
            let start = self[found.upperBound...].drop { $0 == UInt8(ascii: "/") }.startIndex
            masked += self[index..<start]
            index = start
            let authority = self[start...].prefix {
                $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
            }
            guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
                let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            masked += authority[...colon] + Array("[masked]".utf8)
            index = at
        }
        return masked + self[index...]
    }
}
