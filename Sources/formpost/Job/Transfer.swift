import FormEncoding
import FormUpload

/// One request and how it is sent, with every input checked: what settings come to.
struct Transfer {
    let run: Run
    let form: MultipartForm
    let request: UploadRequest
    let options: UploadOptions
    private var targets: Targets?

    /// Reads what must be read before anything is sent: `-F` files are measured, pipes spooled.
    init(_ run: Run) throws(Refusal) {
        self.run = run
        let (settings, reporter) = (run.settings, run.reporter)
        guard !settings.form.fields.isEmpty else {
            throw Refusal(ExitStatus.usage, Messages.nothingToUpload)
        }
        if settings.output.isDryRun { try settings.checkNoInput() }
        var headers = try settings.headerFields(standardInput: run.console.input)
        var options = try settings.uploadOptions(
            run.environment, standardInput: run.console.input)
        if run.writeOut?.asksForCertificates == true {
            options.curlSettings.append(CURLSetting(.certificateInfo, .number(1)))
        }
        self.options = options
        try Self.checkCookieJar(options)
        try settings.checkInputs(reporter)
        let limit = options.limits.timeLimit
        let url = try settings.urlWithQuery(standardInput: run.console.input, until: limit)
        do throws(FormFailure) {
            let meter = InputMeter(reporter.output, console: reporter.console)
            var built = try Self.build(settings, reporter, meter, until: limit)
            built.form.takeMediaType(from: &headers)
            form = built.form
            var request = UploadRequest(
                url: url, method: settings.request.method, headers: headers,
                body: try meter.watching { () throws(FormFailure) in try built.encoded() })
            request.referer = settings.request.refererText
            self.request = request
        } catch {
            throw Refusal(error.exitStatus, Messages.text(error.masking(settings.output)))
        }
        if let text = settings.url.flatMap(Messages.misreadURL) {
            throw Refusal(ExitStatus.malformedURL, text)
        }
        do throws(UploadError) {
            try request.check(options)
        } catch {
            throw Refusal(Messages.refusal(error, url: url))
        }
        try settings.checkHooks(request, options, run.writeOut)
        try TLSFileCheck.check(url, options)
    }

    /// Opens what the transfer writes.
    mutating func openTargets() throws(Refusal) {
        do throws(WriteError) {
            targets = try Targets(
                run.output, run.files, run.console, temporaryDirectory: run.temporaryDirectory)
        } catch {
            throw Refusal(error)
        }
    }

    /// Sends the request, shows the response and reports a failure; returns the exit status.
    func perform() async -> Int32 {
        let printer = ResponsePrinter(
            run.output, targets, form: form, body: request.body,
            mayRetry: run.settings.retry.maximum > 0,
            temporaryDirectory: run.temporaryDirectory, console: run.console)
        if run.settings.tls.isInsecure { try? printer.note(Messages.insecure) }
        let failure: Messages.Failure?
        var isAbandoned = false
        do throws(UploadError) {
            let response = try await send { try printer.handle($0) }
            do { try printer.finish(isWhole: true) } catch { throw .handler(error) }
            failure = judge(response, printer)
        } catch {
            if case .abandoned = error { isAbandoned = true }
            if isAbandoned { printer.abandon() } else { try? printer.finish(isWhole: false) }
            failure = Messages.failure(
                error, url: request.url, passed: run.settings.passed,
                facts: isAbandoned ? TransferFacts() : printer.facts,
                isAbandoned ? nil : printer.refusal)
        }
        if let failure { _ = run.reporter.fail(failure) }
        var context = isAbandoned ? WriteOutContext() : printer.context
        // The last redirect was not followed.
        if failure?.status == ExitStatus.tooManyRedirects { context.redirects -= 1 }
        context.url = request.url
        return run.conclude(failure, context)
    }

    /// The time in which a password was typed does not count, so more of the limit may be left now
    /// than when the process began.
    private func send(
        onEvent: @escaping @Sendable (UploadEvent) throws -> Void
    ) async throws(UploadError) -> UploadResponse {
        let limit = options.limits.timeLimit
        LastResort.set(limit?.duration, left: limit?.left, run.reporter)
        defer { LastResort.unset() }
        return try await Uploader(options: options).upload(request, onEvent: onEvent)
    }

    /// Why a complete response is a failure.
    private func judge(
        _ response: UploadResponse, _ printer: ResponsePrinter
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
            do throws(WriteError) {
                try CookieJar.check(path)
            } catch {
                throw Refusal(error)
            }
        }
    }

    private static func build(
        _ settings: Settings, _ reporter: Reporter, _ meter: InputMeter, until limit: TimeLimit?
    ) throws(FormFailure) -> BuiltForm {
        var builder = FormBuilder(settings)
        builder.limit = limit
        builder.standardInput = reporter.console.input
        // A dry run does not read standard input: its length stays unknown.
        if settings.output.isDryRun { builder.isChunked = true }
        builder.observer = meter.observer
        let built = try meter.watching { () throws(FormFailure) in try builder.build() }
        for warning in built.warnings {
            reporter.warn(Messages.warning(warning.masking(settings.output)))
        }
        return built
    }
}

extension MultipartForm {
    /// A `Content-Type` among the headers becomes the form's, since it needs the boundary.
    fileprivate mutating func takeMediaType(from headers: inout [HeaderField]) {
        guard let field = headers.first(where: { $0.isNamed("Content-Type") }),
            case .text(let text) = field.value, let type = try? MediaType(verbatim: text)
        else { return }
        mediaType = type
        headers.removeAll { $0.isNamed("Content-Type") }
    }
}

extension URLEncodedData {
    fileprivate var file: InputFile? { if case .file(_, let file) = self { file } else { nil } }
}

extension HeaderArgument {
    fileprivate var file: InputFile? { if case .file(let file) = self { file } else { nil } }

    /// The field for the transport; `nil` for a file, which is none yet.
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
    /// `-H`, with the headers of files in place.
    fileprivate func headerFields(standardInput: Int32) throws(Refusal) -> [HeaderField] {
        do throws(UsageError) {
            return try HeaderArgument.resolved(
                request.headers, standardInput: standardInput, until: limits.timeLimit
            ).compactMap(\.field)
        } catch {
            throw Refusal(error)
        }
    }

    /// Throws for a missing file of logins, and warns of a missing file of cookies: libcurl ignores
    /// both silently.
    fileprivate func checkInputs(_ reporter: Reporter) throws(Refusal) {
        if let file = request.netrcFile, request.netrc != .optional,
            let number = unreadable(file.path)
        {
            throw Refusal(UsageError.unreadableFile(file, errno: number))
        }
        for path in request.cookies where !path.bytes.contains(UInt8(ascii: "=")) {
            // A jar that is written at the end need not exist at the start.
            let isJar = passed.contains { $0.setting == CURLSetting(.cookieJar, .string(path)) }
            guard !path.bytes.isEmpty, path != "-", !isJar, let number = unreadable(path) else {
                continue
            }
            reporter.warn(Messages.noCookies(path, number))
        }
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

    /// Throws if the request can be shown only after reading standard input.
    fileprivate func checkNoInput() throws(Refusal) {
        guard let claim = standardInput else { return }
        let files = request.headers.compactMap(\.file) + request.query.compactMap(\.file)
        if files.contains(where: \.isStandardInput) {
            throw Refusal(ExitStatus.usage, Messages.dryRunWithoutInput(claim))
        }
    }
}
