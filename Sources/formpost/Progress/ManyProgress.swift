import FormEncoding
import Foundation

/// Shows on standard error how far many requests are and what became of each, and counts them.
///
/// The requests are counted from 0. Each of them begins, moves and ends, on any thread.
final class ManyProgress: Sendable {
    private let reporter: Reporter
    private let moving: Moving
    private let display: ProgressDisplay<ManySnapshot>
    private let watch: ProgressStream.Watch?
    private let interruption: Interruption?

    /// `sizes` are the lengths of the bodies of all requests, as far as they can be guessed; `others`
    /// are the requests that upload nothing.
    init(
        _ reporter: Reporter, sizes: [Int64?], others: Set<Int> = [], journal: ByteString? = nil
    ) {
        let moving = Moving(ManyState(sizes: sizes, others: others, journal: journal))
        let output = reporter.output
        let display = ProgressDisplay(output, console: reporter.console) { _ in
            Optional(moving.snapshot)
        }
        self.reporter = reporter
        (self.moving, self.display) = (moving, display)
        let stream = reporter.console.progress
        watch = stream?.watch { .all(moving.snapshot) }
        let speaks = output.showsProblems
        interruption =
            speaks || stream != nil
            ? Interruption(isLast: true) {
                let text =
                    "formpost: " + Messages.interrupted(moving.tally, underWay: moving.underWay)
                display.close(saying: speaks ? text : nil)
                stream?.write(.all(moving.snapshot))
                stream?.write(.interrupted)
            } : nil
    }

    /// One request's part in it.
    struct Share: Sendable {
        let progress: ManyProgress
        let index: Int
        let name: ByteString

        func moved(_ sent: Int64) { progress.moved(index, sent) }

        func beginAnswer(_ status: Int, sent: Int64) {
            progress.beginAnswer(index, status, sent: sent)
        }

        func standingAside<Failure>(_ print: () throws(Failure) -> Void) throws(Failure) {
            try progress.standingAside(print)
        }
    }

    /// How many have come to which end.
    var tally: Tally { moving.tally }

    /// The request begins; also one that will be skipped. `size` is the length of its body, if that is
    /// known better now.
    func begin(_ index: Int, _ name: ByteString, size: Int64? = nil) {
        moving.change { state, _ in state.begin(index, name, size: size) }
    }

    /// So many bytes of its body have been sent. It must be fast, and never wait for the terminal.
    func moved(_ index: Int, _ sent: Int64) {
        moving.change { $0.move(index, sent, at: $1) }
    }

    /// The request's answer follows on the terminal that progress is drawn on: nothing is drawn until
    /// `resume`. Prints the line of the request before it.
    func beginAnswer(_ index: Int, _ status: Int, sent: Int64) {
        let isLoud = (display.mode == .bar || printsEach) && !reporter.output.isSilent
        let name = isLoud ? moving.change { state, _ in state.nameAnswer(index) } : nil
        display.line.pause(saying: name.map { Messages.ended($0, status, sent: sent) })
    }

    /// The answer has ended.
    func resume() { display.line.resume() }

    /// Records the end of a request. Prints its failure, or in a log a line for each request, unless
    /// `beginAnswer` has printed the line.
    func ended(_ index: Int, _ outcome: RequestOutcome) {
        guard let (name, sent, isNamed) = moving.change({ $0.end(index, outcome, at: $1) })
        else { return }
        switch outcome {
        case .failed(let failure, _):
            standingAside { _ = reporter.fail(Messages.failure(failure, of: name)) }
        case .uploaded(let status), .passed(let status):
            if printsEach, !isNamed {
                display.line.print(Messages.ended(name, status, sent: sent))
            }
        case .skipped: break
        }
    }

    /// Prints in place of the line, which is drawn again afterwards.
    func standingAside<Result, Failure>(
        _ print: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try display.line.standingAside(print)
    }

    /// Ends the display with a line that says what became of all; returns the exit status.
    @discardableResult
    func close() -> Int32 {
        let tally = moving.tally
        watch?.stop()
        let output = reporter.output
        let isQuiet = output.isSilent || output.streamsToStandardError
        display.close(saying: isQuiet ? nil : Messages.text(tally))
        reporter.console.progress?.write(.summary(moving.snapshot, exit: tally.status))
        // Last: until the line is erased, a signal must erase it.
        interruption?.cancel()
        return tally.status
    }

    /// Whether each request gets a line: in a log, unless `-s` is given.
    private var printsEach: Bool {
        let isLog = display.mode == .none && reporter.output.progress == .auto
        return (isLog || display.mode == .plain) && !reporter.output.isSilent
    }
}

/// The state behind a lock, and its clock.
private final class Moving: @unchecked Sendable {  // `state` is behind `lock`
    private let lock = NSLock()
    private let beginning = ContinuousClock.now
    private var state: ManyState

    init(_ state: ManyState) { self.state = state }

    var tally: Tally { lock.withLock { state.tally } }

    var underWay: Int { lock.withLock { state.underWay } }

    var snapshot: ManySnapshot { lock.withLock { state.snapshot(at: now) } }

    func change<Result>(_ body: (inout ManyState, _ now: Duration) -> Result) -> Result {
        lock.withLock { body(&state, now) }
    }

    private var now: Duration { ContinuousClock.now - beginning }
}
