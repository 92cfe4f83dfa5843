import FormEncoding

extension Uploader {
    /// Deletes the resource of an upload that is given up, and returns the server's answer; `request` is the one
    /// that the upload began with, since its credentials are for its own origin alone.
    @discardableResult
    package func cancelUpload(
        _ token: UploadToken, of request: UploadRequest,
        onEvent: @escaping @Sendable (TransferEvent) throws -> Void = { _ in }
    ) async throws(UploadError) -> UploadResponse {
        throw .resumption(.unsupported)
    }
}
