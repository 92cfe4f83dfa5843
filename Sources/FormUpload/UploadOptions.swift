import FormEncoding

/// How a request is sent.
public struct UploadOptions: Sendable {
    /// The `User-Agent` field; `nil` sends none.
    public var userAgent: ByteString? = "FormUpload"
    /// Whether a compressed response is asked for, and decoded (`--compressed`).
    public var acceptsCompressed = false
    public var redirects = RedirectPolicy()
    public var retry = RetryPolicy()
    public var limits = UploadLimits()
    /// Whether a certificate must be trusted and fit the host (curl's `-k` says no). Linux needs
    /// the hooks for a no.
    public var verifiesCertificates = true
    /// A PEM file of certificate authorities to trust in place of the system's (`--cacert`).
    public var certificateAuthorities: ByteString?
    /// Options of libcurl beyond these, set last.
    package var curlSettings: [CURLSetting] = []
    /// Whether `UploadEvent.wire` is reported (`-v`).
    public var reportsWire = false
    /// Whether libcurl may be spoken to under URLSession; `false` leaves URLSession as it comes.
    package var usesHooks = true

    public init() {}
}
