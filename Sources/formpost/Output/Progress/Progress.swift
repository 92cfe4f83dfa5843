import Dispatch
import FormEncoding
import FormUpload

/// Shows on standard error how far inputs and requests are and how each of many requests ended, writes the
/// same to the stream of progress, and reports it when a signal ends the command.
///
/// Requests are counted from 0. Each of them begins, moves and ends, on any thread.
final class Progress: Sendable {
    let console: Console
    let mode: ProgressMode
    private let display: RunSettings.Display
    private let beginning = ContinuousClock.now
    private let state = Guarded(ProgressState(sizes: [], isMany: false))
    /// What runs while progress is shown.
    private let shown = Guarded<(timer: (any DispatchSourceTimer)?, signal: Interruption?)?>(nil)

    init(_ console: Console, _ display: RunSettings.Display) {
        (self.console, self.display) = (console, display)
        mode = display.progressMode(on: console)
    }

    /// Whether requests are counted and named. If not, there is one, which is shown in detail.
    var isMany: Bool { state.withLock { $0.isMany } }

    /// Changes the state, perhaps for each event: it must be fast, and never wait for the terminal.
    func change<Result>(_ body: (inout ProgressState, _ now: Duration) -> Result) -> Result {
        state.withLock { body(&$0, now) }
    }

    private var now: Duration { ContinuousClock.now - beginning }

    // MARK: Inputs and the whole

    /// Receives the number of bytes that have been read of an input.
    var observer: InputObserver {
        { [weak self] count, label in
            self?.change { $0.read(count, of: label, at: $1) }
            self?.start()
        }
    }

    func endReading() {
        let hasRead = change { state, _ in state.endReading() }
        if hasRead { console.forgetLine() }
    }

    /// Starts to show requests with bodies of these lengths, -1 for one that is not known. `readsInput`: the first
    /// request reads standard input before anything is sent.
    func expect(_ sizes: [Int64], _ tally: Tally, isMany: Bool, readsInput: Bool) {
        change {
            $0 = ProgressState(sizes: sizes, tally, isMany: isMany, at: $1)
            if readsInput { $0.read(0, of: "-", at: $1) }
        }
        start()
    }

    /// Ends the display, of many requests with a line that says what became of all, and an event with the command's
    /// exit status.
    func close(exit: Int32? = nil) {
        let (state, snapshot) = change { state, now in
            defer { state.isClosed = true }
            return (state, state.snapshot(at: now))
        }
        let isSilent = display.isSilent && !(display.showsErrors && state.tally.hasFailedFiles)
        let isQuiet = !state.isMany || isSilent || display.streamsToStandardError
        console.closeLine(
            saying: isQuiet ? nil : state.tally.text(begun: state.underWay, "broken off"))
        if let exit, let snapshot {
            console.progress?.write(.summary(snapshot, exit: exit))
        }
        // Last: until the line is erased, a signal must erase it.
        shown.withLock { $0 = nil }
    }

    // MARK: One request

    /// The request begins; also one that will be skipped.
    func begin(_ place: RequestLabel, body: EncodedBody?, isSkipped: Bool = false) {
        let (size, parts) = (body.length, body?.partCount ?? 0)
        change { $0.begin(place, size: size, parts: parts, at: $1) }
        if !isSkipped { console.progress?.write(.start(place, total: size, parts: parts)) }
    }

    /// Records that the request is sent again after a pause; `cause` is a sentence.
    func retry(_ place: RequestLabel, _ notice: RetryNotice, cause: String) {
        change { $0.retry(place.number, because: cause, at: $1) }
        console.replaceLine()
        console.progress?.write(.retry(place, notice, cause: cause))
    }

    /// The final response begins. The line of a single request is erased, and a signal is reported until the
    /// response is whole. Returns what stays of lines that were shown: the size and duration of the upload.
    func respond(_ place: RequestLabel, status: Int) -> String? {
        change { state, _ in state.receive(place.number, 0) }
        if !isMany { beginBody(place, status: status, sent: 0) }
        console.progress?.write(.response(place, status: status))
        guard !isMany, console.hasDrawn || mode == .plain && lasting != nil else { return nil }
        return change { state, now in
            guard let request = state[place.number], request.progress.sent > 0 else { return nil }
            return Messages.sent(request.progress.sent, in: request.duration(at: now))
        }
    }

