import FormEncoding
import Foundation

#if os(Linux)
    import Libcurl
#endif

/// An absolute URL, as the transport reads it: by libcurl if available, else by Foundation.
package struct UploadURL {
    private let parts: WrittenURL

    var text: ByteString { parts.text }
    var scheme: String { parts.scheme }
    var port: Int { parts.port }
    /// Path and query, as in a request line.
    var target: [UInt8] { parts.target }

    /// Without the zone of an address, as in `[fe80::1%25eth0]`.
    var host: String {
        let host = parts.host
        guard host.last == "]", let zone = host.firstIndex(of: "%") else { return host }
        return host[..<zone] + "]"
    }

    /// Resolves `reference` against `base`; without a base, parses it as on a command line.
    init(
        _ reference: ByteString, relativeTo base: ByteString?, keepsDotSegments: Bool = false
    ) throws(UploadFault) {
        // As the transfer reads it, with CURLOPT_DEFAULT_PROTOCOL http.
        let written = base == nil ? WrittenURL(reference).text : reference
        // C strings end at a NUL; libcurl reads some control characters as blanks.
        guard !written.bytes.contains(where: \.endsHeaderLine), !written.hasDoubtfulHost else {
            throw .malformedURL(reference)
        }
        parts = WrittenURL(
            try Self.resolved(written, relativeTo: base, keepsDotSegments: keepsDotSegments))
        guard !parts.text.bytes[parts.text.authority].contains(where: { $0 <= 0x20 }) else {
            throw .malformedURL(reference)
        }
    }

    /// Resolves the URLs without their fragments: libcurl 7.88 reads `#f` as an empty path, and
    /// finds the last slash of a base in its fragment. It also drops the mark of an empty query.
    private static func resolved(
        _ reference: ByteString, relativeTo base: ByteString?, keepsDotSegments: Bool
    ) throws(UploadFault) -> ByteString {
        var source = reference.withoutFragment
        let fragment = reference.dropFirst(source.count)
        var base = base.map { WrittenURL($0).text.withoutFragment }
        if source.isEmpty, let same = base {
            source = same
            base = nil
        }
        var url = try resolvedWithoutFragment(
            source, relativeTo: base, keepsDotSegments: keepsDotSegments)
        let mark = UInt8(ascii: "?")
        if source.firstIndex(of: mark) == source.count - 1, !url.contains(mark) {
            url.append(mark)
        }
        return url + fragment
    }

    private static func resolvedWithoutFragment(
        _ reference: ByteString, relativeTo base: ByteString?, keepsDotSegments: Bool
    ) throws(UploadFault) -> ByteString {
        #if os(Linux)
            // No `CURLUcode`: libcurl has not been asked, for example since it is linked statically.
            let notAsked = Int32.min
            var code = notAsked
            let text = libcurl_url_resolve(
                base?.cString, reference.cString, keepsDotSegments, &code)
            if let text {
                defer { free(text) }
                return ByteString(cString: text)
            }
            // `CURLUE_UNSUPPORTED_SCHEME`
            if code == 5 {
                let scheme = reference.bytes.prefix { $0 != UInt8(ascii: ":") }
                throw .unsupportedScheme(ByteString(bytes: scheme))
            }
            if code != notAsked { throw .malformedURL(reference) }
        #endif
        return try resolvedByFoundation(reference, base)
    }

    /// Dot segments are always resolved.
    static func resolvedByFoundation(
        _ reference: ByteString, _ base: ByteString?
    ) throws(UploadFault) -> ByteString {
        let whole = base == nil ? WrittenURL(reference).text : reference
        let baseURL = base.flatMap { URL(string: WrittenURL($0).text.description) }
        guard String(bytes: whole.bytes, encoding: .utf8) != nil,
            let url = URL(string: whole.description, relativeTo: baseURL)?.absoluteURL.standardized,
            let scheme = url.scheme, url.host()?.isEmpty == false,
            url.port.map({ (0...65535).contains($0) }) ?? true,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { throw .malformedURL(reference) }
        parts.scheme = scheme.lowercased()
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        guard let text = parts.string else { throw .malformedURL(reference) }
        return ByteString(text)
    }

    /// The URL in full: with a scheme, and as the transport reads it.
    static func absolute(_ url: ByteString) -> ByteString {
        (try? UploadURL(url, relativeTo: nil))?.text ?? url
    }

    static func withoutCredentialsAndFragment(_ url: ByteString) -> ByteString {
        let whole = try? UploadURL(url, relativeTo: nil, keepsDotSegments: true)
        let written = WrittenURL(whole?.text ?? url)
        return "\(written.scheme)://" + written.place + written.target
    }

    /// The URL with the user and password of `other`, unless it has its own.
    static func withCredentials(_ url: ByteString, of other: ByteString) -> ByteString {
        guard WrittenURL(url).userinfo == nil, let userinfo = WrittenURL(other).userinfo else {
            return url
        }
        var bytes = url.bytes
        bytes.insert(contentsOf: userinfo + [UInt8(ascii: "@")], at: url.authority.lowerBound)
        return ByteString(bytes: bytes)
    }

    /// The host, with the port if it is not the scheme's default, for the `Host` field.
    var authority: [UInt8] {
        Array((host + (port == parts.defaultPort ? "" : ":\(port)")).utf8)
    }

    /// Whether both have the same scheme, host and port; credentials are sent to one such origin.
    func isSameOrigin(as other: UploadURL) -> Bool {
        scheme == other.scheme && isSameHost(as: other) && port == other.port
    }

    /// Ignores the case of ASCII letters only (RFC 3986 §6.2.2.1).
    func isSameHost(as other: UploadURL) -> Bool {
        host.utf8.map(\.lowercased) == other.host.utf8.map(\.lowercased)
    }
}
