import Foundation

#if os(Linux)
    import Synchronization
#endif

/// Reads the bytes that a task produces, with a bounded number of bytes in between.
///
/// Every wait ends when it is closed. Chunks are added under a lock; single bytes go into a batch without
/// one, from which the reader may take them at any time: a sequence may pause for long after any byte.
///
/// Unchecked: what changes is behind `condition`, but for the batch: `batched` says whose each of its bytes is.
@usableFromInline
final class ByteHandOver: ByteReader, @unchecked Sendable {
    /// Nothing is added while as many bytes are unread.
    private static let limit = 1 << 16
    private static let batchSize = 1 << 14

    private let condition = NSCondition()
    private var bytes: [UInt8] = []
    private var position = 0
    private var ending: Result<Void, any Error>?
    private var isClosed = false
    private var task: Task<Void, Never>?
    /// The task, while it waits for room.
    private var waiter: CheckedContinuation<Void, Never>?

    /// Bytes before `batched` are the reader's, under the lock; those from there on the task's.
    private let batch = UnsafeMutablePointer<UInt8>.allocate(capacity: batchSize)
    private let batched = SharedCount()
    /// How many bytes of the batch have been taken; under the lock.
    private var taken = 0
    /// How many bytes are in the batch; for the task alone.
    private var count = 0
    private let hasBatch: Bool

    /// `hasBatch`: whether `produce` adds single bytes.
    init(
        hasBatch: Bool = false, _ produce: @escaping @Sendable (ByteHandOver) async throws -> Void
    ) {
        self.hasBatch = hasBatch
        task = Task {
            let result: Result<Void, any Error>
            do { result = .success(try await produce(self)) } catch { result = .failure(error) }
            condition.withLock {
                ending = result
                condition.broadcast()
            }
        }
    }

    deinit { batch.deallocate() }

    /// Adds bytes when there is room. Throws when it has been closed.
    func put(_ chunk: some Sequence<UInt8>) async throws(CancellationError) {
        try await whenThereIsRoom {
            makeRoom()
            bytes.append(contentsOf: chunk)
        }
    }

    /// Adds a byte to the batch; false if it is full then, and `flush` is to be called.
    @usableFromInline
    func add(_ byte: UInt8) -> Bool {
        batch[count] = byte
        count += 1
        batched.value = count
        return count < Self.batchSize
    }

    /// Empties the batch when there is room. Throws when it has been closed.
    @usableFromInline
    func flush() async throws(CancellationError) {
        try await whenThereIsRoom {
            // The reader takes from the batch as well.
            takeBatch()
            batched.value = 0
            (count, taken) = (0, 0)
        }
    }

    /// Reads bytes, after blocking until there are some; 0 is the end. Throws what ended the bytes
    /// before, or `CancellationError` when it has been closed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let (count, waiter) = try condition.withLock {
            waitForBytes()
            if isClosed { throw CancellationError() }
            if unread == 0 { try ending?.get() }
            let count = bytes.withUnsafeBytes { buffer.copy(from: $0, at: position) }
            position += count
            return (count, unread < Self.limit ? self.waiter.take() : nil)
        }
        waiter?.resume()
        return count
    }

    func close() { cancel() }

    /// Ends both sides' waits, and the task.
    func cancel() {
        let waiter = condition.withLock {
            isClosed = true
            condition.broadcast()
            return self.waiter.take()
        }
        waiter?.resume()
        task?.cancel()
    }

    /// Under the lock: waits until there are bytes, or the end. Nobody wakes the reader for a byte in the
    /// batch, so the reader looks at the batch, less and less often.
    private func waitForBytes() {
        var pause = 0.0005
        while true {
            if unread == 0 { takeBatch() }
            if unread > 0 || ending != nil || isClosed { return }
            if hasBatch {
                _ = condition.wait(until: Date(timeIntervalSinceNow: pause))
                pause = min(pause * 2, 0.032)
            } else {
                condition.wait()
            }
        }
    }

    /// Under the lock: makes the bytes of the batch the next ones.
    private func takeBatch() {
        let end = batched.value
        guard taken < end else { return }
        makeRoom()
        bytes.append(contentsOf: UnsafeBufferPointer(start: batch + taken, count: end - taken))
        taken = end
    }

    /// Under the lock.
    private var unread: Int { bytes.count - position }

    /// Under the lock.
    private var hasRoom: Bool { unread < Self.limit || isClosed }

    /// Runs `add` under the lock, and wakes the reader.
    private func whenThereIsRoom(_ add: () -> Void) async throws(CancellationError) {
        if !condition.withLock({ hasRoom }) {
            await withCheckedContinuation { continuation in
                let hasRoom = condition.withLock {
                    if !self.hasRoom { waiter = continuation }
                    return self.hasRoom
                }
                if hasRoom { continuation.resume() }
            }
        }
        let isClosed = condition.withLock {
            add()
            condition.signal()
            return self.isClosed
        }
        if isClosed { throw CancellationError() }
    }

    /// Under the lock: removes bytes that have been read.
    private func makeRoom() {
        guard position >= Self.limit || unread == 0 else { return }
        // A large chunk's memory is not kept.
        if unread == 0, bytes.capacity > 2 * Self.limit { bytes = [] }
        bytes.removeFirst(min(position, bytes.count))
        position = 0
    }
}

/// A number that one thread writes and another one reads: what was written before it is seen with it.
private final class SharedCount: Sendable {
    #if os(Linux)
        private let number = Atomic(0)

        var value: Int {
            get { number.load(ordering: .acquiring) }
            set { number.store(newValue, ordering: .releasing) }
        }
    #else
        // `Atomic` needs macOS 15.
        private let number = Guarded(0)

        var value: Int {
            get { number.withLock { $0 } }
            set { number.withLock { $0 = newValue } }
        }
    #endif
}
