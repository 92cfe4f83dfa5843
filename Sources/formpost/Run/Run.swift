import FormEncoding
import FormUpload
import Foundation

/// One run of the command: looks at all requests, then sends them.
final class Run: Sendable {
    let inputs: Inputs
    let operations: [Operation]
    let progress: Progress
    /// How many earlier operations send the same file to the same URL, by the number of the
    /// request; empty without a journal.
    let repetitions: [Int: Int]
    /// Its connections are kept from transfer to transfer.
    let uploader: Uploader
    let cookieNames = CookieNames()

    var settings: RunSettings { inputs.settings }
    var console: Console { inputs.console }

    /// Whether the end of each request is reported.
    var isMany: Bool {
        inputs.count > 1 || settings.journal.path != nil
            || operations.contains { $0.files != nil }
    }

    /// Parses the forms, reads the lists of `--each`, checks the uses of all files, and opens the file of `--stderr`.
    init(
        _ settings: RunSettings, _ lines: [OperationLine], _ environment: [String: ByteString],
        _ console: Console
    ) throws(Failure) {
        let forms = lines.map { FormBuilder($0.settings.form, $0.standardInput) }
        if forms.contains(where: { $0.readerOfStandardInput != nil })
            || lines.contains(where: { $0.laterStandardInput != nil }),
            !settings.preview.isDryRun
        {
            console.announceReading()
        }
        var operations: [Operation] = []
        var count = 0
        for (line, form) in zip(lines, forms) {
            let operation = try Operation(
                line, form, index: operations.count, first: count, settings)
            count += operation.count
            operations.append(operation)
        }
        let files = try FileAccess(operations, output: console.output, error: console.error)
        let isRepeated = count > 1 || lines.contains { $0.settings.retry.maximum > 0 }
        let redirected = try failing { () throws(WriteError) in
            try console.redirected(settings, files, renewsLimit: isRepeated)
        }
        let progress = Progress(redirected, settings.display)
        self.operations = operations
        self.progress = progress
        repetitions = operations.repetitions(in: settings.journal)
        let keepsCookies = lines.contains(where: \.settings.keepsCookies)
        inputs = Inputs(
            settings: settings, environment: environment, console: redirected, files: files,
            count: count, keepsCookies: count > 1 && keepsCookies, observer: progress.observer,
            endReading: progress.endReading)
        inputs.addIrregularFiles(operations.compactMap(\.files).flatMap(\.irregular).map(\.asFile))
        uploader =
            settings.parallel.isOn
            ? Uploader(connectionsPerHost: settings.parallel.maximum) : Uploader()
    }

