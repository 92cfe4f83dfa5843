import FormEncoding
import Foundation

/// Parses URLs by Foundation, if libcurl is not available. Dot segments are always resolved.
extension UploadURL {
    init(
        foundation reference: ByteString, relativeTo base: ByteString?
    ) throws(UploadError) {
        let whole = base == nil ? WrittenURL(reference).text : reference
        let baseURL = base.flatMap { URL(string: WrittenURL($0).text.description) }
        guard String(bytes: whole.bytes, encoding: .utf8) != nil,
            let url = URL(string: whole.description, relativeTo: baseURL)?.absoluteURL.standardized,
            let scheme = url.scheme?.lowercased(), let host = url.host(), !host.isEmpty,
            url.port.map({ (0...65535).contains($0) }) ?? true
        else { throw .malformedURL(reference) }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            throw .malformedURL(reference)
        }
        parts.scheme = scheme
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        guard let text = parts.string else { throw .malformedURL(reference) }
        self.text = ByteString(text)
        self.scheme = scheme
        self.host = host.contains(":") ? "[\(host)]" : host
        port = url.port.map(String.init) ?? (scheme == "https" ? "443" : "80")
        target = Array(
            (parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")).utf8)
    }

    static func foundationURL(withoutCredentialsAndFragment url: ByteString) -> ByteString {
        var parts = URLComponents(string: url.description)
        parts?.user = nil
        parts?.password = nil
        parts?.fragment = nil
        return ByteString(parts?.string ?? "")
    }

    static func foundationURL(
        _ url: ByteString, withCredentialsOf other: ByteString
    ) -> ByteString {
        var parts = URLComponents(string: url.description)
        let source = URLComponents(string: WrittenURL(other).text.description)
        guard parts?.user == nil else { return url }
        parts?.percentEncodedUser = source?.percentEncodedUser
        parts?.percentEncodedPassword = source?.percentEncodedPassword
        return parts?.string.map { ByteString($0) } ?? url
    }
}
