import Foundation

/// Runs `body`, which may block, on a thread of its own.
package func startThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
}

/// Runs `body`, which may block, on a thread of its own, and suspends until it is done.
///
/// The threads that run Swift's tasks are few: a test that blocked one could keep the very task
/// from running that it waits for.
package func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
) async -> Result {
    await withCheckedContinuation { continuation in
        startThread { continuation.resume(returning: body()) }
    }
}
