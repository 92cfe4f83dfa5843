import FormEncoding

extension Uploader {
    /// Sends `request` and keeps the response's body, of `maximumSize` bytes at most.
    ///
    /// Any whole response is returned, whatever its status: `reply.success()` and `reply.decoded()` throw
    /// where it is no success. `onProgress` is called on threads of the uploader, about ten times a second;
    /// what it throws ends the upload. Throws when there is no whole response, `.replyTooLarge` among others,
    /// and `.cancelled` when the task is cancelled.
    public func reply(
        to request: UploadRequest, maximumSize: Int = 10 << 20,
        onProgress: @escaping @Sendable (UploadProgress) throws -> Void = { _ in }
    ) async throws(UploadError) -> UploadReply {
        try await reply(to: request, maximumSize: maximumSize, room: nil) { event in
            if case .progress(let progress) = event { try onProgress(progress) }
        }
    }

    /// The same, with all events; `maximumSize` nil: the reply has no body.
    func reply(
        to request: UploadRequest, maximumSize: Int?, room: EventRoom?,
        onEvent: @escaping @Sendable (TransferEvent) throws -> Void
    ) async throws(UploadError) -> UploadReply {
        let body = Guarded(ReplyBody(limit: maximumSize))
        do throws(UploadError) {
            let response = try await upload(request, room: room) { event in
                try body.withLock { try $0.add(event) }
                try onEvent(event)
            }
            return UploadReply(response: response, body: body.withLock { $0.data })
        } catch {
            throw error.ofApp
        }
    }
}

extension UploadError {
    /// The error as an app sees it: one that `ReplyBody` has thrown is not the app's.
    var ofApp: UploadError {
        if case .handler(let error as UploadError) = self { error } else { self }
    }
}
