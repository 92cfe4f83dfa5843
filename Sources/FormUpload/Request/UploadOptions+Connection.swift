import FormEncoding

/// Options that need libcurl under URLSession: elsewhere than on Linux an upload with one of them is refused
/// (`UploadError.needsHooks`).
extension UploadOptions {
    /// The URL of a proxy, such as `http://user:password@proxy.example:3128` or `socks5h://…`; nil takes
    /// that of the environment, and an empty text none.
    public var proxy: ByteString? {
        get { string(.proxy) }
        set { set(.proxy, newValue) }
    }

    /// A PEM file with the certificate by which the client says who it is, and with its key unless that is
    /// in `clientKey`.
    public var clientCertificate: ByteString? {
        get { string(.certificate) }
        set { set(.certificate, newValue) }
    }

    /// A PEM file with the key of `clientCertificate`.
    public var clientKey: ByteString? {
        get { string(.key) }
        set { set(.key, newValue) }
    }

    /// The passphrase of the key.
    public var clientKeyPassword: ByteString? {
        get { string(.keyPassword) }
        set { set(.keyPassword, newValue) }
    }

    /// The highest speed of sending, in bytes per second.
    public var bytesPerSecond: Int64? {
        get { number(.sendSpeed) }
        set { set(.sendSpeed, newValue) }
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
            set(.httpVersion, number)
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
            case nil: set(.userPassword, nil as ByteString?)
            case .basic(let user, let password)?, .digest(let user, let password)?:
                set(.userPassword, ByteString("\(user):\(password)"))
            }
            let isDigest = if case .digest? = newValue { true } else { false }
            set(.httpAuthentication, isDigest ? Authentication.digest.rawValue : nil)
        }
    }

    /// `CURL_HTTP_VERSION_1_1`, `CURL_HTTP_VERSION_2TLS`
    private static let (version1, version2): (Int64, Int64) = (2, 4)

    private mutating func set(_ option: CURLSetting.Option, _ text: ByteString?) {
        set(option, text.map { .string($0) })
    }

    private mutating func set(_ option: CURLSetting.Option, _ number: Int64?) {
        set(option, number.map { .number($0) })
    }

    private mutating func set(_ option: CURLSetting.Option, _ value: CURLSetting.Value?) {
        curlSettings.removeAll { $0.option == option }
        if let value { curlSettings.append(CURLSetting(option, value)) }
    }
}
