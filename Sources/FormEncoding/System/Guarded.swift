import Foundation

package final class Guarded<Value>: @unchecked Sendable {  // `value` is behind the lock
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    package func withLockIfFree<Failure>(
        _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) {
        guard lock.try() else { return }
        defer { lock.unlock() }
        try body(&value)
    }
}
