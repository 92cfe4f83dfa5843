import FormEncoding

/// How requests are sent: a value of an `Uploader`. Descriptions have no secrets.
public struct UploadOptions: Sendable, Equatable {
    /// Header fields of every request that has no field of the same name, such as an `Authorization`; a redirect to
    /// another host does not get those that look like credentials. Fields about a body, such as `Content-Type`, are
    /// left out: they belong to a request.
    public var headers: [String: String] = [:]
    package var userAgentBytes: ByteString? = "FormUpload"
    /// Which redirects are followed; by default none.
    public var redirects = RedirectPolicy()
    /// When a request is sent again; by default never.
    public var retry = RetryPolicy()
    /// How long an attempt and its phases may take.
    public var limits = UploadLimits()
    /// Whether the server's certificate is verified; true by default.
    public var verifiesCertificates = true
    /// Further options of libcurl, set last.
    package var curlSettings: [CURLSetting] = []
    package var reportsWire = false
    /// Whether a transfer goes through the hooks; `false`, for tests, uses plain URLSession, as other
    /// systems do.
    package var usesHooks = true

    /// Options with these values; all others are the defaults that the properties name.
    public init(
        headers: [String: String] = [:], userAgent: String? = "FormUpload",
        redirects: RedirectPolicy = RedirectPolicy(), retry: RetryPolicy = RetryPolicy(),
        limits: UploadLimits = UploadLimits(), verifiesCertificates: Bool = true,
        certificateAuthorities: PEM? = nil, clientIdentity: ClientIdentity? = nil,
        login: Login? = nil, proxy: String? = nil, proxyLogin: Login? = nil,
        httpVersion: HTTPVersion? = nil, bytesPerSecond: Int64? = nil,
        acceptsCompressed: Bool = false, keepsCookies: Bool = false
    ) {
        (self.headers, userAgentBytes) = (headers, userAgent.map { ByteString($0) })
        (self.redirects, self.retry, self.limits) = (redirects, retry, limits)
        self.verifiesCertificates = verifiesCertificates
        self.certificateAuthorities = certificateAuthorities
        (self.clientIdentity, self.login) = (clientIdentity, login)
        (self.proxy, self.proxyLogin) = (proxy, proxyLogin)
        (self.httpVersion, self.bytesPerSecond) = (httpVersion, bytesPerSecond)
        (self.acceptsCompressed, self.keepsCookies) = (acceptsCompressed, keepsCookies)
    }

    /// The `User-Agent` field, by default `FormUpload`; nil sends none.
    public var userAgent: String? {
        get { userAgentBytes?.description }
        set { userAgentBytes = newValue.map { ByteString($0) } }
    }

