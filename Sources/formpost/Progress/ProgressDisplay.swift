import Dispatch
import Foundation

/// Shows snapshots on standard error in the mode of `--progress`: a timer and a line.
///
/// Unchecked: it is immutable, and Dispatch timers are thread-safe.
final class ProgressDisplay: @unchecked Sendable {
    /// How progress is shown (`--progress`).
    enum Mode: String, CaseIterable, Sendable {
        /// A bar on a terminal, after about a second; nothing elsewhere.
        case auto
        case bar
        /// A line every few seconds, for logs.
        case plain
        /// A JSON object per line, for programs.
        case json
        case none
    }

    /// The mode, with `auto` resolved.
    let mode: Mode
    let line: StatusLine
    private let timer: (any DispatchSourceTimer)?

    /// `look` returns the snapshot to show at a time counted from now; `nil` shows nothing.
    init(
        _ output: Settings.Output, console: Console,
        _ look: @escaping @Sendable (_ now: Duration) -> ProgressSnapshot?
    ) {
        let line = StatusLine(console)
        self.line = line
        let asked = output.isSilent ? .none : output.progress
        let mode = asked != .auto ? asked : Console.isTerminal(console.error) ? .bar : .none
        self.mode = mode
        let delay = asked == .auto ? Duration.seconds(1) : .zero
        guard let interval = Self.interval(mode) else {
            timer = nil
            return
        }
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + interval, repeating: interval)
        let beginning = ContinuousClock.now
        var schedule = LogSchedule()
        timer.setEventHandler {
            let now = ContinuousClock.now - beginning
            guard now >= delay, let snapshot = look(now) else { return }
            switch mode {
            // Before the first byte there is nothing to show, and OpenSSL may ask for a passphrase.
            case .bar where snapshot.read > 0:
                line.draw { columns in ProgressText.bar(snapshot, columns: columns) }
            case .plain where !snapshot.isRetrying && schedule.isDue(snapshot, at: now):
                line.print("formpost: " + ProgressText.line(snapshot))
            case .json:
                line.print(ProgressText.object(snapshot.event, snapshot))
            default: break
            }
        }
        timer.activate()
        self.timer = timer
    }

    deinit { timer?.cancel() }

    /// As `close`, when another thread may hold the line for ever.
    func abandon() {
        timer?.cancel()
        line.closeIfFree()
    }

    /// Adds an event where programs read, after the end.
    func add(_ event: String, _ snapshot: ProgressSnapshot) {
        if mode == .json { line.add(ProgressText.object(event, snapshot)) }
    }

    private static func interval(_ mode: Mode) -> DispatchTimeInterval? {
        switch mode {
        case .bar: .milliseconds(100)
        case .plain, .json: .milliseconds(500)
        case .auto, .none: nil
        }
    }

    /// Erases the line and stops; with `json`, prints the final event first. Returns false, and prints
    /// nothing, if it was closed before.
    @discardableResult
    func close(
        _ event: String? = nil, _ snapshot: ProgressSnapshot? = nil, saying text: String? = nil
    ) -> Bool {
        timer?.cancel()
        var lines: [String] = []
        if mode == .json, let event, let snapshot {
            lines.append(ProgressText.object(event, snapshot))
        }
        if let text { lines.append(text) }
        return line.close(saying: lines)
    }
}
