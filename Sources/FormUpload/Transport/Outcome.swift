import Foundation

/// A value that is set once, and its waiter.
final class Outcome<Value: Sendable>: @unchecked Sendable {  // all mutable state is behind `lock`
    private let lock = NSLock()
    private var settled: Value?
    private var waiter: CheckedContinuation<Value, Never>?

    var value: Value? { lock.withLock { settled } }

    /// The first value is kept.
    func settle(_ value: Value) {
        let waiter = lock.withLock {
            guard settled == nil else { return nil as CheckedContinuation<Value, Never>? }
            settled = value
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume(returning: value)
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
