import FormEncoding

/// Sends forms and other bodies by HTTP over URLSession.
///
///     let form = MultipartForm(parts: [.file("file", path: "img.png")])
///     let request = UploadRequest(url: "https://example.com/upload", body: try form.encoded())
///     let response = try await Uploader().upload(request) { event in … }
public struct Uploader: Sendable {
    public var options: UploadOptions

    public init(options: UploadOptions = UploadOptions()) { self.options = options }

    /// Sends `request` and reports what happens to `onEvent` until the response is complete.
    ///
    /// The status is the caller's to judge: any response that is whole is returned. Redirects
    /// are responses. Throws when there is no whole response; what had been received by then has
    /// been reported.
    public func upload(
        _ request: UploadRequest,
        onEvent: @escaping @Sendable (UploadEvent) throws -> Void = { _ in }
    ) async throws(UploadError) -> UploadResponse {
        let exchange = Exchange(total: request.body?.contentLength, onEvent: onEvent)
        let session = try UploadSession(request: request, options: options, exchange: exchange)
        return try await session.run()
    }
}
