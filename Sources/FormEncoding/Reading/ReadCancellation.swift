import Foundation

/// Cancels the stream that a reader reads at the moment, from another thread.
final class ReadCancellation: @unchecked Sendable {
    // Unchecked: the lock guards what changes, and of the stream only `cancel` is called.
    private let lock = NSLock()
    private var isCancelled = false
    private var stream: (any ByteReader)?

    /// The stream that is read from now on; nil if what is read is not a stream.
    func follow(_ stream: (any ByteReader)?) {
        let isCancelled = lock.withLock {
            self.stream = stream
            return self.isCancelled
        }
        if isCancelled { stream?.cancel() }
    }

    func cancel() {
        let stream = lock.withLock {
            isCancelled = true
            return self.stream
        }
        stream?.cancel()
    }
}
