import FormEncoding

/// Names what requests ask servers for: URLs that a server cannot tell apart have one name.
///
/// A name has no fragment and no login, which are not in a request line, no dot segments, the port
/// only if it is not the scheme's, and one spelling of each character of the path (RFC 3986
/// §6.2.2). Characters of the query stay as they are, since `%26` is not `&` there.
package struct ResourceNames {
    /// The last URL that libcurl has parsed, up to its path.
    private var lastStart: ByteString = ""
    /// The same part of its name.
    private var lastOrigin: ByteString = ""

    package init() {}

    /// Returns the name of the resource at a URL. `target` is sent in place of path and query.
    ///
    /// Throws if libcurl does not accept the URL.
    package mutating func name(
        of url: ByteString, target: ByteString? = nil, keepsDotSegments: Bool = false
    ) throws(UploadFault) -> ByteString {
        var path = url.bytes[...]
        if isLikeLast(url) {
            path = url.bytes[lastStart.count...]
        } else {
            let parsed = try UploadURL(url, relativeTo: nil, keepsDotSegments: true)
            path = parsed.target[...]
            lastStart = ByteString(bytes: url.bytes[..<url.authority.upperBound])
            lastOrigin = parsed.origin
        }
        let name = lastOrigin + Self.spelled(target?.bytes[...] ?? path)
        guard target == nil, !keepsDotSegments, name.mayHaveDotSegments else { return name }
        return lastOrigin + (try UploadURL(name, relativeTo: nil).target)
    }

    /// Whether the URL differs from the last one that libcurl has parsed only in ordinary
    /// characters of path and query, so that libcurl accepts it, too.
    package func isLikeLast(_ url: ByteString) -> Bool {
        guard !lastStart.isEmpty, url.bytes.starts(with: lastStart.bytes) else { return false }
        let target = url.bytes[lastStart.count...]
        return target.first == UInt8(ascii: "/") && target.allSatisfy(\.isOrdinary)
    }

    /// Path and query with each character of the path in one spelling, without an empty query.
    private static func spelled(_ target: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        if target.allSatisfy({ $0.isUnreserved || $0 == slash }) { return target }
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        let query = target[path.endIndex...]
        let segments = path.split(separator: slash, omittingEmptySubsequences: false)
        let encoded = segments.map {
            PercentEncoding.curlVariable.escaping(WrittenURL.decoded($0))
        }
        var spelled = Array(encoded.joined(separator: [slash]))
        if query.count > 1 { spelled += query.withUppercaseEscapes }
        return spelled[...]
    }
}

extension UploadURL {
    /// Scheme, host in lower case, and the port if it is not the scheme's.
    fileprivate var origin: ByteString {
        ByteString("\(scheme)://") + ByteString(bytes: authority.map(\.lowercased))
    }
}

extension UInt8 {
    /// RFC 3986 §2.3
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isLetterOrDigit
        }
    }

    /// A character that libcurl accepts anywhere in a path and a query, and that ends neither.
    fileprivate var isOrdinary: Bool { self > 0x20 && self != 0x7F && self != UInt8(ascii: "#") }
}

extension ByteString {
    /// Whether a segment begins with a dot, and so may be `.` or `..`.
    fileprivate var mayHaveDotSegments: Bool {
        zip(self, dropFirst()).contains { $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: ".") }
    }
}

extension ArraySlice<UInt8> {
    /// With `%2F` in place of `%2f`.
    fileprivate var withUppercaseEscapes: [UInt8] {
        var bytes = Array(self)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            for digit in bytes.indices[(index + 1)...].prefix(2)
            where bytes[digit].isHexadecimal && bytes[digit].isLetter {
                bytes[digit] &= ~0x20
            }
        }
        return bytes
    }
}
