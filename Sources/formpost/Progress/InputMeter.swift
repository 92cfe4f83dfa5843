import FormEncoding
import Foundation

/// Shows on standard error how much has been read of an input before anything is sent: a pipe that
/// is spooled, or a file whose content is checked.
final class InputMeter: @unchecked Sendable {  // all mutable state is behind `lock`
    private struct Reading {
        let label: ByteString
        var count: Int64 = 0
        var rate = RecentRate(from: .zero)
    }

    private let output: Settings.Output
    private let console: Console
    private let lock = NSLock()
    private var reading: Reading?
    private var beginning = ContinuousClock.now
    private var display: ProgressDisplay<ProgressSnapshot>?
    private var watch: ProgressStream.Watch?
    private var interruption: Interruption?

    init(_ output: Settings.Output, console: Console) {
        self.output = output
        self.console = console
    }

    /// Receives the number of bytes read so far.
    var observer: InputObserver {
        { [weak self] total, label in self?.read(total, of: label) }
    }

    /// Runs `body`, which may read, and removes the display afterwards.
    func watching<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { stop() }
        return try body()
    }

    private func read(_ total: Int64, of label: ByteString) {
        let isFirst = lock.withLock {
            let isFirst = reading == nil
            if isFirst { beginning = .now }
            if reading?.label != label {
                reading = Reading(label: label, rate: RecentRate(from: now))
            }
            reading?.count = total
            reading?.rate.note(total, at: now)
            return isFirst
        }
        if isFirst { start() }
    }

    /// Started on the first read: most forms come from files and need no timer or signal handlers.
    private func start() {
        let display = ProgressDisplay(output, console: console) { [weak self] _ in
            self?.snapshot()
        }
        let speaks = output.showsProblems
        let interruption =
            display.mode == .none && !speaks && console.progress == nil
            ? nil
            : Interruption { [weak self, weak display, console] in
                let text = speaks ? self?.interrupted : nil
                display?.close(saying: text.map { "formpost: " + $0 })
                console.progress?.write(.interrupted)
            }
        let watch = console.progress?.watch { [weak self] in
            self?.snapshot().map { .reading($0) }
        }
        lock.withLock {
            (self.display, self.watch, self.interruption) = (display, watch, interruption)
        }
    }

    private func stop() {
        let (display, interruption) = lock.withLock {
            defer { (self.display, watch, self.interruption, reading) = (nil, nil, nil, nil) }
            return (self.display, self.interruption)
        }
        display?.close()
        withExtendedLifetime(interruption) {}
    }

    /// What a signal ends, as a sentence.
    private var interrupted: String? {
        lock.withLock { reading.map { Messages.interrupted(reading: $0.label, $0.count) } }
    }

    /// Under the lock.
    private var now: Duration { ContinuousClock.now - beginning }

    private func snapshot() -> ProgressSnapshot? {
        lock.withLock {
            reading.map {
                ProgressSnapshot(read: $0.count, rate: $0.rate.value(at: now), input: $0.label)
            }
        }
    }
}
