import FormEncoding
import FormUpload
import Foundation

/// One run of the command: what all of its transfers share.
final class Run: Sendable {
    let settings: RunSettings
    let operations: [Operation]
    /// The number of all requests.
    let count: Int
    let environment: [String: ByteString]
    let files: FileAccess
    let pipes = PipeCopies()
    let console: Console
    let progress: Progress
    /// Its connections are kept from transfer to transfer.
    let uploader: Uploader
    /// By how many bytes files have grown while they were sent.
    let grown = Guarded<[ByteString: Int64]>([:])

    /// Whether the end of each request is reported.
    private var isMany: Bool {
        count > 1 || settings.journal.path != nil || operations.contains { $0.files != nil }
    }
    /// Whether the requests of an operation are sent side by side.
    var isParallel: Bool { settings.parallel.isOn && count > 1 }
    /// Whether one of several requests keeps cookies: then they are there for all.
    var keepsCookies: Bool {
        count > 1
            && operations.contains { operation in
                operation.settings.request.cookies.contains { $0.file != nil }
                    || operation.settings.passed.contains { $0.setting.option == .cookieJar }
            }
    }
    var temporaryDirectory: String { TemporaryFile.directory.description }

    /// Checks the uses of all files, and opens the file of `--stderr`.
    init(
        _ settings: RunSettings, _ operations: [OperationLine], _ environment: [String: ByteString],
        _ console: Console
    ) throws(Failure) {
        (self.settings, self.environment) = (settings, environment)
        let forms = operations.map { FormBuilder($0.settings, $0.standardInput) }
        if forms.contains(where: { $0.readerOfStandardInput != nil })
            || operations.contains(where: { $0.laterStandardInput != nil }),
            !settings.preview.isDryRun
        {
            console.announceReading()
        }
        var planned: [Operation] = []
        var count = 0
        for (operation, form) in zip(operations, forms) {
            planned.append(
                try Operation(
                    operation, form, index: planned.count, first: count, settings.preview,
                    standardInput: console.input))
            count += planned.last?.count ?? 0
        }
        (self.operations, self.count) = (planned, count)
        uploader =
            settings.parallel.isOn
            ? Uploader(connectionsPerHost: settings.parallel.maximum) : Uploader()
        let files = try FileAccess(
            planned, input: console.input, output: console.output, error: console.error)
        self.files = files
        self.console = try failing { () throws(WriteError) in
            let isRepeated = count > 1 || operations.contains { $0.settings.retry.maximum > 0 }
            return try console.redirected(settings, files, renewsLimit: isRepeated)
        }
        progress = Progress(self.console, settings.display)
    }

    /// Looks at all requests, then sends them; returns the exit status.
    func perform() async -> Int32 {
        do throws(Failure) {
            try operations.check(settings, count: count)
            var captured: Set<String> = []
            for source in operations.map(\.line) {
                if let found = source.unexpandedVariable(captured) {
                    console.warn(Messages.unexpanded(found))
                }
                for use in source.uses where use.swallowsFile {
                    console.warn(Messages.swallowedFile(use))
                }
                for header in source.emptiedHeaders {
                    console.warn(Messages.emptied(header))
                }
                captured.formUnion(source.settings.captures.map(\.name))
            }
            if let problem = operations.lazy.compactMap(\.form.problem).first {
                throw problem.failure
            }
            var operations = operations
            var (keys, sizes) = (IdempotencyKeys(), ExpectedSizes())
            for index in operations.indices { try operations[index].look(self, &keys, &sizes) }
            if settings.preview.isOn { return try Preview(self).show(operations) }
            let outputs = try OpenOutputs(self)
            let journal = try settings.journal.path.map { path throws(Failure) in
                try failing { () throws(JournalError) in
                    try Journal(path: path, until: files.limit)
                }
            }
            let isResumable = operations.contains { $0.settings.resuming.byProtocol != nil }
            if let journal, isResumable, journal.isReadableByOthers {
                console.warn(Messages.journalIsReadable(journal.path))
            }
            if let journal, settings.journal.cancelsUploads {
                defer { journal.close() }
                return await cancelInterrupted(operations, journal)
            }
            progress.expect(
                sizes, hasUploads: operations.contains(where: \.hasUploads),
                journal: settings.journal.path, isMany: isMany)
            var summary = Summary()
            for operation in operations {
                var loop = RequestLoop(operation, self, outputs, journal, after: summary)
                await loop.perform()
                summary = loop.summary
            }
            if let mismatch = journal?.mismatch, let path = settings.journal.path {
                let text = Messages.text(mismatch, path, byContent: settings.journal.isByContent)
                console.warn(text)
            }
            if isMany { progress.close() }
            journal?.close()
            return summary.status
        } catch {
            let status = console.fail(error)
            // As curl does: `-w` reports a missing file, but not a command line that cannot be used.
            guard status != ExitStatus.usage, !settings.preview.isOn else { return status }
            let first = operations.first
            let url = first?.settings.url
            let label = RequestPlace(count: count, name: url ?? "", url: url ?? "")
            let outcome = Outcome(label, .failed(error))
            if url != nil { console.progress?.write(.end(outcome, error)) }
            _ = printWriteOut(outcome, first?.writeOut.flatMap { $0.isWritable ? $0 : nil })
            return status
        }
    }

    /// The options of a request's operation, with those for all operations that stand elsewhere before or
    /// after them.
    func uses(of request: Request, _ operation: Operation) -> [OptionUse] {
        let (place, own) = (operation.index, request.line.uses)
        // Each operation begins with those of the default files.
        let shared = operations.map { operation in
            operation.line.uses.filter {
                $0.spec?.isShared == true && ($0.place == nil || !own.contains($0))
            }
        }
        return shared[..<place].joined() + own + shared[(place + 1)...].joined()
    }

    /// Reports what became of a request, prints what `-w` asks for, and cookies on standard output. Returns the
    /// exit status, also of a failure to print.
    func report(_ outcome: Outcome, _ writeOut: WriteOut?, _ jar: CookieJar? = nil) -> Int32 {
        defer { progress.endBody() }
        if outcome.verdict == .skipped { console.progress?.write(.skipped(outcome.place)) }
        progress.end(outcome)
        if outcome.verdict == .skipped { return ExitStatus.success }
        if let failure = outcome.cookieFailure { _ = console.fail(failure) }
        let jar = jar.flatMap { $0.isStandardOutput ? $0 : nil }
        let unwritten = printWriteOut(outcome, writeOut)
        // Cookies on standard output follow, as in curl.
        let unsaved = jar.flatMap { save($0) }
        let printed = outcome.failure ?? unwritten
        // Standard output may have failed before.
        if let unsaved, printed?.status != ExitStatus.cannotWrite {
            _ = console.fail(unsaved)
        }
        let failure = printed ?? unsaved
        console.progress?.write(.end(outcome, failure))
        return failure?.status ?? ExitStatus.success
    }

    /// Writes the cookies; returns why that failed.
    func save(_ jar: CookieJar) -> Failure? {
        do throws(WriteError) {
            try jar.save(self)
            return nil
        } catch {
            return error.failure
        }
    }

    /// Prints what `-w` asks for; reports and returns why that failed.
    private func printWriteOut(_ outcome: Outcome, _ writeOut: WriteOut?) -> Failure? {
        guard let writeOut else { return nil }
        do throws(WriteError) {
            try WriteOutPrinter(format: writeOut, run: self).print(outcome)
            return nil
        } catch {
            _ = console.fail(error.failure)
            return error.failure
        }
    }
}
