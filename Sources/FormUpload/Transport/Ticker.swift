import FormEncoding
import Foundation

/// Calls its listeners ten times a second, with one timer for all of them: to make and to end timers
/// for each transfer takes longer than a short transfer does.
final class Ticker: Sendable {
    /// A function that must neither block nor take long: the other listeners wait for it.
    typealias Listener = @Sendable (ContinuousClock.Instant) -> Void

    private static let interval = DispatchTimeInterval.milliseconds(100)

    private struct State {
        /// Few; the first dictionary of a kind takes a hundred times longer than an array.
        var listeners: [(number: Int, listener: Listener)] = []
        var next = 0
        var timer: (any DispatchSourceTimer)?
    }

    private let state = Guarded(State())

    deinit { state.withLock { $0.timer?.cancel() } }

    func listen(_ listener: @escaping Listener) -> @Sendable () -> Void {
        let number = state.withLock {
            $0.next += 1
            $0.listeners.append(($0.next, listener))
            if $0.timer == nil { $0.timer = started() }
            return $0.next
        }
        return { [self] in state.withLock { $0.listeners.removeAll { $0.number == number } } }
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
        let listeners = state.withLock {
            if $0.listeners.isEmpty {
                $0.timer?.cancel()
                $0.timer = nil
            }
            return $0.listeners
        }
        let now = ContinuousClock.now
        for (_, listener) in listeners { listener(now) }
    }
}
