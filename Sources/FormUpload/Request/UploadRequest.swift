import FormEncoding

/// A request: what is sent, and where to.
public struct UploadRequest: Sendable {
    /// The URL as the user wrote it; without a scheme it is `http`.
    public var url: ByteString
    /// The method; `nil` is `bodyMethod` with a body and GET without one. One that is given is kept
    /// over redirects, as curl's `-X` is.
    public var method: ByteString?
    /// The method with a body where `method` is nil: `POST`, or `PUT` for a file (curl's `-T`).
    public var bodyMethod: ByteString = "POST"
    /// The user's own fields, in order; they replace the default ones of the same name.
    public var headers: [HeaderField]
    /// The body; none sends a request without one.
    public var body: EncodedBody?
    /// The value of `Referer`; `nil` sends none (`-e`).
    public var referer: ByteString?
    /// Whether the credentials among the options are for this host.
    package var sendsCredentials = true
    /// Cookies of responses before, as lines of Netscape's file format.
    package var cookies: [ByteString] = []

    /// A request with a body, or with none if `body` is nil.
    public init(
        url: ByteString, method: ByteString? = nil, headers: [HeaderField] = [],
        body: EncodedBody?
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }

    /// The method that is sent.
    package var effectiveMethod: ByteString { method ?? (body == nil ? "GET" : bodyMethod) }
}
