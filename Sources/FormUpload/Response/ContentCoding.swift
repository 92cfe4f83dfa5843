import FormEncoding

#if os(Linux)
    import Libcurl
#endif

/// The content codings that are asked for and decoded with `UploadOptions.acceptsCompressed`.
enum ContentCoding: CaseIterable {
    // In the order in which libcurl asks for them.
    case deflate, gzip, brotli, zstd

    /// The coding of this name, without regard to case (RFC 9110 §8.4.1).
    init?(named name: ByteString) {
        switch name.description.lowercased() {
        case "deflate": self = .deflate
        case "gzip", "x-gzip": self = .gzip
        case "br": self = .brotli
        case "zstd": self = .zstd
        default: return nil
        }
    }

    private var name: String {
        switch self {
        case .deflate: "deflate"
        case .gzip: "gzip"
        case .brotli: "br"
        case .zstd: "zstd"
        }
    }

    #if os(Linux)
        /// The value of `Accept-Encoding`: the codings whose libraries the process has; `nil` for none.
        static let accepted: ByteString? = {
            let names = allCases.filter { libcurl_can_decode($0.number) }.map(\.name)
            return names.isEmpty ? nil : ByteString(names.joined(separator: ", "))
        }()

        var number: libcurl_coding {
            switch self {
            case .deflate: LIBCURL_DEFLATE
            case .gzip: LIBCURL_GZIP
            case .brotli: LIBCURL_BROTLI
            case .zstd: LIBCURL_ZSTD
            }
        }
    #else
        /// The value that stands for URLSession's own.
        static let accepted: ByteString? = "deflate, gzip, br"
    #endif
}
