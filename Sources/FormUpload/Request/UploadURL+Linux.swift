#if os(Linux)
    import CURLHooks
    import FormEncoding
    import Glibc

    /// Parses URLs by libcurl; `nil` if its functions cannot be found, for example when linked
    /// statically.
    extension UploadURL {
        init?(
            curl reference: ByteString, relativeTo base: ByteString?, _ keepsDotSegments: Bool
        ) throws(UploadError) {
            var code = Self.notSet
            let resolved = base.withCString { base in
                reference.withCString { curlhooks_url_resolve(base, $0, keepsDotSegments, &code) }
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
            taken(curlhooks_url_part(url, number))?.bytes ?? []
        }

        static func curlReferer(_ url: ByteString) -> ByteString? {
            url.withCString { taken(curlhooks_url_for_referer($0)) }
        }

        static func curlURL(
            _ url: ByteString, withCredentialsOf other: ByteString
        ) -> ByteString? {
            url.withCString { url in
                other.withCString { taken(curlhooks_url_with_credentials(url, $0)) }
            }
        }

        /// Copies a string of libcurl, and frees the original.
        private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> ByteString? {
            guard let text else { return nil }
            defer { free(text) }
            return ByteString(cString: text)
        }
    }

    extension ByteString {
        fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
            cString.withUnsafeBufferPointer { buffer in
                // The terminating NUL makes sure that there is a first element.
                withUnsafePointer(to: 0) { empty in body(buffer.baseAddress ?? empty) }
            }
        }
    }

    extension ByteString? {
        fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
            guard let self else { return body(nil) }
            return self.withCString { body($0) }
        }
    }
#endif
