import FormEncoding
import FormUpload

/// One request and how it is sent, with every input checked.
struct Transfer {
    let run: Run
    let operation: Operation
    /// With one URL, and at most one file of `-T` and of `-o`.
    let settings: Settings
    /// Its place among the requests of the run, from 0 on.
    let number: Int
    let content: BodyContent
    let request: UploadRequest

    var options: UploadOptions { operation.options }
    var output: Settings.Output { settings.output }
    /// What it is called where there are several; `nil`: it is alone.
    var name: String? {
        if run.plan.count == 1 { return nil }
        if let file = settings.data.file, !file.isStandardInput { return Messages.shown(file.path) }
        return Messages.shown(request.url.withoutSecrets)
    }

    var route: Route { settings.route(run.environment) }

    init(
        _ settings: Settings, of operation: Operation, number: Int, _ run: Run
    ) throws(Refusal) {
        (self.run, self.operation, self.settings, self.number) = (run, operation, settings, number)
        (content, request) = try operation.request(settings, number: number, run)
    }

    /// How a request ended, before it is shown.
    enum End: Sendable {
        /// Its file could not be opened: nothing was sent.
        case refused(Messages.Failure)
        case sent(ResponsePrinter, Result<UploadResponse, UploadError>)

        var isCancelled: Bool {
            if case .sent(_, .failure(.cancelled)) = self { true } else { false }
        }
    }

    /// Sends the request. With `holdsOutput` nothing goes to standard output before `conclude`.
    func send(to targets: Targets, holdsOutput: Bool = false) async -> End {
        let printer = ResponsePrinter(
            output, targets, content: content, body: request.body, name: name,
            holds: holdsOutput || settings.retry.maximum > 0, isDecoded: options.acceptsCompressed,
            route: route, temporaryDirectory: run.temporaryDirectory, console: run.console)
        if settings.tls.isInsecure { try? printer.note(Messages.insecure) }
        do throws(UploadError) {
            return .sent(printer, .success(try await upload { try printer.handle($0) }))
        } catch {
            return .sent(printer, .failure(error))
        }
    }

    /// Whether it has failed, as far as is known before it is shown.
    func isFailure(_ end: End) -> Bool {
        guard case .sent(_, .success(let response)) = end else { return true }
        return !output.accepts(response.head.status) || !response.tookWholeBody
    }

    /// Shows what is left of the response, and reports a failure; returns the exit status.
    func conclude(_ end: End) -> Int32 {
        switch end {
        case .refused(let failure): conclude(failure, WriteOutContext())
        case .sent(let printer, let result): conclude(printer, result)
        }
    }

    private func conclude(
        _ printer: ResponsePrinter, _ result: Result<UploadResponse, UploadError>
    ) -> Int32 {
        var failure: Messages.Failure?
        var isAbandoned = false
        do throws(UploadError) {
            let response = try result.get()
            failure = judge(response, printer)
            do { try printer.finish(failure == nil ? .success : .failure) } catch {
                throw .handler(error)
            }
            if let body = request.body, body.contentLength == nil, response.bytesSent == 0,
                settings.data.readsStandardInput
            {
                run.reporter.warn(Messages.standardInputEmpty)
            }
            printer.conclude(isFailure: failure != nil, namesStatus: failure != nil)
        } catch {
            if case .abandoned = error { isAbandoned = true }
            if isAbandoned {
                printer.abandon()
            } else {
                try? printer.finish(.cutShort)
                printer.conclude(isFailure: true, namesStatus: false)
            }
            failure = Messages.failure(
                error, url: request.url, route,
                facts: isAbandoned ? TransferFacts() : printer.facts,
                isAbandoned ? nil : printer.refusal)
        }
        if !isAbandoned, let url = printer.finalURL, let before = failure {
            failure = Messages.afterRedirect(before, to: url)
        }
        var context = isAbandoned ? WriteOutContext() : printer.context
        // The last redirect was not followed.
        if failure?.status == ExitStatus.tooManyRedirects { context.redirects -= 1 }
        return conclude(failure, context)
    }

    /// Reports a failure, and prints what `-w` asks for.
    private func conclude(_ failure: Messages.Failure?, _ context: WriteOutContext) -> Int32 {
        if let failure { _ = run.reporter.fail((failure.status, named(failure.text))) }
        var context = context
        context.url = request.url
        if context.facts.url.bytes.isEmpty { context.facts.url = request.url }
        context.number = number
        return run.conclude(failure, context, operation.writeOut)
    }

    private func named(_ text: String) -> String { name.map { "\($0): \(text)" } ?? text }

    /// Sets the alarm anew: the time spent typing a password does not count, so more of the limit
    /// may be left than when the process began.
    private func upload(
        onEvent: @escaping @Sendable (UploadEvent) throws -> Void
    ) async throws(UploadError) -> UploadResponse {
        var uploader = run.uploader
        uploader.options = options
        if run.plan.count > 1 {
            // As curl does: each has all of the time.
            uploader.options.limits.began = .now
        } else {
            let limit = options.limits.timeLimit
            LastResort.set(limit?.duration, left: limit?.left, run.reporter)
        }
        defer { LastResort.unset() }
        return try await uploader.upload(request, onEvent: onEvent)
    }

    /// Why a complete response is a failure.
    private func judge(
        _ response: UploadResponse, _ printer: ResponsePrinter
    ) -> Messages.Failure? {
        guard let failure = failure(of: response, printer) else { return nil }
        guard run.files.replacesInput, let path = output.path else { return failure }
        return (failure.status, failure.text + Messages.inputKept(path))
    }

    private func failure(
        of response: UploadResponse, _ printer: ResponsePrinter
    ) -> Messages.Failure? {
        if !output.accepts(response.head.status) {
            return Messages.badStatus(
                response, remedy: Messages.remedy(for: response, printer.facts, self),
                printer.refusal)
        }
        guard response.isSuccess, !response.tookWholeBody else { return nil }
        return Messages.bodyCutShort(response, facts: printer.facts)
    }
}
