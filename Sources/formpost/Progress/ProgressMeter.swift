import Dispatch
import FormEncoding
import FormUpload
import Foundation

/// Shows on standard error how far the upload has come, and says so when a signal ends it.
final class ProgressMeter: @unchecked Sendable {  // all mutable state is behind `lock`
    /// How it is shown (`--progress`).
    enum Mode: String, CaseIterable, Sendable {
        /// A bar on a terminal, after about a second; nothing elsewhere.
        case auto
        case bar
        /// A line every few seconds, for logs.
        case plain
        /// An object a line, for programs.
        case json
        case none
    }

    private let mode: Mode
    private let delay: Duration
    private let beginning = ContinuousClock.now
    private let line: StatusLine
    private let lock = NSLock()
    private var state: ProgressState
    private var schedule: LogSchedule
    private var isOver = false
    private var timer: (any DispatchSourceTimer)?
    private var interruption: Interruption?

    /// `body` is what is sent, as far as it is known before.
    init(_ output: Settings.Output, body: EncodedBody?, console: Console) {
        state = ProgressState(total: body?.contentLength, parts: body?.partCount ?? 0)
        schedule = LogSchedule(state.snapshot(at: .zero))
        line = StatusLine(console)
        let asked = output.isSilent ? .none : output.progress
        let isTerminal = Console.isTerminal(console.error)
        mode = asked == .auto ? (isTerminal ? .bar : .none) : asked
        delay = asked == .auto ? .seconds(1) : .zero
        if !output.isSilent || output.showsErrors {
            interruption = Interruption { [weak self] in self?.interrupted() }
        }
        guard let interval else { return }
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.activate()
        self.timer = timer
    }

    deinit { timer?.cancel() }

    private var interval: DispatchTimeInterval? {
        switch mode {
        case .bar: .milliseconds(100)
        case .plain, .json: .milliseconds(500)
        case .auto, .none: nil
        }
    }

    /// Called for each event: no more than a few assignments, and never a wait for the terminal.
    func moved(_ progress: UploadProgress) {
        lock.withLock { state.note(progress, at: now) }
    }

    /// The request is sent anew.
    func nextAttempt() {
        lock.withLock { state.beginAttempt(at: now) }
        line.standingAside {}
    }

    /// Prints something else where the bar is, which comes back by itself.
    func standingAside<Failure>(_ print: () throws(Failure) -> Void) throws(Failure) {
        try line.standingAside(print)
    }

    /// How the upload ended: there is a response, or there will be none.
    enum Ending: String { case response, failure }

    func finish(_ ending: Ending) {
        let snapshot: ProgressSnapshot? = lock.withLock {
            guard !isOver else { return nil }
            isOver = true
            timer?.cancel()
            return state.snapshot(at: now)
        }
        guard let snapshot else { return }
        line.close(saying: mode == .json ? ProgressText.object(ending.rawValue, snapshot) : nil)
        // Only now: a signal must find the line wiped, or have it wiped.
        let interruption = lock.withLock {
            defer { self.interruption = nil }
            return self.interruption
        }
        withExtendedLifetime(interruption) {}
    }

    private var now: Duration { ContinuousClock.now - beginning }

    private func tick() {
        let snapshot: ProgressSnapshot? = lock.withLock {
            let (now, snapshot) = (now, state.snapshot(at: now))
            guard !isOver, now >= delay else { return nil }
            if mode == .plain, !schedule.isDue(snapshot, at: now) { return nil }
            // Until then there is nothing to see, and libcurl's TLS may ask for a pass phrase.
            if mode == .bar, snapshot.read == 0 { return nil }
            return snapshot
        }
        guard let snapshot else { return }
        switch mode {
        case .bar: line.draw { columns in ProgressText.bar(snapshot, columns: columns) }
        case .plain: line.print("formpost: " + ProgressText.line(snapshot))
        case .json:
            line.print(ProgressText.object(snapshot.isWaiting ? "waiting" : "progress", snapshot))
        case .auto, .none: break
        }
    }

    /// A signal ends the process.
    private func interrupted() {
        let (progress, snapshot) = lock.withLock { (state.progress, state.snapshot(at: now)) }
        let object = mode == .json ? ProgressText.object("interrupted", snapshot) + "\n" : ""
        line.close(saying: object + "formpost: " + Messages.interrupted(progress))
    }
}
