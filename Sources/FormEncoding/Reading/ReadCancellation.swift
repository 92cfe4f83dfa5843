/// Ends a read of a `FormReader` that waits for a stream of the app, from any thread.
package final class ReadCancellation: Sendable {
    /// The reader only calls `cancel` on the stream.
    private let state = Guarded<(isCancelled: Bool, stream: (any ByteReader)?)>((false, nil))

    /// The stream that is read from now on; nil if what is read is not a stream.
    func follow(_ stream: (any ByteReader)?) {
        let isCancelled = state.withLock {
            $0.stream = stream
            return $0.isCancelled
        }
        if isCancelled { stream?.cancel() }
    }

    /// Makes the stream that is read, now or later, throw soon. A file is not affected.
    package func cancel() {
        let stream = state.withLock {
            $0.isCancelled = true
            return $0.stream
        }
        stream?.cancel()
    }
}
