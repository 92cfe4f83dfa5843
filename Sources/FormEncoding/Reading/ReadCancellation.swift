import Foundation

/// Ends a read of a `FormReader` that waits for a stream of the app, from any thread.
package final class ReadCancellation: @unchecked Sendable {
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

    /// Makes the stream that is read, now or later, throw soon. A file is not affected.
    package func cancel() {
        let stream = lock.withLock {
            isCancelled = true
            return self.stream
        }
        stream?.cancel()
    }
}
