import Dispatch
import FormEncoding
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
    private var start = ContinuousClock.now
    private var isDrawn = false
    private var isOver = false
    private var timer: (any DispatchSourceTimer)?

    /// `total` is what the body has, in bytes, as far as it is known before anything is sent.
    init(_ asked: Mode, total: Int64?, console: Console) {
        state.total = total
        self.total = total
        self.console = console
        let isTerminal = Console.isTerminal(console.error)
        mode = asked == .auto ? (isTerminal ? .bar : .none) : asked
        delay = asked == .auto ? .seconds(1) : .zero
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
        case .plain: .seconds(3)
        case .json: .milliseconds(500)
        case .auto, .none: nil
        }
    }

    /// Called for each piece of the body: no more than a few assignments.
    func moved(sent: Int64, total: Int64?, part: PartLabel?) {
        guard mode != .none else { return }
        lock.withLock {
            state.sent = sent
            state.total = total
            let name = part.flatMap { $0.filename ?? $0.name }
            if let name { state.part = Messages.shown(name, limit: 60) }
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

    /// Makes room for a line of something else; the bar comes back by itself.
    func makeRoom() {
        lock.withLock { wipe() }
    }

    /// How the upload ended: there is a response, or there will be none.
    enum Ending: String { case response, failure }

    func finish(_ ending: Ending) {
        lock.withLock {
            guard !isOver else { return }
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
            guard !isOver, state.elapsed >= delay else { return }
            switch mode {
            case .bar:
                print("\r" + ProgressText.bar(state, columns: columns) + "\u{1B}[K", end: "")
                isDrawn = true
            case .plain:
                print("formpost: " + ProgressText.line(state))
            case .json:
                print(ProgressText.object(state.isWaiting ? "waiting" : "progress", state))
            case .auto, .none:
                break
            }
        }
    }

    private func wipe() {
        if isDrawn { print("\r\u{1B}[K", end: "") }
        isDrawn = false
    }

    private func print(_ text: String, end: String = "\n") {
        try? Array((text + end).utf8).write(to: console.error)
    }

    private var columns: Int {
        var size = winsize()
        let isKnown = ioctl(console.error, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }
}
