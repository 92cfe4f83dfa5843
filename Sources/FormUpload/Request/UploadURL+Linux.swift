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
            scheme = Self.part(1, of: resolved).lowercased()
            host = Self.part(5, of: resolved)
            port = Self.part(6, of: resolved)
            let query = Self.bytes(8, of: resolved)
            let mark = query.isEmpty ? [] : [UInt8(ascii: "?")]
            target = Self.bytes(7, of: resolved) + mark + query
        }

        /// No `CURLUcode`: libcurl has not been asked.
        private static let notSet = Int32.min
        /// `CURLUE_UNSUPPORTED_SCHEME`
        private static let unsupportedScheme: Int32 = 5

        /// A part by its `CURLUPart`; the port defaults to the scheme's.
        private static func part(_ number: Int32, of url: UnsafePointer<CChar>) -> String {
            String(decoding: bytes(number, of: url), as: UTF8.self)
        }

        private static func bytes(_ number: Int32, of url: UnsafePointer<CChar>) -> [UInt8] {
            taken(libcurl_url_part(url, number))?.bytes ?? []
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
            guard taken(libcurl_url_part(url.cString, user)) == nil else { return whole }
            return [user, password, options].reduce(whole) { url, part in
                guard let url, let value = taken(libcurl_url_part(other.cString, part))
                else { return url }
                return taken(libcurl_url_with_part(url.cString, part, value.cString))
            }
        }

        // `CURLUPART_…`
        private static let (user, password, options, fragment) = (
            Int32(2), Int32(3), Int32(4), Int32(9)
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
