import FormEncoding

/// A request: what is sent, and where to.
public struct UploadRequest: Sendable {
    /// The URL as the user wrote it; without a scheme it is `http`.
    public var url: ByteString
    /// The method; `nil` is POST with a body and GET without one. One that is given is kept over
    /// redirects, as curl's `-X` is.
    public var method: ByteString?
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
}

extension UploadRequest {
    /// The method that is sent.
    var effectiveMethod: ByteString { method ?? (body == nil ? "GET" : "POST") }

    /// The names of the header fields that say who the user is, each once.
    func credentialFields(_ options: UploadOptions) -> [ByteString] {
        let own = headers.compactMap { field -> ByteString? in
            guard case .text = field.value, options.redirects.credentials.contains(field.name)
            else { return nil }
            return field.name
        }
        let login: [ByteString] = WrittenURL(url).login == nil ? [] : ["Authorization"]
        var known: Set<String> = []
        return (login + options.curlSettings.compactMap(\.credentialField) + own)
            .filter { known.insert($0.description.lowercased()).inserted }
    }
}
