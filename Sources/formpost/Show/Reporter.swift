import FormEncoding
import Foundation

/// Prints errors and warnings on standard error, as `-s` and `-S` allow.
struct Reporter: Sendable {
    private(set) var console: Console
    var display = RunSettings.Display()
    private let warnings = Warnings()

    init(console: Console, display: RunSettings.Display = RunSettings.Display()) {
        self.console = console
        self.display = display
    }

    /// Colours are off with `NO_COLOR` and on a dumb terminal.
    init(
        _ display: RunSettings.Display, _ environment: [String: ByteString], _ console: Console
    ) {
        var console = console
        console.isDumb = environment["TERM"] == "dumb"
        console.isInCI = Self.isInCI(environment)
        console.saysEvents = display.streamsToStandardError
        // https://no-color.org
        console.hasColors = environment["NO_COLOR"]?.isEmpty != false && !console.isDumb
        self.init(console: console, display: display)
    }

    /// Whether the environment has a variable that services of continuous integration set.
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
    func redirected(
        _ files: FileClaims, isPreview: Bool, renewsLimit: Bool
    ) throws(WriteError) -> Reporter {
        var console = console
        console.patience = files.limit.map { ReaderPatience($0, isRenewed: renewsLimit) }
        if let file = display.errorFile {
            console.error = file == "-" ? console.output : try files.create(file)
        }
        var reporter = Reporter(console: console, display: display)
        guard display.streamsProgress, !isPreview else { return reporter }
        let path = display.progressFile.map(\.pathOfChannel)
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

    /// Where an end of the process in C writes its sentence (-1: nowhere), and how.
    var alarmOutput: LastResort.Output {
        LastResort.Output(
            descriptor: display.showsProblems ? console.error : -1,
            line: { [console] status, text in
                console.saysEvents
                    ? ProgressEvent.message(.error, exit: status, text).object
                    : "formpost: (\(status)) \(text)"
            })
    }

    /// Prints a failure, and returns its exit status. An unusable command line is reported even
    /// with `-s`.
    func fail(_ failure: Failure) -> Int32 {
        if display.showsProblems || failure.status == ExitStatus.usage {
            say(
                "formpost: (\(failure.status))", .red, failure.text,
                .message(.error, exit: failure.status, failure.text))
        }
        return failure.status
    }

    /// Announces that the command reads standard input, if that is a terminal.
    func announceReading() {
        guard !display.isSilent, Console.isTerminal(console.input) else { return }
        console.say("formpost: " + Messages.readingTerminal)
    }

    /// Prints a warning, unless the same one has been printed before.
    func warn(_ text: String) {
        if display.showsProblems, warnings.isDue(text) { say(warning: text) }
    }

    /// Prints once what the command waits for.
    func inform(_ text: String) {
        if !display.isSilent, warnings.isDue(text) { console.say("formpost: " + text) }
    }

    /// Keeps warnings from now on, until `drainWarnings` returns them.
    func deferWarnings() { warnings.startDeferring() }

    func drainWarnings() -> [String] { warnings.drain() }

    func say(warning text: String) {
        say("formpost: warning:", .yellow, text, .message(.warning, text))
    }

    private func say(
        _ label: String, _ color: TextColor, _ text: String, _ event: ProgressEvent
    ) {
        if console.saysEvents { return console.emit(event) }
        console.say(console.colored(label, color, on: console.error) + " " + text)
    }
}

/// The warnings so far.
private final class Warnings: @unchecked Sendable {  // all mutable state is behind `lock`
    private let lock = NSLock()
    private var texts: Set<String> = []
    private var deferred: [String]?

    /// Whether the warning is to be printed now: it is new and not deferred.
    func isDue(_ text: String) -> Bool {
        lock.withLock {
            guard texts.insert(text).inserted else { return false }
            deferred?.append(text)
            return deferred == nil
        }
    }

    func startDeferring() { lock.withLock { deferred = [] } }

    func drain() -> [String] {
        lock.withLock {
            defer { deferred = nil }
            return deferred ?? []
        }
    }
}
