import FormEncoding
import FormUpload
import Foundation

/// Why nothing is sent: an error found before connecting, with its exit status and message.
struct Refusal: Error {
    let failure: Messages.Failure

    init(_ status: Int32, _ text: String) { failure = (status, text) }

    init(_ failure: Messages.Failure) { self.init(failure.status, failure.text) }
}

/// One run of the command: what all of its transfers share.
struct Run {
    let settings: Settings
    let environment: [String: String]
    /// `-w`
    let writeOut: WriteOut?
    let files: FileClaims
    let reporter: Reporter
    /// Its connections are kept from transfer to transfer.
    let uploader = Uploader()

    var console: Console { reporter.console }
    var output: Settings.Output { reporter.output }
    var route: Route { settings.route(environment) }
    var temporaryDirectory: String { TemporaryFile.directory.description }

    /// Claims all files, and opens the file of `--stderr`.
    init(
        _ settings: Settings, _ environment: [String: String], _ reporter: Reporter
    ) throws(Refusal) {
        self.settings = settings
        self.environment = environment
        // Invalid arguments are reported later, in order.
        var parser = FormParser(isLax: true)
        let form = settings.form.fields.compactMap { try? parser.parse($0) }
        let formReadsInput = form.contains { $0.files.contains(where: \.isStandardInput) }
        if formReadsInput || settings.readsStandardInputLater, !settings.output.isDryRun {
            reporter.noteReading()
        }
        writeOut = try refusing { () throws(UsageError) in
            try settings.writeOutFormat(standardInput: reporter.console.input)
        }
        let files = FileClaims(
            settings, form: form, writeOut: writeOut, console: reporter.console)
        try files.check()
        self.files = files
        self.reporter = try refusing { () throws(WriteError) in try reporter.redirected(files) }
    }

    /// Makes all transfers; returns the exit status.
    func perform() async -> Int32 {
        do throws(Refusal) {
            let transfers = try plan()
            if output.isPreview { return try Preview(self, transfers).show() }
            var status = ExitStatus.success
            for transfer in transfers {
                let ended = await transfer.perform()
                if status == ExitStatus.success { status = ended }
            }
            return status
        } catch {
            let status = reporter.fail(error.failure)
            // As curl does: `-w` reports a missing file, but not a command line that cannot be used.
            guard status != ExitStatus.usage, !output.isPreview else { return status }
            var context = WriteOutContext()
            context.url = settings.url ?? ""
            context.facts.url = context.url
            return conclude(error.failure, context)
        }
    }

    /// The transfers to make, with every input read and checked.
    private func plan() throws(Refusal) -> [Transfer] {
        var transfers = [try Transfer(self)]
        if !output.isPreview {
            for index in transfers.indices { try transfers[index].openTargets() }
        }
        return transfers
    }

    /// Prints what `-w` asks for; returns the exit status, which is that of the first failure.
    func conclude(_ failure: Messages.Failure?, _ context: WriteOutContext) -> Int32 {
        let status = failure?.status ?? ExitStatus.success
        guard let writeOut else { return status }
        var context = context
        context.exitStatus = status
        context.errorMessage = failure?.text
        context.showsSecrets = output.showsSecrets
        do throws(WriteError) {
            try WriteOutPrinter(format: writeOut, files: files, reporter: reporter).print(context)
            return status
        } catch {
            let second = reporter.fail(error.failure)
            return failure?.status ?? second
        }
    }
}

/// An error with an exit status and a message of its own.
protocol RefusalCause: Error {
    var failure: Messages.Failure { get }
}

extension UsageError: RefusalCause {
    var failure: Messages.Failure { (exitStatus, Messages.text(self)) }
}

extension BodyError: RefusalCause {
    var failure: Messages.Failure { (exitStatus, Messages.text(self)) }
}

extension WriteError: RefusalCause {
    var failure: Messages.Failure {
        let isLate = errno == ETIMEDOUT
        return (isLate ? ExitStatus.timedOut : ExitStatus.cannotWrite, Messages.text(self))
    }
}

/// Runs `body`, and refuses with its error.
func refusing<Result, Cause: RefusalCause>(
    _ body: () throws(Cause) -> Result
) throws(Refusal) -> Result {
    do throws(Cause) {
        return try body()
    } catch {
        throw Refusal(error.failure)
    }
}

extension Settings {
    /// The format of `-w`, read from its file if it has one.
    fileprivate func writeOutFormat(standardInput: Int32) throws(UsageError) -> WriteOut? {
        switch output.writeOut {
        case nil: return nil
        case .text(let text): return try checked(WriteOut(text))
        case .file(let file):
            // A dry run prints no variables, and does not read standard input.
            if output.isDryRun, file.isStandardInput { return nil }
            let content = try SmallFile.read(
                file, standardInput: standardInput, until: limits.timeLimit)
            // As in curl: line breaks are only for readability, and `\n` is a line end.
            return try checked(
                WriteOut(ByteString(bytes: content.filter { $0 != 0x0A && $0 != 0x0D })))
        }
    }

    private func checked(_ format: WriteOut) throws(UsageError) -> WriteOut {
        if let name = format.variables.first(where: { !WriteOutVariables.has($0) }) {
            throw .unknownVariable(option: self.name(of: "write-out"), name: name)
        }
        return format
    }

    /// Whether an option is still to read standard input; `-K -` and `--form-fields -` have done so.
    fileprivate var readsStandardInputLater: Bool {
        guard let claim = standardInput else { return false }
        return !["config", "form-fields"].contains(OptionTable.row(of: claim.option)?.long)
    }
}

extension Settings.Output {
    /// Nothing is sent: `--dry-run` or `--dump-body`.
    var isPreview: Bool { isDryRun || bodyFile != nil }
}