    /// The response follows on the terminal that progress is drawn on, so nothing is drawn until it has been
    /// printed. Before it the line of one of many requests is printed, which has sent `sent` bytes.
    func beginBody(_ place: RequestLabel, status: Int, sent: Int64, of size: Int64? = nil) {
        let hasBegun = change { state, _ in state.beginAnswer(place.number) }
        let isNamed = !hasBegun && isMany && (mode == .bar || printsEach)
        console.replaceLine { isNamed ? finishedRow(place, status, sent: sent, of: size) : nil }
    }

    /// `img 1.jpg: 201, 1.2 MiB`: the size of the file, or else of the body. After an early
    /// response `img 1.jpg: 409, after 0.3 of 1.2 MiB`.
    private func finishedRow(
        _ place: RequestLabel, _ status: Int, sent: Int64, of size: Int64?
    ) -> String {
        let row = "\(Messages.request(place.name)): \(status), "
        guard let size else { return row + ByteCount.text(sent) }
        if sent < size { return row + "after " + ByteCount.text(sent, of: size) }
        return row + ByteCount.text(place.fileSize ?? sent)
    }

    /// Records the end of a request. Prints its failure, or in a log a line for each of many requests, unless
    /// the line has been printed before the response.
    func end(_ outcome: Outcome) {
        guard let request = change({ $0.end(outcome, at: $1) }) else { return }
        if let failure = outcome.failure {
            let name = isMany ? Messages.request(request.place.name) + ": " : ""
            _ = console.fail(Failure(failure.status, name + failure.text))
        } else if outcome.verdict != .skipped, printsEach, !request.isNamed {
            console.replaceLine {
                finishedRow(
                    request.place, outcome.status ?? 0, sent: request.progress.sent,
                    of: request.size)
            }
        }
    }

    /// Whether each of many requests gets a line: in a log, unless `-s` is given.
    private var printsEach: Bool {
        let isLog = mode == .none && display.progress == .auto
        return isMany && (isLog || mode == .plain) && !display.isSilent
    }

    // MARK: The display

    /// Starts the display, the first time: most forms come from files that need not be read before they are
    /// sent.
    private func start() {
        shown.withLock { $0 = $0 ?? (makeTimer(), makeInterruption()) }
    }

    private func makeTimer() -> (any DispatchSourceTimer)? {
        guard console.progress != nil || [.bar, .plain].contains(mode) else { return nil }
        // A bar is drawn ten times a second; everything else is looked at twice a second.
        let interval = DispatchTimeInterval.milliseconds(mode == .bar ? 100 : 500)
        var tick = 0
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [weak self] in
            tick += 1
            self?.show(isEventDue: self?.mode != .bar || tick % 5 == 0)
        }
        timer.activate()
        return timer
    }

    private func show(isEventDue: Bool) {
        if isEventDue {
            console.progress?.offer { snapshot().flatMap { $0.isStreamed ? .progress($0) : nil } }
        }
        if mode == .bar, lasting?.isDrawn == true {
            console.draw { columns in
                lasting.flatMap { $0.isDrawn ? ProgressText.bar($0, columns: columns) : nil }
            }
        } else if mode == .plain {
            console.replaceLine {
                guard let snapshot = lasting, !snapshot.isAnswering, !snapshot.isRetrying,
                    change({ $0.isLogDue(snapshot, at: $1) })
                else { return nil }
                return "formpost: " + ProgressText.line(snapshot)
            }
        }
    }

    private func makeInterruption() -> Interruption? {
        guard console.showsProblems || console.progress != nil else { return nil }
        return Interruption(isLast: true) { [weak self] in self?.reportSignal() }
    }

    /// The progress; `nil` once the display has ended. It is asked for under the lock of the console or of the
    /// stream, so that nothing old is written after the end.
    private func snapshot() -> ProgressSnapshot? {
        change { $0.isClosed ? nil : $0.snapshot(at: $1) }
    }

    /// The progress, once it has lasted long enough to be shown: at least from one redraw to the next.
    private var lasting: ProgressSnapshot? {
        let delay = Duration.milliseconds(display.progress == .auto ? 1000 : 100)
        return snapshot().flatMap { now - $0.began >= delay ? $0 : nil }
    }

    private func reportSignal() {
        let (state, snapshot) = change { ($0, $0.snapshot(at: $1)) }
        let text = snapshot.flatMap { Messages.interrupted(state, $0) }
        console.closeLine(
            saying: console.showsProblems ? text.map { "formpost: " + $0 } : nil)
        guard let snapshot else { return }
        console.progress?.write(.progress(snapshot))
        console.progress?.write(.interrupted)
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
