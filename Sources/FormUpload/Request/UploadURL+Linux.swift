#if os(Linux)
    import Libcurl
    import FormEncoding
    import Glibc

    /// Parses URLs by libcurl; `nil` if its functions cannot be found, for example when linked
    /// statically.
    extension UploadURL {
        init?(
            curl reference: ByteString, relativeTo base: ByteString?, _ keepsDotSegments: Bool
        ) throws(UploadError) {
            var code = Self.notSet
            let resolved = base.withCString {
                libcurl_url_resolve($0, reference.cString, keepsDotSegments, &code)
            }
            guard let resolved else {
                if code == Self.notSet { return nil }
                guard code == Self.unsupportedScheme else { throw .malformedURL(reference) }
                let scheme = reference.bytes.prefix { $0 != UInt8(ascii: ":") }
                throw .unsupportedScheme(ByteString(bytes: scheme))
            }
            defer { free(resolved) }
            text = ByteString(cString: resolved)
            let parts = Self.parts(
                [Self.scheme, Self.host, Self.port, Self.path, Self.query], of: resolved
            )
            .map { $0?.bytes ?? [] }
            scheme = String(decoding: parts[0], as: UTF8.self).lowercased()
            host = String(decoding: parts[1], as: UTF8.self)
            port = String(decoding: parts[2], as: UTF8.self)
            let mark = parts[4].isEmpty ? [] : [UInt8(ascii: "?")]
            target = parts[3] + mark + parts[4]
        }

        /// No `CURLUcode`: libcurl has not been asked.
        private static let notSet = Int32.min
        /// `CURLUE_UNSUPPORTED_SCHEME`
        private static let unsupportedScheme: Int32 = 5

        /// Parts by their `CURLUPart`; the port defaults to the scheme's.
        private static func parts(
            _ numbers: [Int32], of url: UnsafePointer<CChar>
        ) -> [ByteString?] {
            var values = [UnsafeMutablePointer<CChar>?](repeating: nil, count: numbers.count)
            libcurl_url_parts(url, numbers, &values, values.count)
            return values.map(taken)
        }

        static func curlURL(withoutCredentialsAndFragment url: ByteString) -> ByteString? {
            [fragment, options, password, user].reduce(url) { url, part in
                url.flatMap { taken(libcurl_url_with_part($0.cString, part, nil)) }
            }
        }

        /// With the login of another URL, if it has none.
        static func curlURL(
            _ url: ByteString, withCredentialsOf other: ByteString
        ) -> ByteString? {
            var code = notSet
            let whole = taken(libcurl_url_resolve(nil, url.cString, true, &code))
            guard parts([user], of: url.cString) == [nil] else { return whole }
            let login = [user, password, options]
            return zip(login, parts(login, of: other.cString)).reduce(whole) { url, part in
                guard let url, let value = part.1 else { return url }
                return taken(libcurl_url_with_part(url.cString, part.0, value.cString))
            }
        }

        // `CURLUPART_…`
        private static let (scheme, user, password, options, host, port, path, query, fragment) = (
            Int32(1), Int32(2), Int32(3), Int32(4), Int32(5), Int32(6), Int32(7), Int32(8), Int32(9)
        )

        /// Copies a string of libcurl, and frees the original.
        private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> ByteString? {
            guard let text else { return nil }
            defer { free(text) }
            return ByteString(cString: text)
        }
    }

    extension ByteString? {
        fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
            guard let self else { return body(nil) }
            return self.cString.withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }
#endif
