import FormEncoding
import Foundation

/// Prints errors and warnings on standard error, as `-s` and `-S` allow.
struct Reporter: Sendable {
    private(set) var console: Console
    var output = Settings.Output()
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
        let path = output.progressFile.map(\.pathOfChannel)
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

    /// Where an alarm writes its sentence (-1: nowhere), and how.
    var alarmOutput: LastResort.Output {
        LastResort.Output(
            descriptor: output.showsProblems ? console.error : -1,
            line: { [console] text in
                let status = ExitStatus.timedOut
                return console.saysEvents
                    ? ProgressEvent.message(.error, exit: status, text).object
                    : "formpost: (\(status)) \(text)"
            })
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

    /// Prints a warning, unless the same one has been printed before.
    func warn(_ text: String) {
        if output.showsProblems, warnings.take(text) { say(warning: text) }
    }

    /// Says once what the command waits for.
    func note(_ text: String) {
        if !output.isSilent, warnings.take(text) { console.say("formpost: " + text) }
    }

    /// From now on warnings are held back, until `releaseWarnings` returns them.
    func holdWarnings() { warnings.hold() }

    func releaseWarnings() -> [String] { warnings.release() }

    func say(warning text: String) {
        say("formpost: warning:", .yellow, text, .message(.warning, text))
    }

    private func say(
        _ label: String, _ color: TextColor, _ text: String, _ event: ProgressEvent
    ) {
        if console.saysEvents { return console.tell(event) }
        console.say(console.colored(label, color, on: console.error) + " " + text)
    }
}

/// The warnings so far.
private final class Warnings: @unchecked Sendable {  // all mutable state is behind `lock`
    private let lock = NSLock()
    private var texts: Set<String> = []
    private var held: [String]?

    /// Whether the warning is to be printed now: it is new, and not held back.
    func take(_ text: String) -> Bool {
        lock.withLock {
            guard texts.insert(text).inserted else { return false }
            held?.append(text)
            return held == nil
        }
    }

    func hold() { lock.withLock { held = [] } }

    func release() -> [String] {
        lock.withLock {
            defer { held = nil }
            return held ?? []
        }
    }
}
