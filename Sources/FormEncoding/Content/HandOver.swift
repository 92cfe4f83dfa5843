import Foundation

/// Passes bytes from a task to a thread that reads them, with a bounded number of bytes in between.
///
/// Every wait ends when it is closed.
final class HandOver: @unchecked Sendable {  // all mutable state is behind `condition`
    /// Nothing is added while as many bytes are unread.
    private static let limit = 1 << 16

    private let condition = NSCondition()
    private var bytes: [UInt8] = []
    /// How many of `bytes` have been read.
    private var position = 0
    private var ending: Result<Void, any Error>?
    private var isClosed = false
    /// The task, while it waits for room.
    private var waiter: CheckedContinuation<Void, Never>?

    /// Adds bytes when there is room. Throws when it has been closed.
    func put(_ chunk: some Sequence<UInt8>) async throws(CancellationError) {
        if try !append(chunk) {
            await room()
            guard try append(chunk) else { throw CancellationError() }
        }
    }

    /// There are no more bytes.
    func end(_ result: Result<Void, any Error>) {
        condition.withLock {
            if ending == nil { ending = result }
            condition.broadcast()
        }
    }

    /// Reads bytes, after blocking until there are some; 0 is the end. Throws what ended the bytes
    /// before, or `CancellationError` when it has been closed.
    func take(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if buffer.isEmpty { return 0 }
        let (count, waiter) = try condition.withLock {
            while unread == 0, ending == nil, !isClosed { condition.wait() }
            if isClosed { throw CancellationError() }
            if unread == 0 { try ending?.get() }
            let count = min(unread, buffer.count)
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: .init(rebasing: $0[position..<position + count]))
            }
            position += count
            return (count, unread < Self.limit ? takeWaiter() : nil)
        }
        waiter?.resume()
        return count
    }

    /// Ends both sides' waits, from any thread.
    func close() {
        let waiter = condition.withLock {
            isClosed = true
            condition.broadcast()
            return takeWaiter()
        }
        waiter?.resume()
    }

    /// Under the lock.
    private var unread: Int { bytes.count - position }

    /// Under the lock.
    private func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
    }

    private func room() async {
        await withCheckedContinuation { continuation in
            let hasRoom = condition.withLock {
                if unread < Self.limit || isClosed { return true }
                waiter = continuation
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    /// False if there is no room.
    private func append(_ chunk: some Sequence<UInt8>) throws(CancellationError) -> Bool {
        let hasRoom: Bool? = condition.withLock {
            if isClosed { return nil }
            guard unread < Self.limit else { return false }
            if position >= Self.limit || unread == 0 {
                // A large chunk's memory is not kept.
                if unread == 0, bytes.capacity > 2 * Self.limit { bytes = [] }
                bytes.removeFirst(min(position, bytes.count))
                position = 0
            }
            bytes.append(contentsOf: chunk)
            condition.signal()
            return true
        }
        guard let hasRoom else { throw CancellationError() }
        return hasRoom
    }
}
