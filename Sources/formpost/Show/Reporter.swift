import FormEncoding
import Foundation

/// Prints errors and warnings on standard error, as `-s` and `-S` allow.
struct Reporter: Sendable {
    private(set) var console: Console
    var output = Settings.Output()
    /// Whether a warning that has been printed is left out: a request is made for the second time.
    var warnsOnce = false
    private let warnings = Warnings()

    init(console: Console, output: Settings.Output = Settings.Output()) {
        self.console = console
        self.output = output
    }

    /// Colours are off with `NO_COLOR` and on a dumb terminal.
    init(
        _ output: Settings.Output, _ environment: [String: ByteString], _ console: Console
    ) {
        var console = console
        console.isDumb = environment["TERM"] == "dumb"
        console.isInCI = Self.isInCI(environment)
        console.saysEvents = output.streamsToStandardError
        // https://no-color.org
        console.hasColors = environment["NO_COLOR"]?.isEmpty != false && !console.isDumb
        self.init(console: console, output: output)
    }

    /// Whether a variable says so that services of continuous integration set.
    private static func isInCI(_ environment: [String: ByteString]) -> Bool {
        let names = [
            "CI", "TF_BUILD", "GITHUB_ACTIONS", "JENKINS_URL", "TEAMCITY_VERSION", "BUILDKITE",
        ]
        return names.contains { name in
            environment[name].map { !["", "0", "false"].contains($0.description.lowercased()) }
                ?? false
        }
    }

    /// The reporter with the file of `--stderr` as standard error, and with the stream of progress.
    /// `renewsLimit`: there are several requests or attempts.
    func redirected(_ files: FileClaims, renewsLimit: Bool) throws(WriteError) -> Reporter {
        var console = console
        console.patience = files.limit.map { ReaderPatience($0, isRenewed: renewsLimit) }
        if let file = output.errorFile {
            console.error = file == "-" ? console.output : try files.create(file)
        }
        var reporter = Reporter(console: console, output: output)
        guard output.streamsProgress, !output.isPreview else { return reporter }
        let path = output.progressFile.map(ProgressChannel.path)
        let descriptor =
            switch path {
            case nil: console.error
            case "-": console.output
            case let path?: try files.create(path)
            }
        reporter.console.progress = ProgressStream(
            descriptor: descriptor, path: path, limit: console.patience
        ) {
            [reporter] error in
            if error.path != nil { reporter.warn(Messages.progressEnds(error)) }
        }
        return reporter
    }

    /// Prints a failure, and returns its exit status. A command line that cannot be used is no
    /// matter of `-s`.
    func fail(_ failure: Failure) -> Int32 {
        if output.showsProblems || failure.status == ExitStatus.usage {
            say(
                "formpost: (\(failure.status))", .red, failure.text,
                .message(.error, exit: failure.status, failure.text))
        }
        return failure.status
    }

    /// Says that the command reads standard input, if that is a terminal.
    func noteReading() {
        guard !output.isSilent, Console.isTerminal(console.input) else { return }
        console.say("formpost: " + Messages.readingTerminal)
    }

    func warn(_ text: String) {
        let isNew = warnings.note(text)
        if output.showsProblems, isNew || !warnsOnce {
            say("formpost: warning:", .yellow, text, .message(.warning, text))
        }
    }

    private func say(
        _ label: String, _ color: TextColor, _ text: String, _ event: ProgressEvent
    ) {
        if console.saysEvents { return console.tell(event) }
        console.say(console.colored(label, color, on: console.error) + " " + text)
    }
}

/// The warnings so far.
private final class Warnings: @unchecked Sendable {  // `texts` is behind `lock`
    private let lock = NSLock()
    private var texts: Set<String> = []

    /// Whether it is a new one.
    func note(_ text: String) -> Bool { lock.withLock { texts.insert(text).inserted } }
}
