import FormEncoding
import FormUpload

/// `--resume-cancel`
extension Run {
    /// Asks the servers to delete the uploads that earlier calls with the journal have left. Returns the exit status:
    /// that of the first failure.
    func cancelInterrupted(_ operations: [Operation], _ journal: Journal) async -> Int32 {
        var status = ExitStatus.success
        var isInterrupted = false
        for request in operations.lazy.flatMap({ Requests($0, self) }) {
            do throws(Failure) {
                let transfer = Transfer(try request.get(), self)
                isInterrupted = try await cancel(transfer, journal) || isInterrupted
            } catch {
                _ = console.fail(error)
                isInterrupted = true
                status = status == ExitStatus.success ? error.status : status
            }
        }
        if !isInterrupted { console.inform(Messages.nothingInterrupted) }
        return status
    }

    /// Returns false if nothing of the upload is left to delete.
    private func cancel(_ transfer: Transfer, _ journal: Journal) async throws(Failure) -> Bool {
        guard let upload = try await transfer.journaledUpload(journal) else { return false }
        defer { upload.release() }
        guard let token = upload.earlierToken else { return false }
        var uploader = uploader
        let request = transfer.request
        uploader.options = request.options
        uploader.options.limits = transfer.limits
        let head: ResponseHead
        do throws(UploadError) {
            head = try await uploader.cancelUpload(token, of: request.upload).head
        } catch {
            throw Failure(
                error.exitStatus,
                Messages.text(error, url: request.url, request.proxyRoute))
        }
        // The server may have removed it by itself.
        guard head.isSuccess || [404, 410].contains(head.status) else {
            throw Failure(ExitStatus.badStatus, Messages.notDeleted(head))
        }
        try upload.recordDeletion()
        console.inform(Messages.deleted(request.label.name))
        return true
    }
}
