import FormEncoding

/// A URL as it was written on the command line, split without decoding.
package struct WrittenURL {
    /// With a scheme: `http` where none is written.
    package let text: ByteString
    let place: [UInt8]
    /// What stands before them and an `@`.
    let userinfo: ArraySlice<UInt8>?
    /// Path and query, with dot segments.
    let target: [UInt8]

    package init(_ url: ByteString) {
        text = url.schemeLength == nil ? "http://" + url : url
        let authority = url.bytes[url.authority]
        let target = url.bytes[authority.endIndex...].prefix { $0 != UInt8(ascii: "#") }
        self.target = (target.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + target
        let end = authority.lastIndex(of: UInt8(ascii: "@"))
        place = Array(end.map { authority[($0 + 1)...] } ?? authority)
        userinfo = end.map { authority[..<$0] }
    }

    /// In lower case.
    package var scheme: String {
        String(decoding: text.bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
    }

    private var hostEnd: Int {
        let end = place.lastIndex(of: UInt8(ascii: "]")) ?? place.startIndex
        return place[end...].lastIndex(of: UInt8(ascii: ":")) ?? place.endIndex
    }

    package var host: String { String(decoding: place[..<hostEnd], as: UTF8.self) }

    /// The text after the colon; `nil` if there is no colon.
    package var portText: String? {
        let end = hostEnd
        return end == place.endIndex ? nil : String(decoding: place[(end + 1)...], as: UTF8.self)
    }

    /// `nil`: none is written.
    package var writtenPort: Int? { portText.flatMap { Int($0) } }

    /// The one that is written, or else the scheme's.
    package var port: Int { writtenPort ?? defaultPort }

    var defaultPort: Int { scheme == "https" ? 443 : 80 }

    /// The scheme with the authority, and the rest.
    package var halves: (origin: ByteString, target: ByteString) {
        let end = text.authority.upperBound
        return (ByteString(bytes: text.bytes[..<end]), ByteString(bytes: text.bytes[end...]))
    }

    /// Scheme, host and port, if they are others than those of `home`.
    package func origin(elsewhereThan home: WrittenURL) -> ByteString? {
        let isHome =
            scheme == home.scheme && host.lowercased() == home.host.lowercased()
            && port == home.port
        return isHome ? nil : ByteString("\(scheme)://") + ByteString(bytes: place)
    }

    /// Decoded; `nil` if none is written, or an empty one.
    package var user: ByteString? {
        let user = userinfo?.prefix { $0 != UInt8(ascii: ":") } ?? [][...]
        return user.isEmpty ? nil : ByteString(bytes: Self.decoded(user))
    }

    /// `user:password`, decoded.
    var login: [UInt8]? {
        userinfo.map { login in
            let isWhole = login.contains(UInt8(ascii: ":"))
            return Self.decoded(login) + (isWhole ? [] : [UInt8(ascii: ":")])
        }
    }

    package static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            // `UInt8.init` takes a sign, too.
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexadecimal),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
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

extension ByteString {
    /// The place of a written URL's authority: user, host and port (RFC 3986 §3.2). As in libcurl, any
    /// number of slashes may follow the scheme, which may be missing.
    package var authority: Range<Int> {
        let slash = UInt8(ascii: "/")
        let start = schemeLength.map { bytes[($0 + 1)...].drop { $0 == slash }.startIndex } ?? 0
        return start..<(bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex)
    }

    /// Whether browsers would find another host in this URL or reference: to them a backslash is a
    /// slash (WHATWG URL §4.4), so that `http://a\@b/` is a path of `a`, and `/\b` is the host `b`.
    package var hasDoubtfulHost: Bool {
        let backslash = UInt8(ascii: "\\")
        guard contains(backslash) else { return false }
        let names = bytes.split(separator: backslash, omittingEmptySubsequences: false)
        let slashed = ByteString(bytes: names.joined(separator: [UInt8(ascii: "/")]))
        return slashed.authorityOfReference != authorityOfReference
    }

    /// `nil` for a path or a query (RFC 3986 §4.2).
    private var authorityOfReference: Range<Int>? {
        if bytes.starts(with: "//".utf8) { return (ByteString("http:") + self).authority }
        return schemeLength == nil ? nil : authority
    }

    /// The part of a URL that is sent to a server.
    package var withoutFragment: ByteString {
        ByteString(bytes: bytes.prefix { $0 != UInt8(ascii: "#") })
    }

    /// Up to the colon, which a slash follows.
    fileprivate var schemeLength: Int? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[0].isLetter,
            bytes[..<colon].allSatisfy({ $0.isLetterOrDigit || "+.-".utf8.contains($0) }),
            bytes[(colon + 1)...].first == UInt8(ascii: "/")
        else { return nil }
        return colon
    }
}
