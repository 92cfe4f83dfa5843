import Foundation

/// Calls its listeners ten times a second, with one timer for all of them: to make and to end timers
/// for each transfer takes longer than a short transfer does.
final class Ticker: @unchecked Sendable {  // all mutable state is behind `lock`
    /// A function that must neither block nor take long: the other listeners wait for it.
    typealias Listener = @Sendable (ContinuousClock.Instant) -> Void

    private static let interval = DispatchTimeInterval.milliseconds(100)

    private let lock = NSLock()
    /// Few; the first dictionary of a kind takes a hundred times longer than an array.
    private var listeners: [(number: Int, listener: Listener)] = []
    private var next = 0
    private var timer: (any DispatchSourceTimer)?

    deinit { timer?.cancel() }

    /// Adds a listener, and returns what ends it.
    func listen(_ listener: @escaping Listener) -> @Sendable () -> Void {
        let number = lock.withLock {
            next += 1
            listeners.append((next, listener))
            if timer == nil { timer = started() }
            return next
        }
        return { [self] in lock.withLock { listeners.removeAll { $0.number == number } } }
    }

    private func started() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(
            deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(1))
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.activate()
        return timer
    }

    /// Calls all listeners; a tick that finds none is the last.
    private func tick() {
        let listeners = lock.withLock {
            if self.listeners.isEmpty {
                timer?.cancel()
                timer = nil
            }
            return self.listeners
        }
        let now = ContinuousClock.now
        for (_, listener) in listeners { listener(now) }
    }
}
