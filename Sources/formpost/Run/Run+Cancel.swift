import FormEncoding
import FormUpload

/// `--resume-cancel`
extension Run {
    /// Asks the servers to delete the uploads that earlier calls with the journal have left. Returns the exit status:
    /// that of the first failure.
    func cancelInterrupted(_ transfers: Transfers, _ journal: Journal) async -> Int32 {
        var status = ExitStatus.success
        for number in 0..<plan.count {
            do throws(Failure) {
                try await cancel(try transfers.transfer(number), journal)
            } catch {
                report(error)
                status = status == ExitStatus.success ? error.status : status
            }
        }
        return status
    }

    private func cancel(_ transfer: Transfer, _ journal: Journal) async throws(Failure) {
        guard let upload = try transfer.journaledUpload(journal), let token = upload.earlierToken
        else { return reporter.inform(Messages.notInterrupted(transfer.name)) }
        var uploader = uploader
        uploader.options = transfer.options
        let head: ResponseHead
        do throws(UploadError) {
            head = try await uploader.cancelUpload(token, of: transfer.request).head
        } catch {
            throw Failure(
                error.exitStatus,
                Messages.text(
                    error, url: transfer.request.url, transfer.proxyRoute, facts: TransferFacts(),
                    nil))
        }
        // The server may have removed it by itself.
        guard (200..<300).contains(head.status) || [404, 410].contains(head.status) else {
            throw Failure(ExitStatus.badStatus, Messages.notDeleted(head))
        }
        try upload.recordDeletion()
        reporter.inform(Messages.deleted(transfer.name, at: token.offset))
    }
}
