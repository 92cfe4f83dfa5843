import FormEncoding

/// What is sent, and where to.
public struct UploadRequest: Sendable {
    /// The URL as the user wrote it; without a scheme it is `http`.
    public var url: ByteString
    /// The method, `POST` by default.
    public var method: ByteString
    /// The user's own fields, in order; they replace the default ones of the same name.
    public var headers: [HeaderField]
    /// The body; none sends a request without one.
    public var body: EncodedBody?

    public init(
        url: ByteString, method: ByteString = "POST", headers: [HeaderField] = [],
        body: EncodedBody?
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }
}
