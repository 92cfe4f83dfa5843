import FormEncoding

/// An absolute URL, parsed as the transport parses it: by libcurl if available, else by Foundation.
struct UploadURL {
    let text: ByteString
    /// In lower case.
    let scheme: String
    /// As it was written.
    let host: String
    let port: String
    /// Path and query, as in a request line.
    let target: [UInt8]
}

extension UploadURL {
    /// Resolves `reference` against `base`; without a base, parses it as on a command line.
    init(
        _ reference: ByteString, relativeTo base: ByteString?, keepsDotSegments: Bool = false
    ) throws(UploadError) {
        // C strings end at a NUL; libcurl reads some control characters as blanks.
        guard !reference.bytes.contains(where: \.endsHeaderLine) else {
            throw .malformedURL(reference)
        }
        #if os(Linux)
            let read = try UploadURL(curl: reference, relativeTo: base, keepsDotSegments)
        #else
            let read: UploadURL? = nil
        #endif
        if let read {
            self = read
        } else {
            try self.init(foundation: reference, relativeTo: base)
        }
    }

    /// The URL in full: with a scheme, and as the transport reads it.
    static func absolute(_ url: ByteString) -> ByteString {
        (try? UploadURL(url, relativeTo: nil))?.text ?? url
    }

    /// The URL without user, password and fragment, as `Referer` has it.
    static func withoutCredentialsAndFragment(_ url: ByteString) -> ByteString {
        #if os(Linux)
            if let rest = curlURL(withoutCredentialsAndFragment: url) { return rest }
        #endif
        return foundationURL(withoutCredentialsAndFragment: url)
    }

    /// The URL with the user and password of `other`, unless it has its own.
    static func withCredentials(_ url: ByteString, of other: ByteString) -> ByteString {
        #if os(Linux)
            if let whole = curlURL(url, withCredentialsOf: other) { return whole }
        #endif
        return foundationURL(url, withCredentialsOf: other)
    }
}

extension UploadURL {
    /// The host, with the port if it is not the scheme's default, for the `Host` field.
    var authority: [UInt8] {
        Array((host + (port == (scheme == "https" ? "443" : "80") ? "" : ":" + port)).utf8)
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
