import FormEncoding
import FormUpload

/// One request and how it is sent, made from the settings, with every input checked.
struct Transfer {
    let run: Run
    let content: BodyContent
    let request: UploadRequest
    let options: UploadOptions
    private var targets: Targets?

    /// Reads the inputs that are needed before sending: files are measured, pipes are spooled.
    init(_ run: Run) throws(Refusal) {
        self.run = run
        let (settings, reporter) = (run.settings, run.reporter)
        guard settings.hasBody || settings.needsNoBody else {
            throw Refusal(ExitStatus.usage, Messages.nothingToUpload)
        }
        try settings.checkURL()
        if let option = settings.uselessFormOption {
            throw Refusal(ExitStatus.usage, Messages.uselessFormOption(option))
        }
        if settings.output.isDryRun { try settings.checkNoInput() }
        var headers = try settings.headerFields(standardInput: run.console.input)
        try settings.addIdempotencyKey(to: &headers, forRequest: 0)
        var options = try settings.uploadOptions(
            run.environment, standardInput: run.console.input)
        if run.writeOut?.asksForCertificates == true {
            options.curlSettings.append(CURLSetting(.certificateInfo, .number(1)))
        }
        self.options = options
        try Self.checkCookieJar(options)
        try settings.checkInputs(reporter)
        let limit = options.limits.timeLimit
        var url = try settings.urlWithQuery(standardInput: run.console.input, until: limit)
        let body = try RequestBody(run, headers: &headers, until: limit)
        content = body.content
        if !body.query.isEmpty { url = url.appendingQuery(body.query) }
        var request = UploadRequest(
            url: url, method: settings.request.method, headers: headers, body: body.encoded)
        request.referer = settings.request.refererText
        if settings.data.file != nil { request.bodyMethod = "PUT" }
        if request.body != nil, let method = request.method,
            let text = Messages.doubtfulMethod(method, insteadOf: request.bodyMethod)
        {
            reporter.warn("\(settings.name(of: "request")): \(text)")
        }
        self.request = request
        do throws(UploadError) {
            try request.check(options)
        } catch {
            throw Refusal(Messages.refusal(error, url: url, run.route))
        }
        if options.isHTTP10, request.isChunked, settings.sendsChunks {
            throw Refusal(ExitStatus.usage, Messages.noChunks(settings))
        }
        try settings.checkHooks(request, options, run.writeOut)
        try TLSFileCheck.check(url, options)
    }

    /// Opens the files that the transfer writes.
    mutating func openTargets() throws(Refusal) {
        targets = try refusing { () throws(WriteError) in
            try Targets(
                run.output, run.files, run.console, temporaryDirectory: run.temporaryDirectory)
        }
    }

    /// Sends the request, shows the response and reports a failure; returns the exit status.
    func perform() async -> Int32 {
        let printer = ResponsePrinter(
            run.output, targets, content: content, body: request.body,
            mayRetry: run.settings.retry.maximum > 0, isDecoded: options.acceptsCompressed,
            route: run.route,
            temporaryDirectory: run.temporaryDirectory, console: run.console)
        if run.settings.tls.isInsecure { try? printer.note(Messages.insecure) }
        var failure: Messages.Failure?
        var isAbandoned = false
        do throws(UploadError) {
            let response = try await send { try printer.handle($0) }
            failure = judge(response, printer)
            do { try printer.finish(failure == nil ? .success : .failure) } catch {
                throw .handler(error)
            }
            if let body = request.body, body.contentLength == nil, response.bytesSent == 0,
                run.settings.data.readsStandardInput
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
                error, url: request.url, run.route,
                facts: isAbandoned ? TransferFacts() : printer.facts,
                isAbandoned ? nil : printer.refusal)
        }
        if !isAbandoned, let url = printer.finalURL, let before = failure {
            failure = Messages.afterRedirect(before, to: url)
        }
        if let failure { _ = run.reporter.fail(failure) }
        var context = isAbandoned ? WriteOutContext() : printer.context
        // The last redirect was not followed.
        if failure?.status == ExitStatus.tooManyRedirects { context.redirects -= 1 }
        context.url = request.url
        return run.conclude(failure, context)
    }

    /// Sets the alarm anew: the time spent typing a password does not count, so more of the limit
    /// may be left than when the process began.
    private func send(
        onEvent: @escaping @Sendable (UploadEvent) throws -> Void
    ) async throws(UploadError) -> UploadResponse {
        let limit = options.limits.timeLimit
        LastResort.set(limit?.duration, left: limit?.left, run.reporter)
        defer { LastResort.unset() }
        var uploader = run.uploader
        uploader.options = options
        return try await uploader.upload(request, onEvent: onEvent)
    }

    /// Why a complete response is a failure.
    private func judge(
        _ response: UploadResponse, _ printer: ResponsePrinter
    ) -> Messages.Failure? {
        guard let failure = failure(of: response, printer) else { return nil }
        guard run.files.replacesInput, let path = run.output.path else { return failure }
        return (failure.status, failure.text + Messages.inputKept(path))
    }

    private func failure(
        of response: UploadResponse, _ printer: ResponsePrinter
    ) -> Messages.Failure? {
        if !run.output.accepts(response.head.status) {
            return Messages.badStatus(
                response, remedy: Messages.remedy(for: response, printer.facts, self),
                printer.refusal)
        }
        guard response.isSuccess, !response.tookWholeBody else { return nil }
        return Messages.bodyCutShort(response, facts: printer.facts)
    }

    private static func checkCookieJar(_ options: UploadOptions) throws(Refusal) {
        for setting in options.curlSettings where setting.option == .cookieJar {
            guard case .string(let path?) = setting.value else { continue }
            try refusing { () throws(WriteError) in try CookieJar.check(path) }
        }
    }
}

