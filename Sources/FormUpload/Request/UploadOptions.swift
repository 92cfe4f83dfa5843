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
    package var reportsWire = false
    /// Whether a transfer goes through the hooks; `false`, for tests, uses plain URLSession, as other
    /// systems do.
    package var usesHooks = true

    /// The defaults above.
    public init() {}

    /// Whether a compressed response is requested, and decoded by libcurl (`CURLOPT_ACCEPT_ENCODING`).
    public var acceptsCompressed: Bool {
        get { string(.acceptEncoding) != nil }
        // The empty text stands for all codings that libcurl decodes.
        set { set(.acceptEncoding, newValue ? .string("") : nil) }
    }

    /// Returns the size of libcurl's upload buffer for a body of this length, in bytes: large for a large body, which
    /// is sent faster with it, and smaller for others, many of which may be sent at a time. With a rate limit it is
    /// libcurl's minimum, since a whole buffer is sent at once.
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

/// Options that need libcurl under URLSession: elsewhere than on Linux an upload with one of them is refused
/// (`UploadError.needsHooks`).
extension UploadOptions {
    /// The URL of a proxy, such as `http://user:password@proxy.example:3128` or `socks5h://…`; nil takes
    /// that of the environment, and an empty text none.
    public var proxy: ByteString? {
        get { string(.proxy) }
        set { set(.proxy, newValue.map { .string($0) }) }
    }

    /// A PEM file with the certificate by which the client says who it is, and with its key unless that is
    /// in `clientKey`.
    public var clientCertificate: ByteString? {
        get { string(.certificate) }
        set { set(.certificate, newValue.map { .string($0) }) }
    }

    /// A PEM file with the key of `clientCertificate`.
    public var clientKey: ByteString? {
        get { string(.key) }
        set { set(.key, newValue.map { .string($0) }) }
    }

    /// The passphrase of the key.
    public var clientKeyPassword: ByteString? {
        get { string(.keyPassword) }
        set { set(.keyPassword, newValue.map { .string($0) }) }
    }

    /// The highest speed of sending, in bytes per second.
    public var bytesPerSecond: Int64? {
        get { number(.sendSpeed) }
        set { set(.sendSpeed, newValue.map { .number($0) }) }
    }

    /// A version of HTTP.
    public enum HTTPVersion: Sendable {
        /// HTTP/1.1
        case http1
        /// HTTP/2 by TLS, where the server has it; HTTP/1.1 otherwise.
        case http2
    }

    /// The version of HTTP; nil leaves the choice to libcurl.
    public var httpVersion: HTTPVersion? {
        get {
            switch number(.httpVersion) {
            case Self.version1: .http1
            case Self.version2: .http2
            default: nil
            }
        }
        set {
            let number = newValue.map { $0 == .http1 ? Self.version1 : Self.version2 }
            set(.httpVersion, number.map { .number($0) })
        }
    }

    /// A login with which a server that asks for one is answered.
    public enum Login: Sendable, Equatable {
        /// The password is sent with each request (RFC 7617).
        case basic(user: String, password: String)
        /// The password is not sent (RFC 7616): a request without the body asks for a challenge first.
        case digest(user: String, password: String)
    }

    /// The login; a user's name has no colon.
    public var login: Login? {
        get {
            guard
                let words = string(.userPassword)?.split(
                    separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false),
                words.count == 2
            else { return nil }
            let (user, password) = (
                ByteString(words[0]).description, ByteString(words[1]).description
            )
            return authentication == .digest
                ? .digest(user: user, password: password) : .basic(user: user, password: password)
        }
        set {
            switch newValue {
            case nil: set(.userPassword, nil)
            case .basic(let user, let password)?, .digest(let user, let password)?:
                set(.userPassword, .string(ByteString("\(user):\(password)")))
            }
            let isDigest = if case .digest? = newValue { true } else { false }
            set(.httpAuthentication, isDigest ? .number(Authentication.digest.rawValue) : nil)
        }
    }

    /// `CURL_HTTP_VERSION_1_1`, `CURL_HTTP_VERSION_2TLS`
    private static let (version1, version2): (Int64, Int64) = (2, 4)

    private mutating func set(_ option: CURLSetting.Option, _ value: CURLSetting.Value?) {
        curlSettings.removeAll { $0.option == option }
        if let value { curlSettings.append(CURLSetting(option, value)) }
    }
}
