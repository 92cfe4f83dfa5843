import FormEncoding
import FormUpload

/// Concludes a request that has ended: its response is shown, its cookies are saved, its failure is
/// reported.
extension Transfer {
    /// Shows what is left of the response, and reports what became of it; returns the exit status.
    func conclude(_ end: End) -> Int32 {
        switch end {
        case .refused(let failure):
            return run.conclude(place, failure, writeOut: round.writeOut)
        case .skipped:
            run.console.progress?.write(.skipped(place))
            run.progress.end(place, .skipped)
            run.progress.endAnswer()
            return ExitStatus.success
        case .sent(let sent):
            var (failure, context) = show(sent.printer, sent.result, sent.answer)
            if failure == nil { context.captured = end.captured }
            run.reportGrowth()
            let answer = context.head?.status
            let outcome: RequestOutcome =
                answer.map(output.isTaken) ?? false
                ? .uploaded(status: answer ?? 0) : .passed(status: answer ?? 0)
            return run.conclude(
                place, failure ?? sent.unnoted, outcome, context, lasting: sent.duration,
                writeOut: round.writeOut, round.jar)
        }
    }

    private func show(
        _ printer: ResponsePrinter, _ result: Result<UploadResponse, UploadError>,
        _ answer: AnswerReader?
    ) -> (Failure?, WriteOutContext) {
        var failure: Failure?
        var isAbandoned = false
        do throws(UploadError) {
            let response = try result.get()
            failure = judge(response, printer, answer)
            do { try printer.finish(failure == nil ? .success : .failure) } catch {
                throw .handler(error)
            }
            if let body = request.body, body.contentLength == nil, response.bytesSent == 0,
                settings.data.readsStandardInput
            {
                run.progress.standingAside { run.reporter.warn(Messages.standardInputEmpty) }
            }
            printer.printLastLines(namesStatus: failure != nil)
        } catch {
            if case .handler(is AbandonedUpload) = error { isAbandoned = true }
            if isAbandoned {
                printer.abandon()
            } else {
                try? printer.finish(.cutShort)
                printer.printLastLines(namesStatus: false)
            }
            failure = Failure(
                error.exitStatus,
                Messages.text(
                    error, url: request.url, route,
                    facts: isAbandoned ? TransferFacts() : printer.facts,
                    isAbandoned ? nil : printer.refusal))
        }
        if !isAbandoned, let url = printer.finalURL, let before = failure {
            failure = before.adding(Messages.afterRedirect(to: url))
        }
        var context = isAbandoned ? WriteOutContext() : printer.context
        // The last redirect was not followed.
        if failure?.status == ExitStatus.tooManyRedirects { context.redirects -= 1 }
        return (failure, context)
    }

    /// Why a complete response is a failure.
    private func judge(
        _ response: UploadResponse, _ printer: ResponsePrinter, _ answer: AnswerReader?
    ) -> Failure? {
        guard let failure = failure(of: response, printer, answer) ?? answer?.failure else {
            return nil
        }
        guard run.files.isInput(output.path), let path = output.path else { return failure }
        return failure.adding(Messages.inputKept(path))
    }

    private func failure(
        of response: UploadResponse, _ printer: ResponsePrinter, _ answer: AnswerReader?
    ) -> Failure? {
        guard let failure = output.failure(of: response, answer) else { return nil }
        let text =
            switch failure {
            case .status:
                Messages.badStatus(
                    response, remedy: Messages.remedy(for: response, printer.facts, self),
                    printer.refusal)
            case .bodyCutShort: Messages.bodyCutShort(response)
            case .unexpected(let unmet): Messages.text(unmet)
            }
        return Failure(failure.exitStatus, text)
    }
}

extension Run {
    /// Saves the cookies, reports what became of a request, and prints what `-w` asks for; returns the exit
    /// status. Without a failure it ended as `outcome` says.
    func conclude(
        _ place: RequestPlace, _ failure: Failure?, _ outcome: RequestOutcome? = nil,
        _ context: WriteOutContext = WriteOutContext(), lasting duration: Duration = .zero,
        writeOut: WriteOut?, _ jar: CookieJar? = nil
    ) -> Int32 {
        defer { progress.endAnswer() }
        let answer = context.head?.status
        let unsaved = jar.flatMap { $0.isStandardOutput ? nil : save($0) }
        let first = failure
        let failure = first ?? unsaved
        progress.end(
            place, failure.map { .failed($0, answer: answer) } ?? outcome ?? .passed(status: 0))
        if first != nil, let unsaved { report(unsaved) }
        var context = context
        context.url = place.url
        if context.facts.url.bytes.isEmpty { context.facts.url = place.url }
        context.number = place.number
        let outputJar = jar.flatMap { $0.isStandardOutput ? $0 : nil }
        let print = { [context] in
            // Cookies on standard output follow, as in curl.
            (self.printWriteOut(failure, context, writeOut), outputJar.flatMap { self.save($0) })
        }
        let prints = writeOut != nil || outputJar != nil
        let meetsProgress = prints && Console.isTerminal(console.error)
        let (shown, unprinted) = meetsProgress ? progress.standingAside(print) : print()
        // Standard output may have failed before.
        if let unprinted, shown?.status != ExitStatus.cannotWrite { report(unprinted) }
        let last = shown ?? unprinted
        let status = last?.status ?? ExitStatus.success
        console.progress?.write(
            .end(
                place, status: answer, exit: status, error: last?.text, duration: duration,
                sent: context.facts.bytesSent, received: context.facts.bytesReceived))
        return status
    }

    private func save(_ jar: CookieJar) -> Failure? {
        do throws(WriteError) {
            try jar.save(self)
            return nil
        } catch {
            return error.failure
        }
    }
}
