import Dispatch
import FormEncoding

/// The timers that draw the line and write the stream, and the action for a signal that ends the command.
struct ProgressDisplay: Sendable {
    private let drawing: RepeatingTimer?
    private let events: RepeatingTimer?
    private let interruption: Interruption?

    init(of meter: ProgressMeter) {
        drawing =
            switch meter.mode {
            case .bar:
                RepeatingTimer(every: .milliseconds(100)) { [weak meter] in meter?.draw() }
            case .plain:
                RepeatingTimer(every: .milliseconds(500)) { [weak meter] in meter?.log() }
            case .auto, .json, .none: nil
            }
        events = meter.stream.map { stream in
            RepeatingTimer(every: .milliseconds(500)) { [weak meter] in
                if let snapshot = meter?.snapshot, snapshot.isStreamed {
                    stream.offer(.progress(snapshot))
                }
            }
        }
        interruption =
            meter.reporter.display.showsProblems || meter.stream != nil
            ? Interruption(isLast: true) { [weak meter] in meter?.reportSignal() } : nil
    }

    /// Ends drawing and events. No event is written when it returns.
    func stop() {
        events?.stop()
        drawing?.cancel()
    }

    /// A signal is no longer reported.
    func endWatch() { interruption?.cancel() }
}

extension ProgressMeter {
    /// The progress, once it has lasted long enough to be shown: at least from one redraw to the next.
    private var shown: ProgressSnapshot? {
        let delay = Duration.milliseconds(reporter.display.progress == .auto ? 1000 : 100)
        return snapshot.flatMap { now - $0.began >= delay ? $0 : nil }
    }

    fileprivate func draw() {
        guard shown?.isDrawn == true else { return }
        line.draw { columns in
            shown.flatMap { $0.isDrawn ? ProgressText.bar($0, columns: columns) : nil }
        }
    }

    fileprivate func log() {
        line.erase {
            guard let snapshot = shown, snapshot.isLogged, isLogDue(snapshot) else { return nil }
            return "formpost: " + ProgressText.line(snapshot)
        }
    }

    fileprivate func reportSignal() {
        let (text, snapshot) = change { (Messages.interrupted($0), $0.snapshot(at: $1)) }
        let isSaid = reporter.display.showsProblems
        line.close(saying: isSaid ? text.map { "formpost: " + $0 } : nil)
        guard let snapshot else { return }
        stream?.write(.progress(snapshot))
        stream?.write(.interrupted)
    }
}
