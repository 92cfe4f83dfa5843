import FormEncoding
import FormUpload

/// A request in flight, up to its outcome.
struct Transfer: Sendable {
    let run: Run
    let request: Request
    /// What a journal records of it; `nil` without one.
    private var entry: JournalEntry?
    /// The upload, with the lock on it; `nil` if no journal records it.
    private(set) var journaled: JournaledUpload?
    /// The wait for another command that is sending the file, and the time limit of the request.
    var wait: (began: ContinuousClock.Instant, limit: TimeLimit?)?
    /// Whether the journal has the upload as complete.
    private(set) var isSkipped = false
    /// `nil`: nothing has been sent.
    private(set) var printer: ResponseOutput?
    /// `nil` without `--capture` and `--expect`.
    private(set) var reader: ResponseReader?
    private(set) var result: Result<UploadResponse, UploadFault>?
    private(set) var duration = Duration.zero
    /// Why the request has failed, as far as is known before its response is shown.
    private(set) var failure: Failure?

    var output: Settings.Output { request.settings.output }

    /// Whether the request was ended before its response, because another one had failed.
    var isCancelled: Bool { if case .failure(.cancelled) = result { true } else { false } }

    /// The file of `-c`; `nil` if nothing was sent.
    var cookieFile: CookieFile? { printer == nil ? nil : request.template.cookieFile }

    init(_ request: Request, _ run: Run) { (self.run, self.request) = (run, request) }

    /// Locks the upload, so that no other command with the journal sends it meanwhile. If another one has locked it,
    /// the transfer gets a wait. With `--journal-content` this reads the files.
    mutating func lock(in journal: Journal) {
        do throws(Failure) {
            if entry == nil { entry = try makeEntry(in: journal) }
            guard let entry else { return warnOfNoEntry() }
            switch try journal.admit(entry) {
            case .granted(let lock, let begun):
                wait = nil
                journaled = JournaledUpload(request.upload, entry, after: begun, lock, in: journal)
            case .complete: (isSkipped, wait) = (true, nil)
            case .busy:
                let wait = wait ?? (.now, timeLimit)
                if wait.limit?.isReached ?? false {
                    throw Failure(
                        ExitStatus.timedOut,
                        "timed out: another command with this journal is sending the file")
                }
                if ContinuousClock.now - wait.began > .seconds(1) {
                    run.console.inform(
                        "waiting for files that another command with this journal is sending")
                }
                self.wait = wait
            }
        } catch {
            (failure, wait) = (error, nil)
        }
    }

    /// The time between two attempts to lock an upload: the end of a lock cannot be awaited.
    static let pause = Duration.milliseconds(50)

    private func makeEntry(in journal: Journal) throws(Failure) -> JournalEntry? {
        let repetition = run.repetitions[request.label.number] ?? 0
        let place = JournalPlace(
            request.url, method: request.upload.effectiveMethod,
            target: request.options.string(.requestTarget), repetition: repetition)
        guard let place else { throw Digest.sha256.missing }
        if request.body.isGone {
            let paths = Set(request.body.paths.flatMap(\.journaled))
            return try journal.unfinished(paths, to: place)
        }
        let isByContent = run.settings.journal.isByContent
        var file = request.file
        if isByContent, let found = file {
            let path = request.settings.uploadedFile ?? found.path
            file = try JournaledFile(contentOf: path, until: timeLimit)
        }
        return try JournalEntry(
            request.upload, file, to: place, repetition: repetition, byContent: isByContent,
            ignoring: run.settings.secrets.names, until: timeLimit)
    }

    /// Warns that the journal does not record an upload that it records otherwise.
    private func warnOfNoEntry() {
        let isRecorded = request.settings.journaledPath != nil || request.upload.resumption != nil
        guard isRecorded, !request.body.isGone else { return }
        let paths = request.settings.journaledPath.map { [$0] } ?? request.body.paths
        let path = paths.first { $0 == "-" || $0.file?.kind != .regular } ?? "-"
        run.console.warn(
            "\(Messages.input(path)) is not recorded in the journal: a later call sends it again "
                + "(only a named file that is read from its start can be recognised)")
    }

