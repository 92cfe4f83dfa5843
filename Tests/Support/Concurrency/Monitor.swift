import Foundation

/// State that several threads share: one lock, one condition.
///
/// `@unchecked`: `state` is used only under the lock of `condition`. (`Mutex` needs macOS 15.)
package final class Monitor<State: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var state: State

    package init(_ state: State) { self.state = state }

    /// Reads or changes the state, and wakes all waiting threads.
    package func withState<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&state)
    }

    /// Blocks the thread until `body` gives a value, at most `timeout` seconds (nil: without
    /// end); nil when late.
    package func wait<Result>(
        timeout: Double? = nil, until body: (inout State) -> Result?
    ) -> Result? {
        let deadline = Deadline(timeout)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = body(&state) { return result }
            if !deadline.wait(on: condition) { return body(&state) }
        }
    }
}
