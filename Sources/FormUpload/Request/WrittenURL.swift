import FormEncoding

/// A URL as it was written on the command line, split without decoding.
package struct WrittenURL {
    /// With a scheme: `http` where none is written.
    package let text: ByteString
    /// Host and port.
    let place: [UInt8]
    /// `user:password`, decoded.
    let login: [UInt8]?
    /// Path and query, with dot segments.
    let target: [UInt8]

    package init(_ url: ByteString) {
        let hasScheme = url.description.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\//) != nil
        text = hasScheme ? url : ByteString(bytes: Array("http://".utf8) + url.bytes)
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") }
        let rest = text.bytes.drop { !isSlash($0) }.drop(while: isSlash)
            .prefix { $0 != UInt8(ascii: "#") }
        let authority = rest.prefix { !isSlash($0) && $0 != UInt8(ascii: "?") }
        let target = rest[authority.endIndex...]
        self.target = (target.first.map(isSlash) == true ? [] : [UInt8(ascii: "/")]) + target
        let end = authority.lastIndex(of: UInt8(ascii: "@"))
        place = Array(end.map { authority[($0 + 1)...] } ?? authority)
        login = end.map { end in
            let login = authority[..<end]
            let isWhole = login.contains(UInt8(ascii: ":"))
            return Self.decoded(login) + (isWhole ? [] : [UInt8(ascii: ":")])
        }
    }

    /// Percent-decoded.
    package static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2,
                let value = UInt8(digits, radix: 16)
            {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}
