import Foundation

/// A lock. A caller that cannot wait for the lock may hand over a piece of work, which the lock's holder runs
/// before it releases the lock.
final class DelegatingLock: @unchecked Sendable {  // all mutable state is behind `condition`
    private let condition = NSCondition()
    private var isHeld = false
    private var delegated: (() -> Void)?

    /// Waits for the lock, and runs `work` under it.
    func run(_ work: () throws -> Void) rethrows {
        condition.withLock {
            while isHeld { condition.wait() }
            isHeld = true
        }
        defer { release() }
        try work()
    }

    /// Runs `work` if the lock is free.
    func runIfFree(_ work: () throws -> Void) rethrows {
        let isAcquired = condition.withLock {
            defer { isHeld = true }
            return !isHeld
        }
        guard isAcquired else { return }
        defer { release() }
        try work()
    }

    /// Runs `work` if the lock is free; otherwise its holder runs `work` before anybody else gets the lock.
    func runOrDelegate(_ work: @escaping () -> Void) {
        let isAcquired = condition.withLock {
            if isHeld { delegated = work }
            defer { isHeld = true }
            return !isHeld
        }
        guard isAcquired else { return }
        defer { release() }
        work()
    }

    private func release() {
        while let work = nextWork() { work() }
    }

    /// Returns the work that was handed over, or frees the lock if there is none.
    private func nextWork() -> (() -> Void)? {
        condition.withLock {
            defer { delegated = nil }
            if delegated == nil {
                isHeld = false
                condition.signal()
            }
            return delegated
        }
    }
}
