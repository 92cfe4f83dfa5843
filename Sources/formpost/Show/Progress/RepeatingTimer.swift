import Dispatch
import Foundation

/// Calls a function at regular intervals, until it is cancelled or released.
///
/// Unchecked: Dispatch timers are thread-safe, and the rest is behind `lock`.
final class RepeatingTimer: @unchecked Sendable {
    private let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    private let lock = NSLock()
    private var isStopped = false

    init(every interval: DispatchTimeInterval, _ tick: @escaping @Sendable () -> Void) {
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [weak self] in
            guard let self else { return }
            self.lock.withLock { if !self.isStopped { tick() } }
        }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Ends the calls without waiting for one that is running.
    func cancel() { timer.cancel() }

    /// Ends the calls, and waits for one that is running.
    func stop() {
        timer.cancel()
        lock.withLock { isStopped = true }
    }
}