    /// Looks at all requests, then sends them; returns the exit status.
    func perform() async -> Int32 {
        do throws(Failure) {
            try operations.check(settings, count: inputs.count)
            var captured: Set<String> = []
            let leftOut = operations.compactMap(\.files?.leftOut.count).reduce(0, +)
            if leftOut > 0 {
                console.inform(
                    "--each leaves out directories and hidden names: \(leftOut) (a pattern with '**/' looks into "
                        + "directories, one with '.*' takes hidden names)")
            }
            for source in operations.map(\.line) {
                for warning in source.warnings(captured) { console.warn(warning) }
                captured.formUnion(source.settings.captures.map(\.name))
            }
            if let problem = operations.lazy.compactMap(\.form.problem).first { throw problem }
            var operations = operations
            try operations.checkKeys()
            var sizes: [Int64] = []
            for index in operations.indices { try operations[index].look(inputs, &sizes) }
            try Uniqueness.check(operations, inputs: inputs)
            if settings.preview.isOn { return try show(operations) }
            let outputs = try SharedOutputs(operations, inputs)
            if settings.journal.cancelsUploads, let path = settings.journal.path,
                access(path.cString, F_OK) != 0, errno == ENOENT
            {
                return reportNothingDeleted()
            }
            let journal = try settings.journal.path.map { path throws(Failure) in
                try Journal(path: path, until: inputs.files.limit)
            }
            defer { journal?.close() }
            if let journal, operations.areResumable, journal.isReadableByOthers {
                console.warn(
                    "others can read \(Messages.shown(journal.path)), which has the addresses of unfinished "
                        + "uploads: chmod 600")
            }
            if let journal, settings.journal.cancelsUploads {
                return await cancelInterrupted(operations, journal)
            }
            let tally = Tally(
                count: inputs.count, hasUploads: operations.contains(where: \.hasUploads),
                journal: settings.journal.path,
                wouldGoOn: operations.wouldGoOn(settings, count: inputs.count))
            progress.expect(
                sizes, tally, isMany: isMany,
                readsInput: operations.first?.form.readerOfStandardInput != nil)
            var state = RunState()
            for operation in operations {
                var loop = RequestLoop(operation, self, outputs, journal, after: state)
                await loop.perform()
                state = loop.state
            }
            if let text = journal?.mismatch(byContent: settings.journal.isByContent) {
                console.warn(text)
            }
            if isMany { progress.close(exit: state.status) }
            await uploader.endCleanUp()
            return state.status
        } catch {
            let status = console.fail(error)
            // As curl does: `-w` reports a missing file, but not a command line that cannot be used.
            guard status != ExitStatus.usage, !settings.preview.isOn else { return status }
            let first = operations.first
            let url = first?.settings.url
            let label = RequestLabel(count: inputs.count, name: url ?? "", url: url ?? "")
            let outcome = Outcome(place: label, verdict: .failed(error))
            if url != nil {
                console.progress?.write(.start(label, total: nil, parts: 0))
                console.progress?.write(.end(outcome, error))
            }
            let writeOut = first?.writeOut
            if (try? writeOut?.checkPlaces()) != nil { _ = printWriteOut(outcome, writeOut) }
            return status
        }
    }

    /// The options of a request's operation, with those for all operations that stand elsewhere before or
    /// after them.
    func uses(of request: Request, _ operation: Operation) -> [OptionUse] {
        let own = request.line.uses
        return operations.flatMap { other in
            if other.index == operation.index { return own }
            // Each operation begins with those of the default files.
            return other.line.uses.filter {
                $0.spec?.isShared == true && ($0.place == nil || !own.contains($0))
            }
        }
    }

    /// Reports what became of a request, prints what `-w` asks for, and cookies on standard output. Returns the
    /// exit status, also of a failure to print.
    func report(_ outcome: Outcome, _ writeOut: WriteOut?, _ cookies: CookieFile? = nil) -> Int32 {
        defer { progress.change { state, _ in state.endAnswer() } }
        if outcome.verdict == .skipped { console.progress?.write(.skipped(outcome.place)) }
        progress.end(outcome)
        if outcome.verdict == .skipped { return ExitStatus.success }
        if let failure = outcome.cookieFailure { _ = console.fail(failure) }
        let cookies = cookies.flatMap { $0.isStandardOutput ? $0 : nil }
        let unwritten = printWriteOut(outcome, writeOut)
        // Cookies on standard output follow, as in curl.
        let unsaved = cookies.flatMap { save($0) }
        let printed = outcome.failure ?? unwritten
        // Standard output may have failed before.
        if let unsaved, printed?.status != ExitStatus.cannotWrite {
            _ = console.fail(unsaved)
        }
        let failure = printed ?? unsaved
        console.progress?.write(.end(outcome, failure))
        return failure?.status ?? ExitStatus.success
    }

    func warnOfLostCookies() {
        guard uploader.hasCookies else { return }
        for warning in cookieNames.warnings({ uploader.cookies ?? [] }) { console.warn(warning) }
    }

    /// Writes the cookies; returns why that failed.
    func save(_ cookies: CookieFile) -> Failure? {
        do throws(WriteError) {
            try cookies.save(self)
            return nil
        } catch {
            return error.failure
        }
    }

    /// Prints what `-w` asks for; reports and returns why that failed.
    private func printWriteOut(_ outcome: Outcome, _ writeOut: WriteOut?) -> Failure? {
        guard let writeOut else { return nil }
        do throws(WriteError) {
            try inputs.print(writeOut, of: outcome)
            return nil
        } catch {
            _ = console.fail(error.failure)
            return error.failure
        }
    }
}

