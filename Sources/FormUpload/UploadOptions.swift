import FormEncoding

/// How a request is sent.
public struct UploadOptions: Sendable {
    /// The `User-Agent` field.
    public var userAgent: ByteString = "FormUpload"
    /// Whether a certificate must be trusted and fit the host (curl's `-k` says no). Linux needs
    /// the hooks for a no.
    public var verifiesCertificates = true
    /// A PEM file of certificate authorities to trust in place of the system's (`--cacert`).
    public var certificateAuthorities: ByteString?
    /// The longest time for everything (`-m`); none by default.
    public var maximumTime: Duration?
    /// Whether `UploadEvent.wire` is reported (`-v`).
    public var reportsWire = false
    /// Whether libcurl may be spoken to under URLSession; `false` leaves URLSession as it comes.
    package var usesHooks = true

    public init() {}
}
