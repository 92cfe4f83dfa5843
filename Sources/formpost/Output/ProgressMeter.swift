import Dispatch
import FormEncoding
import FormUpload
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Shows on standard error how far the upload has come.
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
    private let console: Console
    private let delay: Duration
    private let total: Int64?
    private let lock = NSLock()
    private var state = ProgressState()
    private let beginning = ContinuousClock.now
    /// Since when the body is being sent, this time.
    private var start = ContinuousClock.now
    /// How many columns the bar takes that is on the terminal.
    private var drawn: Int?
    private var isOver = false
    private var timer: (any DispatchSourceTimer)?
    private var interruption: Interruption?

    /// `total` is what the body has, in bytes, as far as it is known before anything is sent.
    init(_ asked: Mode, total: Int64?, console: Console) {
        state.total = total
        self.total = total
        self.console = console
        let isTerminal = Console.isTerminal(console.error)
        mode = asked == .auto ? (isTerminal ? .bar : .none) : asked
        delay = asked == .auto ? .seconds(1) : .zero
        guard let interval else { return }
        if mode == .bar {
            interruption = Interruption { [weak self] in self?.wipeIfPossible() }
        }
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
        case .plain: .seconds(3)
        case .json: .milliseconds(500)
        case .auto, .none: nil
        }
    }

    /// Called for each piece of the body: no more than a few assignments.
    func moved(_ progress: UploadProgress) {
        guard mode != .none else { return }
        lock.withLock {
            // The body goes out anew: after a pause, to another place, with credentials.
            if progress.read < state.sent || (state.sent == 0 && state.attempt > 1) { start = .now }
            state.sent = progress.read
            state.total = progress.total
            if let name = progress.part.flatMap({ $0.filename ?? $0.name }) { state.part = name }
        }
    }

    /// The request is sent anew.
    func nextAttempt() {
        lock.withLock {
            wipe()
            state = ProgressState(total: total, attempt: state.attempt + 1)
            start = .now
        }
    }

    /// Prints something else where the bar is, which comes back by itself.
    func standingAside<Failure>(_ print: () throws(Failure) -> Void) throws(Failure) {
        lock.lock()
        defer { lock.unlock() }
        wipe()
        try print()
    }

    /// How the upload ended: there is a response, or there will be none.
    enum Ending: String { case response, failure }

    func finish(_ ending: Ending) {
        lock.withLock {
            guard !isOver else { return }
            interruption = nil
            state.elapsed = ContinuousClock.now - start
            if mode == .json { print(ProgressText.object(ending.rawValue, state)) }
            wipe()
            isOver = true
            timer?.cancel()
        }
    }

    private func tick() {
        lock.withLock {
            state.elapsed = ContinuousClock.now - start
            guard !isOver, ContinuousClock.now - beginning >= delay else { return }
            switch mode {
            case .bar: draw()
            case .plain:
                print("formpost: " + ProgressText.line(state))
            case .json:
                print(ProgressText.object(state.isWaiting ? "waiting" : "progress", state))
            case .auto, .none:
                break
            }
        }
    }

    /// Under the lock.
    private func draw() {
        // Until then there is nothing to see, and libcurl's TLS may ask for a pass phrase.
        guard state.sent > 0 else { return }
        // The screen is another's while this job is in the background.
        let owner = tcgetpgrp(console.error)
        guard owner < 0 || owner == getpgrp() else { return }
        let columns = Console.columns(of: console.error)
        let text = ProgressText.bar(state, columns: columns)
        let width = text.columnsAtMost
        print("\r" + text + blank(from: width, to: min(drawn ?? 0, columns - 1)), end: "")
        drawn = width
    }

    /// Under the lock.
    private func wipe() {
        guard let width = drawn else { return }
        let columns = Console.columns(of: console.error)
        print("\r" + blank(from: 0, to: min(width, columns - 1)), end: console.isDumb ? "\r" : "")
        drawn = nil
    }

    /// From a signal: whoever has the lock may be waiting for the terminal, for ever.
    private func wipeIfPossible() {
        guard lock.try() else { return }
        wipe()
        lock.unlock()
    }

    /// What makes the rest of the line blank, as far as something was drawn there.
    private func blank(from start: Int, to end: Int) -> String {
        console.isDumb ? String(repeating: " ", count: max(0, end - start)) : "\u{1B}[K"
    }

    private func print(_ text: String, end: String = "\n") {
        try? Array((text + end).utf8).write(to: console.error)
    }
}
