import Foundation

/// Runs `body`, which may block, on a thread of its own.
package func startThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
}

/// Runs `body`, which may block, on a thread of its own, and suspends until it is done.
///
/// Swift's tasks share few threads: a test that blocks one could prevent the task that it waits for
/// from running.
package func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
) async -> Result {
    await withCheckedContinuation { continuation in
        startThread { continuation.resume(returning: body()) }
    }
}
