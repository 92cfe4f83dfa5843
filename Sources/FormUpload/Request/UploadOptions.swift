import FormEncoding

/// How a request is sent.
public struct UploadOptions: Sendable {
    /// The `User-Agent` field; `nil` sends none.
    public var userAgent: ByteString? = "FormUpload"
    /// Which redirects are followed; by default none.
    public var redirects = RedirectPolicy()
    /// When a request is sent again; by default never.
    public var retry = RetryPolicy()
    /// How long a transfer may take.
    public var limits = UploadLimits()
    /// Whether the certificate is verified.
    public var verifiesCertificates = true
    /// A PEM file of certificate authorities to trust in place of the system's.
    public var certificateAuthorities: ByteString?
    /// Further options of libcurl, set last.
    package var curlSettings: [CURLSetting] = []
    /// Whether `TransferEvent.wire` is reported (`-v`).
    package var reportsWire = false
    /// Whether a transfer goes through the hooks; `false`, for tests, uses plain URLSession, as other
    /// systems do.
    package var usesHooks = true

    /// The defaults above.
    public init() {}
}

extension UploadOptions {
    /// Whether a compressed response is requested, and decoded by libcurl (`CURLOPT_ACCEPT_ENCODING`).
    public var acceptsCompressed: Bool {
        get { string(.acceptEncoding) != nil }
        set {
            curlSettings.removeAll { $0.option == .acceptEncoding }
            // The empty text stands for all codings that libcurl decodes.
            if newValue { curlSettings.append(CURLSetting(.acceptEncoding, .string(""))) }
        }
    }

    /// libcurl's upload buffer for a body of this length, in bytes. Measured on loopback: 2 GiB take
    /// 0.46 s with that of large bodies, 0.6 s with 256 KiB or 512 KiB and 0.75 s with that of others,
    /// many of which may be sent at a time. With a rate limit it is libcurl's minimum, since a whole
    /// buffer is sent at once.
    func uploadBufferSize(for length: Int64?) -> Int64 {
        guard sendingRate == nil else { return Self.smallestBuffer }
        return (length ?? 0) > 16 << 20 ? 384 << 10 : 128 << 10
    }

    private static let smallestBuffer: Int64 = 16 << 10

    /// In bytes a second (`--limit-rate`).
    private var sendingRate: Int64? {
        number(.sendSpeed).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The limits for the watchdog: with a rate limit libcurl pauses after each buffer, which is
    /// not a stall.
    var watchedLimits: UploadLimits {
        var limits = limits
        if let stall = limits.stall, let sendingRate {
            let pause = Duration.seconds(4 * Double(Self.smallestBuffer) / Double(sendingRate))
            limits.stall = max(stall, pause)
        }
        return limits
    }
}
