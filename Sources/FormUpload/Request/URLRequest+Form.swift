import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// A POST of a small form, held in memory, for apps that keep URLSession: with `httpBody`,
    /// `Content-Type`, and the `Content-Length` that URLSession derives from them.
    ///
    /// Reads every part; throws `FormError` if the form cannot be encoded, also because a file cannot
    /// be read, and `BodyError` if that fails later. Blocks while it reads. A large form is better sent by `Uploader`.
    public init(url: URL, form: MultipartForm) throws {
        try self.init(url: url, body: form.encoded())
    }

    /// A POST of a URL-encoded form (WHATWG URL §5.2).
    public init(url: URL, form: URLEncodedForm) throws {
        try self.init(url: url, body: form.encoded())
    }

    private init(url: URL, body: EncodedBody) throws {
        self.init(url: url)
        httpMethod = "POST"
        httpBody = try body.data()
        setValue(body.contentType?.description, forHTTPHeaderField: "Content-Type")
    }
}