    /// Sends the request. With `-Z` nothing goes to standard output before `conclude`.
    mutating func send(to outputs: SharedOutputs) async {
        defer { journaled?.release() }
        let printer: ResponseOutput
        do throws(WriteError) {
            printer = try ResponseOutput(request, run.inputs, run.progress, outputs)
        } catch {
            failure = error.failure
            return
        }
        do throws(Failure) { try journaled?.begin() } catch {
            printer.discard()
            failure = Failure(
                error.status, "not sent, because the journal could not be written: \(error.text)")
            return
        }
        if journaled?.mayHaveBeenSent == true {
            run.console.warn(
                "\(Messages.shown(request.label.name)): an earlier call that was "
                    + "interrupted may have sent it already")
        }
        let began = ContinuousClock.now
        self.printer = printer
        reader = ResponseReader(request.settings.captures, output.expectations)
        let result = await upload()
        self.result = result
        run.warnOfLostCookies()
        var accepted: Int?
        switch result {
        case .success(let response):
            failure = failure(of: response, printer)
            let isJudged = output.expectedStatuses != nil || !output.expectations.isEmpty
            let place = isJudged ? nil : printer.record.formLeftOutAt
            if failure == nil, let place {
                let text = Messages.leftOut(request.body.content, at: place)
                // A journal would make a mistake permanent.
                if journaled != nil, output.badStatus != .accepted {
                    failure = Failure(ExitStatus.badStatus, text)
                } else {
                    run.console.warn(text)
                }
            }
            if failure == nil, let loss = loss(of: response) ?? doubt(about: response) {
                run.console.warn("\(Messages.shown(request.label.name)): \(loss)")
            }
            let isSuccess = verdict(on: response) == .success
            if response.isStored || failure == nil && place == nil && isSuccess {
                accepted = response.head.status
            }
        case .failure(let error):
            failure = failure(error, printer)
            accepted = unprintedStatus(error, printer.record)
        }
        do throws(Failure) {
            try await journaled?.end(result, printer.record, accepted: accepted)
        } catch {
            failure =
                failure.map { $0.adding("; " + error.text) }
                ?? Failure(
                    error.status,
                    "the server has it, but the journal could not be written: \(error.text)")
        }
        duration = .now - began
    }

    /// Sends the request; a resumable one goes on with what an earlier call with the journal has sent.
    private mutating func upload() async -> Result<UploadResponse, UploadFault> {
        var limits = limits
        while true {
            if let reason = journaled?.reasonToRestart {
                run.console.inform("the interrupted upload starts over: \(reason)")
            }
            if let token = journaled?.request.resumption?.token {
                Redactor.ofProcess.register(uploadURL: token.url)
            }
            let result = await upload(journaled?.request ?? request.upload, limits)
            guard let next = journaled?.restarted(after: result, request.upload) else {
                return result
            }
            journaled = next
            limits.began = .now
        }
    }

    /// The alarm watches each attempt, which has the whole limit.
    private func upload(
        _ request: UploadRequest, _ limits: UploadLimits
    ) async -> Result<UploadResponse, UploadFault> {
        var uploader = run.uploader
        uploader.options = self.request.options
        uploader.options.limits = limits
        let (alarm, limit) = (run.console.alarm, limits.timeLimit)
        let number = limit.flatMap { alarm?.begin($0) }
        defer { if let number { alarm?.end(number) } }
        do throws(UploadFault) {
            let response = try await uploader.upload(
                request,
                onEvent: { [journaled, reader, printer, run] event in
                    if case .retrying(let notice) = event, let limit, let number {
                        alarm?.renew(number, limit.duration + notice.pause)
                    }
                    try journaled?.handle(event)
                    reader?.handle(event)
                    run.cookieNames.add(event)
                    try printer?.handle(event)
                },
                unexpected: { [self] response in
                    guard [.success, .tolerated].contains(verdict(on: response)) else { return nil }
                    return reader?.unmet
                })
            return response.needsReplay
                ? .failure(.cannotReplay(.status(response.head))) : .success(response)
        } catch {
            return .failure(error)
        }
    }

    /// The limits of the first attempt.
    var limits: UploadLimits { run.inputs.limits(of: request.options) }

    var timeLimit: TimeLimit? { limits.timeLimit }
}

