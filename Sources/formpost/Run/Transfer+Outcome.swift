import FormEncoding
import FormUpload

/// Whether the end of a request that was sent is a failure, and its outcome.
extension Transfer {
    /// Returns why a complete response is a failure; `nil` for a success.
    func failure(of response: UploadResponse, _ printer: ResponseOutput) -> Failure? {
        (rejection(of: response, printer) ?? reader?.failure).map { afterRedirect($0, printer) }
    }

    private func rejection(of response: UploadResponse, _ printer: ResponseOutput) -> Failure? {
        if response.isLost { return lostResponse(response) }
        if !output.accepts(response.head.status) {
            let remedy = Messages.remedy(for: response, printer.record.facts, request)
            return Failure(
                ExitStatus.badStatus,
                Messages.badStatus(response, remedy: remedy, printer.record.refusal))
        }
        if response.isSuccess, !response.isBodyComplete {
            return Failure(ExitStatus.cannotSend, Messages.bodyCutShort(response))
        }
        return reader?.unmet.map { Failure(ExitStatus.badStatus, Messages.text($0)) }
    }

    /// Returns the failure if an option needs the response to the upload, which was lost.
    private func lostResponse(_ response: UploadResponse) -> Failure? {
        let needs = { (long: String, status: Int32) in
            Failure(
                status,
                Messages.responseLost(
                    neededBy: request.line.name(of: long),
                    hasJournal: run.settings.journal.path != nil)
            )
        }
        if !output.accepts(response.head.status) {
            return needs("expect-status", ExitStatus.badStatus)
        }
        if !output.expectations.isEmpty { return needs("expect", ExitStatus.badStatus) }
        if !request.settings.captures.isEmpty { return needs("capture", ExitStatus.badReply) }
        guard let path = output.path, path != "/dev/null" else { return nil }
        return needs("output", ExitStatus.cannotWrite)
    }

    /// Returns the failure of a request without a complete response.
    func failure(_ error: UploadError, _ printer: ResponseOutput) -> Failure {
        let text = Messages.text(
            error, url: request.url, request.proxyRoute, facts: printer.record.facts,
            printer.record.refusal)
        return afterRedirect(Failure(error.exitStatus, text), printer)
    }

    private func afterRedirect(_ failure: Failure, _ printer: ResponseOutput) -> Failure {
        printer.record.finalURL.map { failure.adding(Messages.afterRedirect(to: $0)) } ?? failure
    }

    /// Shows what is left of the response, saves the cookies, and returns what became of the request.
    func conclude() -> Outcome {
        guard let printer, let result else {
            return Outcome(request.label, failure.map { .failed($0) } ?? .skipped)
        }
        let first = show(result, printer) ?? failure
        let answered = (try? result.get()) == nil ? nil : reader
        let captured = (try? answered?.values.get()) ?? [:]
        Redactor.ofProcess.register(captured: captured)
        run.reportGrowth()
        let unsaved = request.template.jar.flatMap { $0.isStandardOutput ? nil : run.save($0) }
        let failure = first ?? unsaved
        let isSuccess = printer.record.head.map { output.isSuccess($0.status) } ?? false
        let verdict =
            failure.map { .failed($0) } ?? (isSuccess ? Outcome.Verdict.accepted : .tolerated)
        let cookieFailure = first == nil ? nil : unsaved
        var record = printer.record
        // The last redirect was not followed.
        if failure?.status == ExitStatus.tooManyRedirects { record.redirects -= 1 }
        return Outcome(
            request.label, verdict, record, captured: failure == nil ? captured : [:],
            file: printer.path, duration: duration, cookieFailure: cookieFailure)
    }

    /// Ends the output; returns why the response could not be written.
    private func show(
        _ result: Result<UploadResponse, UploadError>, _ printer: ResponseOutput
    ) -> Failure? {
        guard let response = try? result.get() else {
            // The failure names the status of the response that ended a resumable upload.
            let isRefusal = printer.record.head != nil && result.isRefusal
            try? printer.finish(isRefusal ? .failure : .cutShort)
            if !isRefusal { printer.printStatusLine() }
            return nil
        }
        do throws(WriteError) {
            try printer.finish(
                failure == nil ? .success : response.isLost ? .cutShort : .failure)
        } catch {
            try? printer.finish(.cutShort)
            printer.printStatusLine()
            return failure(.handler(error), printer)
        }
        if let body = request.upload.body, body.contentLength == nil, response.bytesSent == 0,
            request.settings.data.readsStandardInput
        {
            run.console.warn(Messages.standardInputEmpty)
        }
        if failure == nil { printer.printStatusLine() }
        return nil
    }
}

extension Result<UploadResponse, UploadError> {
    /// Whether a response of the server has ended a resumable upload.
    fileprivate var isRefusal: Bool {
        if case .failure(.resumption(.rejected)) = self { true } else { false }
    }
}
