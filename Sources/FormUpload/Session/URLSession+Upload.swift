import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Uploads on a session of the app, which keeps its configuration, cookies and connections.
///
/// The body is read while it is sent: files and streams of any size take the memory of a small
/// form. The status is the caller's to judge; a redirect is not followed, since URLSession would
/// drop the body, and is returned as the response. The response's body is in memory.
///
/// On Linux URLSession sends the body in chunks (RFC 9112 §7.1), without its length: a server that
/// wants the length answers 411. It reads the body on a queue that all of the process's sessions
/// share: a stream that waits holds up their transfers, and must not get its bytes from one of them.
/// It keeps the body of a redirect, and of a 401 that asks for a login, for itself; the session's
/// delegate is not asked about them. Some malformed responses end the process, and a response in
/// chunks with trailer fields. `Uploader` has none of these limits, and has redirects,
/// retries and progress besides.
extension URLSession {
    /// Streams `form` to `url` in a POST.
    public func upload(
        _ form: MultipartForm, to url: URL
    ) async throws(SessionUploadError) -> (Data, HTTPURLResponse) {
        let body: EncodedBody
        do throws(FormError) { body = try form.encoded() } catch { throw .form(error) }
        return try await upload(for: URLRequest(url: url), from: body)
    }

    /// Streams `body` with the method and the header fields of `request`; GET, the default, becomes
    /// POST. The fields that frame the body are replaced, and `Content-Type` is the body's unless
    /// the request has one.
    public func upload(
        for request: URLRequest, from body: EncodedBody
    ) async throws(SessionUploadError) -> (Data, HTTPURLResponse) {
        try await SessionUpload(of: body).run(request, on: self).get()
    }

    /// As `upload(_:to:)`; `completionHandler` is called once, on any thread. Cancelling the task
    /// that is returned cancels the upload.
    @discardableResult
    public func upload(
        _ form: MultipartForm, to url: URL,
        completionHandler:
            @escaping @Sendable (Result<(Data, HTTPURLResponse), SessionUploadError>) -> Void
    ) -> Task<Void, Never> {
        Task {
            do throws(SessionUploadError) {
                completionHandler(.success(try await upload(form, to: url)))
            } catch {
                completionHandler(.failure(error))
            }
        }
    }

    /// As `upload(for:from:)`; `completionHandler` is called once, on any thread. Cancelling the
    /// task that is returned cancels the upload.
    @discardableResult
    public func upload(
        for request: URLRequest, from body: EncodedBody,
        completionHandler:
            @escaping @Sendable (Result<(Data, HTTPURLResponse), SessionUploadError>) -> Void
    ) -> Task<Void, Never> {
        Task { completionHandler(await SessionUpload(of: body).run(request, on: self)) }
    }
}
