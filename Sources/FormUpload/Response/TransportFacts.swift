import FormEncoding

#if os(Linux)
    import CURLHooks
    import Glibc
    import Libcurl
#endif

/// Facts about the transport, for `--version`.
package struct TransportFacts: Equatable, Sendable {
    /// libcurl's version line, with its TLS library and others; `nil` if URLSession does not use
    /// libcurl.
    package var library: String?

    package var protocols: [String]

    package var features: [String]

    package var hooksAreInEffect: Bool

    /// Why uploads cannot go through libcurl, if it is for libcurl.
    package var fault: LibcurlFault?
}

/// Why the system's libcurl is of no use.
package enum LibcurlFault: Equatable, Sendable {
    /// It cannot be opened, for the loader's reason.
    case missing(String)
    /// It lacks functions that are called; its version line.
    case incomplete(String)
}

#if os(Linux)
    extension TransportFacts {
        /// Whether the executable exports the hooks and they are in effect.
        package static let hooksAreInEffect = !isSwitchedOff("HOOKS") && curlhooks_in_effect()

        /// For tests of the behaviour without the hooks or a library.
        private static func isSwitchedOff(_ name: String) -> Bool {
            #if DEBUG
                getenv("FORMPOST_WITHOUT_" + name) != nil
            #else
                false
            #endif
        }

        package static var current: TransportFacts {
            let (fault, bits) = (self.fault, libcurl_features())
            return TransportFacts(
                library: libcurl_version().map { String(cString: $0) },
                protocols: fault != nil ? [] : bits & hasTLS != 0 ? ["http", "https"] : ["http"],
                features: named.filter { bits & $0.value != 0 }.map(\.key),
                hooksAreInEffect: Self.hooksAreInEffect, fault: fault)
        }

        package static var fault: LibcurlFault? {
            if let reason = libcurl_missing() { return .missing(String(cString: reason)) }
            if libcurl_is_complete() { return nil }
            return .incomplete(libcurl_version().map { String(cString: $0) } ?? "libcurl")
        }

        /// The value of `Accept-Encoding`: what a `ContentDecoder` decodes.
        static let codings: ByteString = "deflate, gzip"

        /// Whether a `ContentDecoder` can decode.
        static let canDecode = !isSwitchedOff("LIBZ") && libcurl_can_inflate()

        /// The algorithms of Digest that libcurl supports, in lower case (RFC 7616 §3.3). Before
        /// 8.7.0 it answers SHA-512-256 with SHA-256.
        package static var digestAlgorithms: Set<String> {
            let all: Set = ["md5", "md5-sess", "sha-256", "sha-256-sess"]
            guard libcurl_version_number() >= 0x08_0700 else { return all }
            return all.union(["sha-512-256", "sha-512-256-sess"])
        }

        /// Whether an empty passphrase opens a key that has none: with GnuTLS it does not.
        static let takesEmptyPassphrase = !String(cString: libcurl_tls()).hasPrefix("GnuTLS")

        /// Whether the passphrase opens the private key in a PEM file; `nil` if this is not known. A key that is
        /// not encrypted is opened by any.
        package static func opensKey(_ path: ByteString, with passphrase: ByteString) -> Bool? {
            let answer = libcurl_opens_key(path.cString, passphrase.cString)
            return answer < 0 ? nil : answer == 1
        }

        /// `CURL_VERSION_SSL`
        private static let hasTLS: CInt = 1 << 2

        /// `CURL_VERSION_…`, under the names that `curl --version` gives them.
        private static let named: KeyValuePairs<String, CInt> = [
            "AsynchDNS": 1 << 7, "brotli": 1 << 23, "HTTP2": 1 << 16, "HTTP3": 1 << 25,
            "HTTPS-proxy": 1 << 21, "IDN": 1 << 10, "IPv6": 1 << 0, "libz": 1 << 3,
            "UnixSockets": 1 << 19, "zstd": 1 << 26,
        ]
    }
#else
    extension TransportFacts {
        package static let hooksAreInEffect = false
        package static let fault: LibcurlFault? = nil
        package static let digestAlgorithms: Set = ["md5", "md5-sess"]
        package static func opensKey(_: ByteString, with _: ByteString) -> Bool? { nil }
        /// The value of `Accept-Encoding` that stands for URLSession's own.
        static let codings: ByteString = "deflate, gzip, br"
        package static let current = TransportFacts(
            library: nil, protocols: ["http", "https"], features: [], hooksAreInEffect: false)
    }
#endif
