import FormEncoding

extension Uploader {
    /// Waits until the resources that failed uploads have left are deleted, five seconds each at most.
    package func endCleanUp() async { await connections.endCleanUp() }

    /// Deletes the resource of an upload that is given up, and returns the server's answer. A server that says that it
    /// has the whole upload, or does not say how much it has (nil), is not asked to delete it. `request` is the one
    /// that the upload began with: its credentials are for its own origin alone.
    @discardableResult
    package func cancelUpload(
        _ token: UploadToken, of request: UploadRequest
    ) async throws(UploadFault) -> (head: ResponseHead, isWhole: Bool?) {
        // The length of a file that has changed does not matter now.
        var token = token
        token.offset = 0
        var request = request
        request.resumption = Resumption(token.protocol)
        request.resumption?.token = token
        var options = options
        options.limits.began = options.limits.began ?? .now
        let transfer = try ResumableTransfer(
            request, options, over: connections, room: nil, start: .now, onEvent: { _ in })
        guard let transfer else { throw .resumption(.differentBody) }
        return try await transfer.cancel()
    }
}

/// How the requests of the protocol follow, or precede, the user's request with the whole body.
extension ResumableTransfer {
    /// Runs the transfer if it does not begin with the user's request.
    mutating func runFromFirstStep() async throws(UploadFault) -> UploadResponse? {
        guard let step = resource.withLock({ $0.firstStep }) else { return nil }
        return try await run(from: step)
    }

    /// Creates the resource without the body, after the user's request was lost: a proxy may keep interim
    /// responses back. Nil if the server does not know the protocol.
    mutating func runIfSupported() async throws(UploadFault) -> UploadResponse? {
        do throws(UploadFault) {
            return try await run(from: .support)
        } catch {
            switch error {
            case .resumption(.unsupported): return nil
            case .resumption(.rejected) where resource.withLock({ $0.url == nil }): return nil
            default: throw error
            }
        }
    }

    /// Whether a response says that the server has the whole upload: then it is the answer, whatever its status.
    func isEnd(_ head: ResponseHead) -> Bool { resource.withLock { $0.isComplete(head) == true } }

    /// Whether the response to the user's request is not that of the form, because the upload goes on.
    func isInterrupted(by head: ResponseHead) -> Bool {
        var copy = resource.withLock { $0 }
        return (try? copy.stepAfterWhole(head) != nil) ?? true
    }

    /// Goes on after the user's request ended with `result`; nil if nothing is left to do.
    mutating func resume(
        after result: Result<UploadResponse, UploadFault>, sent: Int64
    ) async throws(UploadFault) -> UploadResponse? {
        do throws(UploadFault) {
            try resource.withLock { (resource) throws(UploadFault) in
                try resource.endRequest(sent: sent)
            }
            switch result {
            case .success(let response):
                let head = response.head
                let hadURL = resource.withLock { $0.url != nil }
                let step = try resource.withLock { (resource) throws(UploadFault) in
                    try resource.stepAfterWhole(head)
                }
                guard let step else {
                    guard isEnd(head), head.status >= 500, response.isBodyComplete else {
                        return nil
                    }
                    var stored = response
                    stored.isStored = true
                    return stored
                }
                keep(response)
                // The response has named what no 104 had.
                if !hadURL { try reportResource(after: .create) }
                return try await send(
                    from: step, after: head.isTemporary ? .status(head) : nil)
            case .failure(.handler(is ShrunkRequest)): return try await send(from: .offset)
            case .failure(let error):
                if case .resumption = error { throw error }
                guard resource.withLock({ $0.url != nil }) else { return nil }
                return try await send(from: .offset, after: error)
            }
        } catch {
            cleanUp(after: error)
            throw error
        }
    }
}
