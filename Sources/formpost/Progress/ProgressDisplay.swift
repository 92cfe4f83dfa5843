import Dispatch
import Foundation

/// Shows snapshots on standard error in the mode of `--progress`: a timer and a line.
///
/// Unchecked: it is immutable, and Dispatch timers are thread-safe.
final class ProgressDisplay<Snapshot: ShownProgress>: @unchecked Sendable {
    /// The mode, with `auto` resolved; `none` if only the stream is written.
    let mode: ProgressMode
    let line: StatusLine
    private let timer: (any DispatchSourceTimer)?

    /// `look` returns the snapshot to show at a time counted from now; `nil` shows nothing.
    init(
        _ output: Settings.Output, console: Console,
        _ look: @escaping @Sendable (_ now: Duration) -> Snapshot?
    ) {
        let line = StatusLine(console)
        self.line = line
        let asked = output.isSilent || output.progress == .json ? .none : output.progress
        let mode =
            asked != .auto
            ? asked
            : Console.isTerminal(console.error) ? .bar : console.isInCI ? .plain : .none
        self.mode = mode
        let delay = asked == .auto ? Duration.seconds(1) : .zero
        guard let interval = Self.interval(mode) else {
            timer = nil
            return
        }
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + interval, repeating: interval)
        let beginning = ContinuousClock.now
        var schedule = LogSchedule<Snapshot>()
        timer.setEventHandler {
            let now = ContinuousClock.now - beginning
            guard now >= delay, let snapshot = look(now) else { return }
            switch mode {
            case .bar where snapshot.isDrawn:
                line.draw { columns in snapshot.bar(columns: columns) }
            case .plain where snapshot.isLogged && schedule.isDue(snapshot, at: now):
                line.log("formpost: " + snapshot.line)
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

    private static func interval(_ mode: ProgressMode) -> DispatchTimeInterval? {
        switch mode {
        case .bar: .milliseconds(100)
        case .plain: .milliseconds(500)
        case .auto, .json, .none: nil
        }
    }

    /// Erases the line and stops. Returns false, and prints nothing, if it was closed before.
    @discardableResult
    func close(saying text: String? = nil) -> Bool {
        timer?.cancel()
        return line.close(saying: text)
    }
}
