import FormEncoding

extension UploadURL {
    /// Whether a redirect from here to `other` leads to the same place by another name: it differs,
    /// and only by http becoming https, with any port, by a slash at the end of the path, by `www.`
    /// before the host, or by the letter case of the host.
    ///
    /// A redirect to the very same URL comes after a form was taken: what is there is to be fetched.
    func isSamePlaceRenamed(_ other: UploadURL) -> Bool {
        let isSecured = scheme == "http" && other.scheme == "https"
        guard isSecured || (scheme == other.scheme && port == other.port) else { return false }
        guard isSecured || host != other.host || target != other.target else { return false }
        return bareHost == other.bareHost && segments == other.segments && query == other.query
    }

    /// In small letters, without `www.`.
    private var bareHost: [UInt8] {
        let host = host.utf8.map(\.lowercased)
        let prefix = Array("www.".utf8)
        return host.starts(with: prefix) ? Array(host.dropFirst(prefix.count)) : host
    }

    /// The path between its slashes, decoded: servers escape more than users do.
    private var segments: [[UInt8]] {
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if segments.count > 1, segments.last?.isEmpty == true { segments.removeLast() }
        return segments.map(WrittenURL.decoded)
    }

    private var path: ArraySlice<UInt8> { target.prefix { $0 != UInt8(ascii: "?") } }

    private var query: ArraySlice<UInt8> { target[path.endIndex...] }
}
