import FormEncoding

/// A value that is set once, and its waiter.
final class Promise<Value: Sendable>: Sendable {
    private typealias State = (value: Value?, waiter: CheckedContinuation<Value, Never>?)

    private let state = Guarded<State>((nil, nil))

    var value: Value? { state.withLock { $0.value } }

    /// Sets the value; the first one is kept. Returns what wakes the waiter, if there is one: never to
    /// be called under a lock that a cancellation handler takes, since Swift holds one of its own
    /// while such a handler runs, and takes it to wake a task.
    func settle(_ value: Value) -> (() -> Void)? {
        state.withLock { state in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiter = nil }
            return state.waiter.map { waiter in { waiter.resume(returning: value) } }
        }
    }

    /// Waits for the value; for one at a time.
    func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let early: Value? = state.withLock {
                if $0.value == nil { $0.waiter = continuation }
                return $0.value
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
