import Foundation

/// A value that is set once, and its waiter.
final class Promise<Value: Sendable>: @unchecked Sendable {  // all mutable state is behind `lock`
    private let lock = NSLock()
    private var settled: Value?
    private var waiter: CheckedContinuation<Value, Never>?

    var value: Value? { lock.withLock { settled } }

    /// Sets the value; the first one is kept. Returns what wakes the waiter, if there is one: never to
    /// be called under a lock that a cancellation handler takes, since Swift holds one of its own
    /// while such a handler runs, and takes it to wake a task.
    func settle(_ value: Value) -> (() -> Void)? {
        lock.withLock {
            guard settled == nil else { return nil }
            settled = value
            defer { waiter = nil }
            return waiter.map { waiter in { waiter.resume(returning: value) } }
        }
    }

    /// Waits for the value; for one at a time.
    func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let early: Value? = lock.withLock {
                if settled == nil { waiter = continuation }
                return settled
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
