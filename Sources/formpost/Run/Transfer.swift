import FormEncoding
import FormUpload

/// One request with every input checked, from its settings to its outcome.
struct Transfer: Sendable {
    let run: Run
    let round: PreparedRound
    /// With one URL, and at most one file of `-T` and of `-o`.
    let settings: Settings
    /// The number of the request in the run, from 0 on.
    let number: Int
    let content: BodyContent
    let request: UploadRequest
    /// The file that a journal records; `nil` if the body is not one file.
    private var file: JournaledFile?
    /// The right to send the file; `nil` without a journal.
    private var claim: JournalClaim?
    /// The wait for another command that is sending the file.
    private(set) var wait: ClaimWait?
    /// Whether the journal has the file already.
    private(set) var isSkipped = false
    /// `nil`: nothing has been sent.
    private(set) var printer: ResponsePrinter?
    /// `nil` without `--capture` and `--expect`.
    private(set) var answer: AnswerReader?
    private(set) var result: Result<UploadResponse, UploadError>?
    private(set) var duration = Duration.zero
    /// Why the request has failed, as far as is known before its response is shown.
    private(set) var failure: Failure?

    var options: UploadOptions { round.options }
    var output: Settings.Output { settings.output }
    /// The name of the transfer among several.
    var name: ByteString { settings.ownFile ?? request.url.withoutSecrets }

    var place: RequestPlace {
        RequestPlace(number: number, count: run.plan.count, name: name, url: request.url)
    }

    var proxyRoute: ProxyRoute { settings.proxyRoute(run.environment) }

    /// Whether the request sends a file, unlike a login or a page that is fetched.
    var isUpload: Bool {
        guard request.body != nil else { return false }
        if case .form(let form) = content { return form.hasFile }
        return settings.data.file != nil || settings.data.pieces.contains { $0.file != nil }
    }

    /// Whether the request was ended before its response, because another one had failed.
    var isCancelled: Bool { if case .failure(.cancelled) = result { true } else { false } }

    /// The file of `-c`; `nil` if nothing was sent.
    var jar: CookieJar? { printer == nil ? nil : round.jar }

    /// Whether an event may still be running on another thread.
    var isAbandoned: Bool {
        if case .failure(.handler(is AbandonedUpload)) = result { true } else { false }
    }

    /// Makes and checks the request, whose own inputs are read until `limit`.
    init(
        _ settings: Settings, of round: PreparedRound, number: Int, _ run: Run,
        until limit: TimeLimit?
    ) throws(Failure) {
        (self.run, self.round, self.settings, self.number) = (run, round, settings, number)
        // Read before the body is measured: if the file changes later, the next call sends it again.
        file = settings.output.journal == nil ? nil : settings.ownFile.flatMap(JournaledFile.init)
        (content, request) = try round.request(settings, run, until: limit)
    }

    /// Claims the file, so that no other command with the journal sends it meanwhile. If another one has
    /// claimed it, the transfer gets a wait. With `--journal-content` this reads the file.
    mutating func claimFile(in journal: Journal) {
        guard let found = file else { return }
        var file = found
        do throws(VariableProblem) {
            if output.journalsContent, wait == nil, let path = settings.ownFile {
                file = try JournaledFile(contentOf: path, until: timeLimit)
            }
        } catch {
            failure = Failure(error.exitStatus, Messages.text(error))
            return
        }
        self.file = file
        do throws(JournalError) {
            if wait == nil, try journal.isDone(file, url: request.url) {
                isSkipped = true
                return
            }
            switch try journal.admit(file, url: request.url) {
            case .granted(let claim): (self.claim, wait) = (claim, nil)
            case .done: (isSkipped, wait) = (true, nil)
            case .taken:
                if wait?.isOver == true { throw .claimed }
                if wait?.isLong == true {
                    run.progress.standingAside { run.reporter.inform(Messages.waitingForClaim) }
                }
                wait = wait?.longer ?? ClaimWait(until: timeLimit)
            }
        } catch {
            (failure, wait) = (error.failure, nil)
        }
    }

    /// Sends the request. With `holdsOutput` nothing goes to standard output before `conclude`.
    mutating func send(to shared: Targets, holdsOutput: Bool, journal: Journal?) async {
        defer { claim?.release() }
        let targets: Targets
        do throws(WriteError) { targets = try shared.opened(for: self) } catch {
            failure = error.failure
            return
        }
        let began = ContinuousClock.now
        let printer = ResponsePrinter(
            output, targets, RequestProgress(place, body: request.body, in: run.progress),
            content: content, requestSize: request.body.length,
            holdsOutput: holdsOutput || settings.retry.maximum > 0,
            isDecoded: options.acceptsCompressed,
            route: proxyRoute, temporaryDirectory: run.temporaryDirectory, console: run.console)
        if settings.tls.isInsecure { try? printer.logInformation(Messages.insecure) }
        let answer = AnswerReader(settings.captures, output.expectations)
        (self.printer, self.answer) = (printer, answer)
        do throws(UploadError) {
            let response = try await upload {
                answer?.handle($0)
                try printer.handle($0)
            } unexpected: { [output] response in
                output.accepts(response.head.status) ? answer?.unmet : nil
            }
            result = .success(response)
            failure = failure(of: response, printer)
            if failure == nil { failure = await record(response, in: journal) }
        } catch {
            result = .failure(error)
            failure = failure(error, printer)
        }
        duration = .now - began
    }

    /// Records the file in the journal; returns why that failed.
    private func record(_ response: UploadResponse, in journal: Journal?) async -> Failure? {
        let status = response.head.status
        guard let journal, let file, output.isSuccess(status) else { return nil }
        do throws(JournalError) {
            try await journal.record(JournalEntry(file, url: request.url, status: status))
            return nil
        } catch {
            return error.failure
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
    /// The one file that the request sends: the file of `--each` or `-T`.
    var ownFile: ByteString? {
        eachFile ?? data.file.flatMap { $0.isStandardInput ? nil : $0.path }
    }
}
