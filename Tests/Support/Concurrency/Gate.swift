import Foundation

/// A one-way switch between threads: closed, then open for ever.
///
/// Used instead of sleeping: the server waits at a gate until the test opens it, or opens one to
/// report its progress to the test.
///
/// `@unchecked`: `opened` is used only under the condition's lock. All gates share one condition,
/// so that a thread can wait for any of several.
package final class Gate: @unchecked Sendable {
    private static let condition = NSCondition()
    private var opened = false

    package init() {}

    package var isOpen: Bool { Gate.condition.withLock { opened } }

    package func open() {
        Gate.condition.lock()
        opened = true
        Gate.condition.broadcast()
        Gate.condition.unlock()
    }

    /// Blocks the thread until one of `gates` is open, at most `timeout` seconds (nil: without
    /// end). Returns false when late.
    @discardableResult
    package static func block(untilAnyOf gates: [Gate], timeout: Double? = nil) -> Bool {
        let deadline = Deadline(timeout)
        condition.lock()
        defer { condition.unlock() }
        while !gates.contains(where: \.opened) {
            if !deadline.wait(on: condition) { return gates.contains(where: \.opened) }
        }
        return true
    }

    /// Waits in a test until the gate is open; throws when that takes more than `timeout` seconds.
    package func waitUntilOpen(timeout: Double = 60) async throws {
        let inTime = await onThread { Gate.block(untilAnyOf: [self], timeout: timeout) }
        if !inTime { throw SupportError.late("a gate was still closed after \(timeout) s") }
    }
}
