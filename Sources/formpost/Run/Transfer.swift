import FormEncoding
import FormUpload

/// One request and how it is sent, with every input checked.
struct Transfer {
    let run: Run
    let round: PreparedRound
    /// With one URL, and at most one file of `-T` and of `-o`.
    let settings: Settings
    /// Its place among the requests of the run, from 0 on.
    let number: Int
    let content: BodyContent
    let request: UploadRequest
    /// The file that a journal records; `nil` if the body is not one file.
    var file: NotedFile?

    var options: UploadOptions { round.options }
    var output: Settings.Output { settings.output }
    /// The name of the transfer among several.
    var name: ByteString { settings.ownFile ?? request.url.withoutSecrets }

    var place: RequestPlace {
        RequestPlace(number: number, count: run.plan.count, name: name, url: request.url)
    }

    var route: ProxyRoute { settings.proxyRoute(run.environment) }

    /// Whether the request sends a file, unlike a login or a page that is fetched.
    var isUpload: Bool {
        guard request.body != nil else { return false }
        if case .form(let form) = content { return form.hasFile }
        return settings.data.file != nil || settings.data.pieces.contains { $0.file != nil }
    }

    /// The file as the journal knows it. With `--journal-content` this reads the file.
    func journalFile() throws(Failure) -> NotedFile? {
        guard output.journalsContent, file != nil, let path = settings.ownFile else { return file }
        do throws(VariableProblem) {
            return try NotedFile(contentOf: path, until: timeLimit)
        } catch {
            throw Failure(error.exitStatus, Messages.text(error))
        }
    }

    /// Its own inputs are read until `limit`.
    init(
        _ settings: Settings, of round: PreparedRound, number: Int, _ run: Run,
        until limit: TimeLimit?
    ) throws(Failure) {
        (self.run, self.round, self.settings, self.number) = (run, round, settings, number)
        // Before it is measured: what changes after that is sent again.
        file = settings.output.journal == nil ? nil : settings.ownFile.flatMap(NotedFile.init)
        (content, request) = try round.request(settings, run, until: limit)
    }

    /// A request that was sent.
    struct Sent: Sendable {
        let printer: ResponsePrinter
        let result: Result<UploadResponse, UploadError>
        let duration: Duration
        /// Why the journal has not got its file.
        var unnoted: Failure?
        /// `nil` without `--capture` and `--expect`.
        var answer: AnswerReader?
    }

    /// How a request ended, before it is shown.
    enum End: Sendable {
        /// Its file could not be opened: nothing was sent.
        case refused(Failure)
        /// The journal has its file.
        case skipped
        case sent(Sent)

        var isCancelled: Bool {
            if case .sent(let sent) = self, case .failure(.cancelled) = sent.result {
                true
            } else {
                false
            }
        }

        /// Removes what was received, which nobody will see.
        func discard() {
            if case .sent(let sent) = self { sent.printer.discard() }
        }

        /// The values of `--capture`; none without all of them.
        var captured: [String: ByteString] {
            guard case .sent(let sent) = self, case .success = sent.result else { return [:] }
            return (try? sent.answer?.values.get()) ?? [:]
        }
    }

    /// Sends the request. With `holdsOutput` nothing goes to standard output before `conclude`.
    func send(
        to targets: Targets, holdsOutput: Bool, journal: Journal?
    ) async -> End {
        let began = ContinuousClock.now
        let printer = ResponsePrinter(
            output, targets, RequestProgress(place, body: request.body, in: run.progress),
            content: content, requestSize: request.body.length,
            holds: holdsOutput || settings.retry.maximum > 0, isDecoded: options.acceptsCompressed,
            route: route, temporaryDirectory: run.temporaryDirectory, console: run.console)
        if settings.tls.isInsecure { try? printer.note(Messages.insecure) }
        let answer = AnswerReader(settings.captures, output.expectations)
        do throws(UploadError) {
            let response = try await upload {
                answer?.handle($0)
                try printer.handle($0)
            } unexpected: { [output] response in
                output.accepts(response.head.status) ? answer?.unmet : nil
            }
            let isSuccess = output.failure(of: response, answer) == nil
            let failure = isSuccess ? await note(response, in: journal) : nil
            return .sent(
                Sent(
                    printer: printer, result: .success(response), duration: .now - began,
                    unnoted: failure, answer: answer))
        } catch {
            return .sent(
                Sent(printer: printer, result: .failure(error), duration: .now - began))
        }
    }

    private func note(
        _ response: UploadResponse, in journal: Journal?
    ) async -> Failure? {
        let status = response.head.status
        guard let journal, let file, output.isTaken(by: status) else { return nil }
        do throws(JournalError) {
            try await journal.note(
                JournalEntry(file, url: request.url, status: status))
            return nil
        } catch {
            return error.failure
        }
    }

    /// Whether the request has failed, as far as is known before its response is shown.
    func isFailure(_ end: End) -> Bool {
        switch end {
        case .skipped: return false
        case .sent(let sent):
            guard case .success(let response) = sent.result else { return true }
            return sent.unnoted != nil || output.failure(of: response, sent.answer) != nil
        case .refused: return true
        }
    }

    /// Sets the alarm anew: the time spent typing a password does not count, so more of the limit
    /// may be left than when the process began, and each further attempt has the whole limit.
    private func upload(
        onEvent: @escaping @Sendable (TransferEvent) throws -> Void,
        unexpected: @escaping @Sendable (UploadResponse) -> (any Error)?
    ) async throws(UploadError) -> UploadResponse {
        var uploader = run.uploader
        uploader.options = options
        uploader.options.limits = limits
        let (output, limit) = (
            run.reporter.alarmOutput, run.plan.count == 1 ? timeLimit : nil
        )
        LastResort.set(limit?.duration, left: limit?.left, output: output)
        defer { LastResort.unset() }
        return try await uploader.upload(
            request,
            onEvent: { event in
                if case .retrying(let notice) = event, let limit {
                    LastResort.set(
                        limit.duration, left: limit.duration + notice.pause, output: output)
                }
                try onEvent(event)
            }, unexpected: unexpected)
    }

    /// The limits of the first attempt. Several requests have the whole time each, as in curl.
    private var limits: UploadLimits {
        var limits = options.limits
        if run.plan.count > 1 { limits.began = .now }
        return limits
    }

    var timeLimit: TimeLimit? { limits.timeLimit }
}

extension MultipartForm {
    /// Whether a part is sent as a file, also inside a nested form.
    fileprivate var hasFile: Bool {
        parts.contains { part in
            if case .form(let form) = part.content { return form.hasFile }
            return part.filename != nil
        }
    }
}

extension Settings {
    /// The one file that the request is for: that of `--each` or `-T`.
    var ownFile: ByteString? {
        eachFile ?? data.file.flatMap { $0.isStandardInput ? nil : $0.path }
    }
}