extension Settings {
    /// Whether cookies are kept for the requests that follow.
    fileprivate var keepsCookies: Bool {
        request.cookies.contains { $0.cookieFile != nil } || passed.last(.cookieJar) != nil
    }
}

/// `--resume-cancel`
extension Run {
    /// Asks the servers to delete the uploads that earlier calls with the journal have left. Returns the exit status:
    /// that of the first failure.
    func cancelInterrupted(_ operations: [Operation], _ journal: Journal) async -> Int32 {
        var status = ExitStatus.success
        var isInterrupted = false
        for request in operations.lazy.flatMap({ [inputs] in Requests($0, inputs) }) {
            do throws(Failure) {
                let transfer = Transfer(try request.get(), self)
                isInterrupted = try await cancel(transfer, journal) || isInterrupted
            } catch {
                _ = console.fail(error)
                isInterrupted = true
                status = status == ExitStatus.success ? error.status : status
            }
        }
        return isInterrupted ? status : reportNothingDeleted()
    }

    private func reportNothingDeleted() -> Int32 {
        console.inform(
            "the journal has no interrupted upload with these arguments: nothing was deleted")
        return ExitStatus.success
    }

    /// Returns false if nothing of the upload is left to delete.
    private func cancel(_ transfer: Transfer, _ journal: Journal) async throws(Failure) -> Bool {
        var transfer = transfer
        transfer.lock(in: journal)
        while transfer.wait != nil {
            try? await Task.sleep(for: Transfer.pause)
            transfer.lock(in: journal)
        }
        if let failure = transfer.failure { throw failure }
        defer { transfer.journaled?.release() }
        guard let upload = transfer.journaled, let token = upload.earlierToken else { return false }
        var uploader = uploader
        let request = transfer.request
        uploader.options = request.options
        uploader.options.limits = transfer.limits
        let (head, isWhole): (ResponseHead, Bool?)
        do throws(UploadFault) {
            (head, isWhole) = try await uploader.cancelUpload(token, of: request.upload)
        } catch {
            throw Failure(error.exitStatus, Messages.text(error, request.route))
        }
        let name = Messages.shown(request.label.name)
        if isWhole == true {
            console.inform("\(name): the server has the whole upload, and nothing was deleted")
            return true
        }
        // The server may have removed it by itself.
        guard head.isSuccess && isWhole == false || [404, 410].contains(head.status) else {
            throw Failure(
                ExitStatus.badStatus,
                "the server has not deleted the interrupted upload: it answered "
                    + Messages.shownStatus(head)
                    + (head.isSuccess ? ", and did not say how much it has" : ""))
        }
        try upload.recordDeletion()
        console.inform("\(name): the server has deleted the interrupted upload")
        return true
    }
}

extension CookieFile {
    /// Puts all cookies of the run into it. A request that has ended before the files of `-b` were read
    /// has none, and leaves an older file alone.
    fileprivate func save(_ run: Run) throws(WriteError) {
        guard run.uploader.hasCookies else { return }
        guard let cookies = run.uploader.cookies else {
            throw WriteError(path: path ?? "-", errno: ENOMEM)
        }
        let bytes = Self.text(of: cookies)
        guard let path else {
            return try run.console.print(bytes, path: "-")
        }
        let file = try OutputFile(
            path: path, keepsExisting: false, followsLinks: isDescriptor,
            until: run.inputs.files.limit)
        defer { file.discard() }
        try file.write(bytes)
        try file.keep()
    }

    /// As libcurl writes it: the last one first. (This holds for each host. From version 8
    /// on, libcurl keeps a cookie that was set again in its old place.)
    private static func text(of cookies: [ByteString]) -> [UInt8] {
        let head = """
            # Netscape HTTP Cookie File
            # https://curl.se/docs/http-cookies.html
            # This file was generated by libcurl! Edit at your own risk.


            """
        return cookies.reversed().reduce(into: Array(head.utf8)) { bytes, line in
            bytes += line.bytes + [UInt8(ascii: "\n")]
        }
    }
}
