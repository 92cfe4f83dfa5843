import FormEncoding
import Foundation

/// A request: its URL, method, header fields and body.
public struct UploadRequest: Sendable {
    /// The URL as the user wrote it; without a scheme it is `http`.
    public var url: ByteString
    /// The method; `nil` is `bodyMethod` with a body and GET without one. As with curl's `-X`, a
    /// given method is kept over redirects.
    public var method: ByteString?
    /// The method with a body where `method` is nil: `POST`, or `PUT` for a file (curl's `-T`).
    public var bodyMethod: ByteString = "POST"
    /// The user's fields, in order; they replace default fields of the same name.
    public var headers: [HeaderField]
    /// The body; `nil` sends none.
    public var body: EncodedBody?
    /// The value of `Referer`; `nil` sends none (`-e`).
    public var referer: ByteString?
    /// Whether the credentials of the options are sent to this host.
    package var sendsCredentials = true

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
    /// As `init(url:method:headers:body:)`, for a URL of Foundation.
    public init(
        url: URL, method: ByteString? = nil, headers: [HeaderField] = [], body: EncodedBody?
    ) {
        self.init(
            url: ByteString(url.absoluteString), method: method, headers: headers, body: body)
    }

    /// The method that is sent.
    package var effectiveMethod: ByteString { method ?? (body == nil ? "GET" : bodyMethod) }

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
