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
        let mark = Array("://".utf8)
        var index = 0
        while let found = text[index...].firstRange(of: mark) {
            index = found.upperBound
            let rest = text[index...].prefix { $0 > 0x20 }
            let scheme = Array("x://".utf8)
            let masked = ByteString(bytes: scheme + rest).withoutPassword.bytes
            text.replaceSubrange(index..<rest.endIndex, with: masked.dropFirst(scheme.count))
        }
        return text
    }
}