    /// Whether a response compressed with gzip or deflate is requested, and decoded. A response
    /// that was cut short or cannot be decoded is an error (`.badServerResponse`).
    public var acceptsCompressed: Bool {
        get { string(.acceptEncoding) != nil }
        set { set(.acceptEncoding, newValue ? .codings : nil) }
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
/// (`.unsupportedOption`).
extension UploadOptions {
    /// The URL of a proxy, such as `http://proxy.example:3128` or `socks5h://…`; nil, the default, takes that of the
    /// environment, and an empty text none.
    public var proxy: String? {
        get { string(.proxy)?.description }
        set { set(.proxy, newValue.map { .string(ByteString($0)) }) }
    }

    /// The login for the proxy.
    public var proxyLogin: Login? {
        get {
            login(.proxyUserPassword, .proxyAuthentication)?.mapped { WrittenURL.decoded($0[...]) }
        }
        set {
            // libcurl decodes it.
            let escaped = newValue?.mapped { PercentEncoding.curlVariable.escaping($0) }
            set(escaped, .proxyUserPassword, .proxyAuthentication)
        }
    }

    /// The login for a server that asks for one; a user's name has no colon.
    public var login: Login? {
        get { login(.userPassword, .httpAuthentication) }
        set { set(newValue, .userPassword, .httpAuthentication) }
    }

    /// The certificate authorities to trust in place of those in the system's file. A libcurl with a directory of
    /// certificates (Debian's) trusts that, too.
    public var certificateAuthorities: PEM? {
        get { pem(.caInfo, .caData) }
        set { set(newValue, .caInfo, .caData) }
    }

    /// The certificate with which the client identifies itself to servers.
    public var clientIdentity: ClientIdentity? {
        get {
            pem(.certificate, .certificateData).map {
                ClientIdentity($0, pem(.key, .keyData), passphrase: string(.keyPassword))
            }
        }
        set {
            set(newValue?.certificate, .certificate, .certificateData)
            set(newValue?.key, .key, .keyData)
            set(.keyPassword, newValue?.passphrase.map { .string($0) })
        }
    }

    /// Whether cookies that servers set are kept, and sent with the later requests of the uploader and its copies;
    /// false by default.
    public var keepsCookies: Bool {
        get { curlSettings.contains { $0.option == .cookieFile || $0.option == .cookieJar } }
        // No file is read, and cookies are kept.
        set { set(.cookieFile, newValue ? .string("") : nil) }
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

        /// `CURL_HTTP_VERSION_1_1`, `CURL_HTTP_VERSION_2TLS`
        fileprivate var number: Int64 { self == .http1 ? 2 : 4 }
    }

    /// The version of HTTP; nil leaves the choice to libcurl.
    public var httpVersion: HTTPVersion? {
        get { [.http1, .http2].first { $0.number == number(.httpVersion) } }
        set { set(.httpVersion, newValue.map { .number($0.number) }) }
    }

    /// In the order of their numbers, so that options are equal in whatever order they were set.
    private mutating func set(_ option: CURLSetting.Option, _ value: CURLSetting.Value?) {
        curlSettings.removeAll { $0.option == option }
        guard let value else { return }
        let place = curlSettings.firstIndex { $0.option.rawValue > option.rawValue }
        curlSettings.insert(CURLSetting(option, value), at: place ?? curlSettings.endIndex)
    }

    private func login(_ words: CURLSetting.Option, _ ways: CURLSetting.Option) -> Login? {
        let isDigest = number(ways) == Authentication.digest.rawValue
        return string(words).flatMap { Login($0, isDigest: isDigest) }
    }

    private mutating func set(
        _ login: Login?, _ words: CURLSetting.Option, _ ways: CURLSetting.Option
    ) {
        set(words, login.map { .string($0.user + ":" + $0.password) })
        set(ways, login?.isDigest == true ? .number(Authentication.digest.rawValue) : nil)
    }

    private func pem(_ file: CURLSetting.Option, _ data: CURLSetting.Option) -> PEM? {
        if let path = string(file) { return .file(path) }
        if case .data(let data)? = value(of: data) { return .data(data) }
        return nil
    }

    private mutating func set(
        _ pem: PEM?, _ file: CURLSetting.Option, _ data: CURLSetting.Option
    ) {
        set(file, pem?.path.map { .string($0) })
        set(data, pem?.data.map { .data($0) })
    }
}

extension UploadOptions: Described {
    /// All options of an app, without secrets.
    package var shown: KeyValuePairs<String, Any> {
        [
            "headers": headers.keys.sorted(), "userAgent": userAgent as Any, "redirects": redirects,
            "retry": retry, "limits": limits, "verifiesCertificates": verifiesCertificates,
            "certificateAuthorities": certificateAuthorities as Any,
            "clientIdentity": clientIdentity as Any, "login": login as Any,
            "proxy": string(.proxy)?.masked.description as Any, "proxyLogin": proxyLogin as Any,
            "httpVersion": httpVersion as Any, "bytesPerSecond": bytesPerSecond as Any,
            "acceptsCompressed": acceptsCompressed, "keepsCookies": keepsCookies,
        ]
    }
}
