import FormEncoding
import FormUpload
import Foundation

/// One run of the command: what all of its transfers share.
final class Run: Sendable {
    let settings: RunSettings
    let plan: Plan
    let environment: [String: ByteString]
    /// `-w`, of each operation.
    let writeOuts: [WriteOut?]
    let files: FileClaims
    let pipes = PipeCopies()
    let console: Console
    let progress: Progress
    /// Its connections are kept from transfer to transfer.
    let uploader: Uploader
    /// By how many bytes files have grown while they were sent.
    let grown = Guarded<[ByteString: Int64]>([:])
    /// The form of each operation, parsed.
    let forms: [FormBuilder]

    /// Whether the end of each request is reported.
    private var isMany: Bool { plan.isMany || settings.journal.path != nil }
    var temporaryDirectory: String { TemporaryFile.directory.description }

    /// Claims all files, and opens the file of `--stderr`.
    init(
        _ settings: RunSettings, _ operations: [OperationLine], _ environment: [String: ByteString],
        _ console: Console
    ) throws(Failure) {
        (self.settings, self.environment) = (settings, environment)
        let forms = operations.map { FormBuilder($0.settings, $0.standardInput) }
        self.forms = forms
        if forms.contains(where: { $0.readerOfStandardInput != nil })
            || operations.contains(where: { $0.laterStandardInput != nil }),
            !settings.preview.isDryRun
        {
            console.announceReading()
        }
        let plan = try Plan(operations, standardInput: console.input)
        self.plan = plan
        uploader =
            settings.parallel.isOn
            ? Uploader(connectionsPerHost: settings.parallel.maximum) : Uploader()
        var writeOuts: [WriteOut?] = []
        for operation in operations {
            writeOuts.append(
                try failing { () throws(UsageError) in
                    try operation.writeOutFormat(
                        settings.preview, standardInput: console.input)
                })
        }
        self.writeOuts = writeOuts
        var files = try FileClaims(
            plan, forms: forms, writeOuts: writeOuts, input: console.input,
            output: console.output, error: console.error)
        try files.check()
        self.files = files
        self.console = try failing { () throws(WriteError) in
            let isRepeated = plan.count > 1 || operations.contains { $0.settings.retry.maximum > 0 }
            return try console.redirected(settings, files, renewsLimit: isRepeated)
        }
        progress = Progress(self.console, settings.display)
    }

    /// Makes all transfers; returns the exit status.
    func perform() async -> Int32 {
        do throws(Failure) {
            try plan.check(settings)
            var captured: Set<String> = []
            for source in plan.operations.map(\.line) {
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
            if let problem = forms.lazy.compactMap(\.problem).first {
                throw problem.failure
            }
            let transfers = try Transfers(self)
            if settings.preview.isOn { return try Preview(self, transfers).show() }
            let targets = try OpenOutputs(self)
            let journal = try settings.journal.path.map { path throws(Failure) in
                try failing { () throws(JournalError) in
                    try Journal(path: path, until: files.limit)
                }
            }
            let isResumable = plan.operations.contains { $0.settings.resuming.byProtocol != nil }
            if let journal, isResumable, journal.isReadableByOthers {
                console.warn(Messages.journalIsReadable(journal.path))
            }
            if let journal, settings.journal.cancelsUploads {
                defer { journal.close() }
                return await cancelInterrupted(transfers, journal)
            }
            progress.expect(
                transfers.sizes, hasUploads: transfers.haveUploads,
                journal: settings.journal.path,
                isMany: isMany)
            var loop = TransferLoop(self, transfers, targets, journal)
            let status = await loop.perform()
            if let mismatch = journal?.mismatch, let path = settings.journal.path {
                let text = Messages.text(mismatch, path, byContent: settings.journal.isByContent)
                console.warn(text)
            }
            if isMany { progress.close() }
            journal?.close()
            return status
        } catch {
            let status = console.fail(error)
            // As curl does: `-w` reports a missing file, but not a command line that cannot be used.
            guard status != ExitStatus.usage, !settings.preview.isOn else { return status }
            let outcome = Outcome(plan.firstPlace ?? RequestPlace(), .failed(error))
            if plan.firstPlace != nil { console.progress?.write(.end(outcome, error)) }
            _ = printWriteOut(
                outcome, (writeOuts.first ?? nil).flatMap { $0.isWritable ? $0 : nil })
            return status
        }
    }

    /// The options of a request's operation, with those for all operations that stand elsewhere before or
    /// after them.
    func uses(of transfer: Transfer) -> [OptionUse] {
        let place = plan.operation(of: transfer.number).index
        let own = transfer.round.line.uses
        // Each operation begins with those of the default files.
        let shared = plan.operations.map { operation in
            operation.line.uses.filter {
                $0.spec?.isShared == true && ($0.place == nil || !own.contains($0))
            }
        }
        return shared[..<place].joined() + own + shared[(place + 1)...].joined()
    }

    /// `-w`, which may have the variables of `--each`.
    func writeOut(
        of line: OperationLine, _ operation: PlannedOperation
    ) throws(Failure) -> WriteOut? {
        if line.settings.output.writeOut == operation.settings.output.writeOut {
            return writeOuts[operation.index]
        }
        return try failing { () throws(UsageError) in
            try line.writeOutFormat(settings.preview, standardInput: console.input)
        }
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

extension OperationLine {
    /// The format of `-w`, read from its file if it has one.
    fileprivate func writeOutFormat(
        _ preview: RunSettings.Preview, standardInput: Int32
    ) throws(UsageError) -> WriteOut? {
        switch settings.output.writeOut {
        case nil: return nil
        case .text(let text): return try checked(WriteOut(text))
        case .file(let file):
            // A dry run prints no variables, and does not read standard input.
            if preview.isDryRun, file.isStandardInput { return nil }
            let content = try SmallFile.read(
                file, standardInput: standardInput, until: settings.limits.timeLimit)
            // As in curl: line breaks are only for readability, and `\n` is a line end.
            return try checked(
                WriteOut(ByteString(bytes: content.filter { $0 != 0x0A && $0 != 0x0D })))
        }
    }

    private func checked(_ format: WriteOut) throws(UsageError) -> WriteOut {
        if let name = format.variables.first(where: { !WriteOutVariables.has($0) }) {
            throw .unknownVariable(option: self.name(of: "write-out"), name: name)
        }
        let captured = settings.captures.map(\.name)
        if let name = format.captures.first(where: { !captured.contains($0) }) {
            throw .unknownCapture(
                option: self.name(of: "write-out"), name: name,
                suggestion: Suggestion.nearest(to: name, among: captured))
        }
        return format
    }
}
