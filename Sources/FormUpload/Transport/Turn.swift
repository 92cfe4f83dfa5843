import Foundation

/// A lock. A caller that cannot wait for it may leave a piece of work, which its holder runs before it
/// releases the lock.
final class Turn: @unchecked Sendable {  // all mutable state is behind `condition`
    private let condition = NSCondition()
    private var isTaken = false
    private var next: (() -> Void)?

    /// Runs `work` when it is free.
    func take(_ work: () throws -> Void) rethrows {
        condition.withLock {
            while isTaken { condition.wait() }
            isTaken = true
        }
        defer { release() }
        try work()
    }

    /// Runs `work` if it is free.
    func takeIfFree(_ work: () throws -> Void) rethrows {
        let isMine = condition.withLock {
            defer { isTaken = true }
            return !isTaken
        }
        guard isMine else { return }
        defer { release() }
        try work()
    }

    /// Runs `work` if it is free; otherwise who has it does, at the end and before anybody else.
    func takeNext(_ work: @escaping () -> Void) {
        let isMine = condition.withLock {
            if isTaken { next = work }
            defer { isTaken = true }
            return !isTaken
        }
        guard isMine else { return }
        defer { release() }
        work()
    }

    private func release() {
        while let work = takeWork() { work() }
    }

    /// The work that was left; if there is none, it is free.
    private func takeWork() -> (() -> Void)? {
        condition.withLock {
            defer { next = nil }
            if next == nil {
                isTaken = false
                condition.signal()
            }
            return next
        }
    }
}