/// Whether the end of a request that was sent is a failure, and its outcome.
extension Transfer {
    /// Returns why a complete response is a failure; `nil` for a success.
    func failure(of response: UploadResponse, _ printer: ResponseOutput) -> Failure? {
        (rejection(of: response, printer) ?? reader?.failure).map { afterRedirect($0, printer) }
    }

    private func rejection(of response: UploadResponse, _ printer: ResponseOutput) -> Failure? {
        if response.isLost { return lostResponse(response) }
        if response.isStored, !output.accepts(response.head.status) {
            let status = Messages.shownStatus(response.head)
            return Failure(
                ExitStatus.badStatus,
                "the server has the whole upload, but answered \(status) after its last byte")
        }
        switch verdict(on: response) {
        case .failure:
            let route = run.inputs.route(of: request, printer.record.facts)
            return Failure(
                ExitStatus.badStatus,
                Messages.badStatus(response, request, route, printer.record.refusal))
        case .early: return Failure(ExitStatus.cannotSend, Messages.bodyCutShort(response))
        case .success, .tolerated: return cutResponse(response) ?? reader?.unmet
        }
    }

    private func verdict(on response: UploadResponse) -> Settings.StatusVerdict {
        output.verdict(on: response.head.status, isBodyComplete: response.isBodyComplete)
    }

    private static let responseLost = "the server has the whole upload, but its answer was lost"

    /// Returns what is missing of the response; `nil` if it is complete.
    private func loss(of response: UploadResponse) -> String? {
        if response.isLost { return Self.responseLost }
        if response.isCut { return Messages.answerCut(response) }
        return nil
    }

    /// Returns what may be missing of the response; `nil` if its end is certain.
    private func doubt(about response: UploadResponse) -> String? {
        if response.mayBeCut { Messages.answerMayBeCut } else { nil }
    }

    /// Returns the failure if an option needs the end of the response, which is missing or may be.
    private func cutResponse(_ response: UploadResponse) -> Failure? {
        if let doubt = doubt(about: response), reader?.needsBody ?? false {
            return Failure(ExitStatus.responseCut, doubt)
        }
        let isNeeded = reader?.needsBody ?? false || savesResponse
        guard response.isCut, isNeeded else { return nil }
        return Failure(ExitStatus.responseCut, Messages.answerCut(response))
    }

    private var savesResponse: Bool { output.path.map { $0 != "/dev/null" } ?? false }

    /// Returns the failure if an option needs the response to the upload, which was lost.
    private func lostResponse(_ response: UploadResponse) -> Failure? {
        // Without the option, the next call with the journal can record the upload.
        let remedy =
            run.settings.journal.path == nil
            ? "" : ": the same call without it records the upload as complete"
        let needs = { (long: String, status: Int32) in
            Failure(
                status,
                "\(Self.responseLost), which \(request.line.name(of: long)) needs\(remedy)")
        }
        if !output.accepts(response.head.status) {
            return needs("expect-status", ExitStatus.badStatus)
        }
        if !output.expectations.isEmpty { return needs("expect", ExitStatus.badStatus) }
        if !request.settings.captures.isEmpty { return needs("capture", ExitStatus.badReply) }
        if savesResponse { return needs("output", ExitStatus.cannotWrite) }
        return nil
    }

    /// Returns the status of a success that could only not be shown on standard output: the server has the upload, and
    /// no option needs the rest of the response.
    private func unprintedStatus(_ error: UploadFault, _ record: ResponseRecord) -> Int? {
        guard case .handler(let cause) = error, error.exitStatus == ExitStatus.cannotWrite,
            (cause as? WriteError)?.path == nil, reader == nil, record.mayBeComplete,
            record.formLeftOutAt == nil, let status = record.head?.status, output.isSuccess(status)
        else { return nil }
        return status
    }

    /// Returns the failure of a request without a complete response.
    func failure(_ error: UploadFault, _ printer: ResponseOutput) -> Failure {
        let route = run.inputs.route(of: request, printer.record.facts)
        let text = Messages.text(error, route, printer.record.refusal)
        let ending = ofUpload(error, printer.record.uploadURL) ?? ""
        return afterRedirect(Failure(error.exitStatus, text + ending), printer)
    }