extension URLEncodedData {
    fileprivate var file: InputFile? { if case .file(_, let file) = self { file } else { nil } }
}

extension HeaderArgument {
    fileprivate var file: InputFile? { if case .file(let file) = self { file } else { nil } }

    /// The field for the transport; `nil` for a file, which has not been read.
    fileprivate var field: HeaderField? {
        switch self {
        case .add(let name, let blanks, let value):
            HeaderField(name: name, blanks: blanks, text: value)
        case .addEmpty(let name): HeaderField(name: name, value: .empty)
        case .remove(let name): HeaderField(name: name, value: .removed)
        case .file: nil
        }
    }
}

extension Settings {
    /// The fields of `-H`, those from files included.
    fileprivate func headerFields(standardInput: Int32) throws(Refusal) -> [HeaderField] {
        try refusing { () throws(UsageError) in
            try HeaderArgument.resolved(
                request.headers, standardInput: standardInput, until: limits.timeLimit
            ).compactMap(\.field)
        }
    }

    /// Throws for a missing file of logins, and warns of a missing file of cookies: libcurl ignores
    /// both silently.
    fileprivate func checkInputs(_ reporter: Reporter) throws(Refusal) {
        if let file = request.netrcFile, request.netrc != .optional,
            let number = unreadable(file.path)
        {
            throw Refusal(UsageError.unreadableFile(file, errno: number).failure)
        }
        for path in request.cookies where !path.bytes.contains(UInt8(ascii: "=")) {
            // A jar that is written at the end need not exist at the start.
            let isJar = passed.contains { $0.setting == CURLSetting(.cookieJar, .string(path)) }
            guard !path.bytes.isEmpty, path != "-", !isJar, let number = unreadable(path) else {
                continue
            }
            reporter.warn(Messages.noCookies(path, of: name(of: "cookie"), number))
        }
    }

    /// Throws for a URL that cannot be used, before any input is read.
    fileprivate func checkURL() throws(Refusal) {
        let url = url ?? ""
        if let text = Messages.misreadURL(url) { throw Refusal(ExitStatus.malformedURL, text) }
        do throws(UploadError) {
            var options = UploadOptions()
            options.curlSettings = passed.map(\.setting)
            try UploadRequest(url: url, body: nil).checkURL(options)
        } catch {
            throw Refusal(Messages.refusal(error, url: url, route()))
        }
    }

    fileprivate var hasBody: Bool { !form.fields.isEmpty || !data.isEmpty }

    /// A dry run has no lengths of pipes that would be read first.
    fileprivate var sendsChunks: Bool { isChunked || data.file != nil || !output.isDryRun }

    /// A method that is typed makes sense without a body.
    fileprivate var needsNoBody: Bool {
        ["GET", "HEAD", "DELETE", "OPTIONS"].contains(request.method?.description ?? "")
    }

    private func unreadable(_ path: ByteString) -> Int32? {
        do throws(BodyError) {
            try FileCheck.check(path)
            return nil
        } catch {
            guard case .cannotRead(_, let number) = error else { return nil }
            return number
        }
    }

    /// Throws if showing the request needs standard input.
    fileprivate func checkNoInput() throws(Refusal) {
        guard let claim = standardInput else { return }
        let files = request.headers.compactMap(\.file) + request.query.compactMap(\.file)
        if files.contains(where: \.isStandardInput) {
            throw Refusal(ExitStatus.usage, Messages.dryRunWithoutInput(claim))
        }
    }
}
