import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// A POST of a small form, held in memory, for apps that keep URLSession: with `httpBody`,
    /// `Content-Type`, and the `Content-Length` that URLSession derives from them.
    ///
    /// Reads every part; throws `FormError` if the form cannot be sent, also because a file cannot be read,
    /// and `BodyError` if that fails later. Blocks while it reads. A large form is better sent by `Uploader`,
    /// and so must be one with a stream of an asynchronous sequence.
    public init(url: URL, form: MultipartForm) throws {
        self.init(url: url)
        let body = try form.body()
        httpMethod = "POST"
        httpBody = try body.data()
        setValue(body.contentType?.description, forHTTPHeaderField: "Content-Type")
    }
}