    /// What the address of an unfinished upload has to do with an error.
    private func ofUpload(_ error: UploadFault, _ address: ByteString?) -> String? {
        guard request.upload.resumption != nil else { return nil }
        let home = WrittenURL(request.url)
        let origin = address.flatMap { WrittenURL($0).origin(elsewhereThan: home) }
        switch error {
        case .transfer(CURLCode.couldNotResolveHost, _, _),
            .transfer(CURLCode.couldNotConnect, _, _):
            return origin.map { " (the server named \(Messages.shown($0)) for the upload)" }
        case .transfer(_, _, let progress) where address == nil && progress.sent > 0:
            return "; the server did not offer to resume the upload"
        case .resumption(.rejected(let head)) where head.status == 401:
            let options = request.options
            let hasLogin =
                request.hasLogin || options.curlSettings.contains { $0.option == .netrc }
                || request.upload.headers.contains {
                    options.redirects.credentials.contains($0.name)
                }
            guard let origin, hasLogin, !options.redirects.sendsCredentialsToEveryHost else {
                return nil
            }
            let place = Messages.shown(origin)
            return ": the login was not sent to \(place) (--location-trusted would)"
        default: return nil
        }
    }

    private func afterRedirect(_ failure: Failure, _ printer: ResponseOutput) -> Failure {
        printer.record.finalURL.map { url in
            failure.adding(" (redirected to \(Messages.shown(url.withoutLogin)))")
        } ?? failure
    }

    /// Shows what is left of the response, saves the cookies, and returns what became of the request.
    func conclude() -> Outcome {
        guard let printer, let result else {
            return Outcome(
                place: request.label, verdict: failure.map { .failed($0) } ?? .skipped)
        }
        let first = show(result, printer) ?? failure
        let answered = (try? result.get()) == nil ? nil : reader
        let captured = (try? answered?.values.get()) ?? [:]
        Redactor.ofProcess.register(captured: captured)
        run.inputs.reportGrowth()
        let unsaved = request.template.cookieFile.flatMap {
            $0.isStandardOutput ? nil : run.save($0)
        }
        let failure = first ?? unsaved
        let isSuccess = printer.record.head.map { output.isSuccess($0.status) } ?? false
        let verdict =
            failure.map { .failed($0) } ?? (isSuccess ? Outcome.Verdict.accepted : .tolerated)
        let cookieFailure = first == nil ? nil : unsaved
        var record = printer.record
        // The last redirect was not followed.
        if failure?.status == ExitStatus.tooManyRedirects { record.redirects -= 1 }
        return Outcome(
            place: request.label, verdict: verdict, record: record,
            captured: failure == nil ? captured : [:], file: printer.path,
            earlyResponse: earlyResponse, duration: duration, cookieFailure: cookieFailure)
    }

    private var earlyResponse: UploadResponse? {
        guard case .success(let response) = result, !response.isBodyComplete else { return nil }
        return response
    }

    /// Ends the output; returns why the response could not be written.
    private func show(
        _ result: Result<UploadResponse, UploadFault>, _ printer: ResponseOutput
    ) -> Failure? {
        guard let response = try? result.get() else {
            // The failure names the status of the response that ended the upload.
            let isRefusal =
                switch result {
                case .failure(.resumption(.rejected)), .failure(.cannotReplay(.status)):
                    printer.record.head != nil
                default: false
                }
            try? printer.finish(isRefusal ? .whole : .part)
            if !isRefusal { printer.printStatusLine() }
            return nil
        }
        do throws(WriteError) {
            try printer.finish(kept(response))
        } catch {
            try? printer.finish(.part)
            printer.printStatusLine()
            return failure(.handler(error), printer)
        }
        if let body = request.upload.body, body.contentLength == nil, response.isBodyComplete,
            response.bytesSent == 0, request.body.paths.contains("-")
        {
            run.console.warn(Messages.standardInputEmpty)
        }
        if failure == nil { printer.printStatusLine(Messages.after(response)) }
        return nil
    }

    /// Returns what came of the response, as `-o` distinguishes it.
    private func kept(_ response: UploadResponse) -> Settings.KeptResponse {
        if failure == nil { return .success }
        if loss(of: response) == nil { return .whole }
        return .part
    }
}
