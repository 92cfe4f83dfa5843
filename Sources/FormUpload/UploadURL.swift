import FormEncoding

#if os(Linux)
    import CURLHooks
    import Glibc
#else
    import Foundation
#endif

/// An absolute URL, read as the transport reads it: on Linux by libcurl.
struct UploadURL {
    let text: ByteString
    /// In lower case.
    let scheme: String
    /// As it was written.
    let host: String
    private let port: String
    /// Path and query, as they stand in a request line.
    let target: [UInt8]
}

#if os(Linux)
    extension UploadURL {
        /// `reference` on top of `base`; without one, as a user writes it on a command line.
        init(
            _ reference: ByteString, relativeTo base: ByteString?, keepsDotSegments: Bool = false
        ) throws(UploadError) {
            // C strings end at a NUL; libcurl takes some of the others for blanks.
            guard !reference.bytes.contains(where: \.endsHeaderLine) else {
                throw .malformedURL(reference)
            }
            var code: Int32 = 0
            let resolved = base.withCString { base in
                reference.withCString { curlhooks_url_resolve(base, $0, keepsDotSegments, &code) }
            }
            guard let resolved else {
                guard code == Self.unsupportedScheme else { throw .malformedURL(reference) }
                let scheme = reference.bytes.prefix { $0 != UInt8(ascii: ":") }
                throw .unsupportedScheme(ByteString(bytes: scheme))
            }
            defer { free(resolved) }
            text = ByteString(
                bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
            scheme = Self.part(1, of: resolved).lowercased()
            host = Self.part(5, of: resolved)
            port = Self.part(6, of: resolved)
            let query = Self.part(8, of: resolved)
            target = Array((Self.part(7, of: resolved) + (query.isEmpty ? "" : "?" + query)).utf8)
        }

        /// `CURLUE_UNSUPPORTED_SCHEME`
        private static let unsupportedScheme: Int32 = 5

        /// A part by its `CURLUPart`; a port that is not written is the scheme's.
        private static func part(_ number: Int32, of url: UnsafePointer<CChar>) -> String {
            guard let part = curlhooks_url_part(url, number) else { return "" }
            defer { free(part) }
            return String(cString: part)
        }

        /// The URL as `Referer` has it: without user, password and fragment.
        static func referer(_ url: ByteString) -> ByteString {
            url.withCString { taken(curlhooks_url_for_referer($0)) } ?? ""
        }

        /// The URL, with the user and the password of `other` if it has none of its own.
        static func withCredentials(_ url: ByteString, of other: ByteString) -> ByteString {
            url.withCString { url in
                other.withCString { taken(curlhooks_url_with_credentials(url, $0)) }
            } ?? url
        }

        /// A string of libcurl's, which is freed.
        private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> ByteString? {
            guard let text else { return nil }
            defer { free(text) }
            return ByteString(bytes: UnsafeRawBufferPointer(start: text, count: strlen(text)))
        }
    }

    extension ByteString {
        fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
            (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
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
#else
    extension UploadURL {
        /// `reference` on top of `base`; without one, as a user writes it on a command line.
        init(
            _ reference: ByteString, relativeTo base: ByteString?, keepsDotSegments: Bool = false
        ) throws(UploadError) {
            let baseURL = base.flatMap { URL(string: $0.description) }
            guard let url = URL(string: reference.description, relativeTo: baseURL)?.absoluteURL,
                let scheme = url.scheme?.lowercased(), let host = url.host
            else { throw .malformedURL(reference) }
            text = ByteString(url.absoluteString)
            self.scheme = scheme
            self.host = host
            port = url.port.map(String.init) ?? (scheme == "https" ? "443" : "80")
            let path = url.path.isEmpty ? "/" : url.path
            target = Array((path + (url.query.map { "?" + $0 } ?? "")).utf8)
        }

        /// The URL as `Referer` has it: without user, password and fragment.
        static func referer(_ url: ByteString) -> ByteString {
            var parts = URLComponents(string: url.description)
            parts?.user = nil
            parts?.password = nil
            parts?.fragment = nil
            return ByteString(parts?.string ?? "")
        }

        /// The URL, with the user and the password of `other` if it has none of its own.
        static func withCredentials(_ url: ByteString, of other: ByteString) -> ByteString {
            var parts = URLComponents(string: url.description)
            let source = URLComponents(string: other.description)
            guard parts?.user == nil else { return url }
            parts?.percentEncodedUser = source?.percentEncodedUser
            parts?.percentEncodedPassword = source?.percentEncodedPassword
            return parts?.string.map { ByteString($0) } ?? url
        }
    }
#endif

extension UploadURL {
    /// The host, and the port where it is not the scheme's own, as `Host` has them.
    var authority: [UInt8] {
        Array((host + (port == (scheme == "https" ? "443" : "80") ? "" : ":" + port)).utf8)
    }

    /// Whether both have the same scheme, host and port: what credentials are for.
    func isSameOrigin(as other: UploadURL) -> Bool {
        scheme == other.scheme && isSameHost(as: other) && port == other.port
    }

    /// Without regard to the case of ASCII letters (RFC 3986 §6.2.2.1), and to no other likeness.
    func isSameHost(as other: UploadURL) -> Bool {
        host.utf8.map(\.lowercased) == other.host.utf8.map(\.lowercased)
    }
}
