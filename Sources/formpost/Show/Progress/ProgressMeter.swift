import FormEncoding
import Foundation

/// Shows on standard error how far inputs and requests are and how each of many requests ended, writes the
/// same to the stream of progress, and reports it when a signal ends the command.
///
/// Requests are counted from 0. Each of them begins, moves and ends, on any thread.
final class ProgressMeter: @unchecked Sendable {  // all mutable state is behind `lock`
    let line: ProgressLine
    let stream: ProgressStream?
    let reporter: Reporter
    let mode: ProgressMode
    private let beginning = ContinuousClock.now
    private let lock = NSLock()
    private var state = ProgressState(sizes: [], isMany: false)
    private var logged = LogSchedule()
    private var display: ProgressDisplay?

    init(_ reporter: Reporter) {
        self.reporter = reporter
        line = ProgressLine(reporter.console)
        stream = reporter.console.progress
        mode = reporter.display.progressMode(on: reporter.console)
    }

    /// Whether requests are counted and named. If not, there is one, which is shown in detail.
    var isMany: Bool { lock.withLock { state.isMany } }

    /// Changes the state. It must be fast, and never wait for the terminal.
    func change<Result>(_ body: (inout ProgressState, _ now: Duration) -> Result) -> Result {
        lock.withLock { body(&state, now) }
    }

    /// Receives the number of bytes that have been read of an input.
    var observer: InputObserver {
        { [weak self] count, label in
            self?.change { $0.read(count, of: label, at: $1) }
            self?.start()
        }
    }

    /// Runs `body`, which may read inputs, and erases their progress afterwards.
    func watchingInputs<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer {
            let hasRead = change { state, _ in state.endReading() }
            if hasRead { line.reset() }
        }
        return try body()
    }

    /// Starts to show requests.
    func expect(
        _ sizes: ExpectedSizes, hasUploads: Bool, journal: ByteString?, isMany: Bool
    ) {
        change {
            $0 = ProgressState(
                sizes: sizes, hasUploads: hasUploads, journal: journal, isMany: isMany, at: $1)
        }
        start()
    }

    /// The request begins; also one that will be skipped. `isUpload`: it sends a file.
    func begin(_ place: RequestPlace, body: EncodedBody?, isUpload: Bool) {
        change {
            $0.begin(
                place, size: body.length, parts: body?.partCount ?? 0, isUpload: isUpload, at: $1)
        }
    }

    /// Records the end of a request. Prints its failure, or in a log a line for each of many requests, unless
    /// the line has been printed before the answer.
    func end(_ outcome: Outcome) {
        guard let request = change({ $0.end(outcome, at: $1) }) else { return }
        if let failure = outcome.failure {
            let text = isMany ? Messages.text(failure, of: request.place.name) : failure.text
            standingAside { _ = reporter.fail(Failure(failure.status, text)) }
        } else if outcome.verdict != .skipped, printsEach, !request.isNamed {
            let status = outcome.status ?? 0
            line.erase { Messages.ended(request.place.name, status, sent: request.progress.sent) }
        }
    }

    /// The answer of a request has been printed.
    func endAnswer() { change { state, _ in state.endAnswer() } }

    /// Prints in place of the line of many requests, which is drawn again afterwards. The line of a single
    /// request was closed when the request ended, and may be locked for ever (`abandon`).
    func standingAside<Result, Failure>(
        _ print: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isMany else { return try print() }
        return try line.standingAside(print)
    }

    /// Ends the display, of many requests with a line that says what became of all.
    func close() {
        let (state, display, snapshot) = lock.withLock {
            (self.state, self.display, self.state.snapshot(at: now))
        }
        display?.stop()
        let shown = reporter.display
        let isQuiet = !state.isMany || shown.isSilent || shown.streamsToStandardError
        line.close(saying: isQuiet ? nil : Messages.text(state.tally, brokenOff: state.underWay))
        if state.isMany, let snapshot {
            stream?.write(.summary(snapshot, exit: state.tally.status))
        }
        // Last: until the line is erased, a signal must erase it.
        display?.endWatch()
    }

    /// Ends the display when an event may still be running on another thread.
    func abandon() {
        let display = lock.withLock { self.display }
        display?.stop()
        line.closeIfFree()
        display?.endWatch()
    }

    /// Whether the line of one of many requests is printed before its answer on the same terminal.
    var namesAnswers: Bool { isMany && mode == .bar || printsEach }

    /// Whether each of many requests gets a line: in a log, unless `-s` is given.
    private var printsEach: Bool {
        let isLog = mode == .none && reporter.display.progress == .auto
        return isMany && (isLog || mode == .plain) && !reporter.display.isSilent
    }

    /// The time since the meter was made.
    var now: Duration { ContinuousClock.now - beginning }

    var snapshot: ProgressSnapshot? { lock.withLock { state.snapshot(at: now) } }

    /// Whether a log gets a line now; if so, the line counts as printed.
    func isLogDue(_ snapshot: ProgressSnapshot) -> Bool {
        lock.withLock { logged.isDue(snapshot, at: now) }
    }

    /// Starts the display, the first time: most forms come from files that need not be read before they are
    /// sent.
    private func start() {
        lock.withLock { display = display ?? ProgressDisplay(of: self) }
    }
}

extension RunSettings.Display {
    /// The mode of standard error, with `auto` resolved; `none` if only the stream is written.
    func progressMode(on console: Console) -> ProgressMode {
        if isSilent || progress == .json { return .none }
        guard progress == .auto else { return progress }
        // A job may have a pseudo-terminal, but its log is read as text.
        return console.isInCI ? .plain : Console.isTerminal(console.error) ? .bar : .none
    }
}
