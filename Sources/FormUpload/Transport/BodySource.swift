import FormEncoding
import Foundation

/// Reads the body of a request for the transport, from its start each time it is sent. Used by the
/// transport's thread only, except for `cancel`.
final class BodySource {
    private let body: EncodedBody?
    /// Written by the transport's thread, under the lock.
    private var reader: FormReader?
    private let lock = NSLock()
    private var isCancelled = false

    init(_ body: EncodedBody?) { self.body = body }

    deinit { reader?.close() }

    func rewind() {
        reader?.close()
        lock.withLock { reader = nil }
    }

    /// Ends a read that blocks in a stream of the app; from any thread.
    func cancel() {
        let reader = lock.withLock {
            isCancelled = true
            return self.reader
        }
        reader?.cancel()
    }

    /// The next bytes. `isEnd` is true only when the body is whole; an error is thrown otherwise.
    func read(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(BodyError) -> (count: Int, part: PartReference?, isEnd: Bool) {
        guard let body else { return (0, nil, true) }
        let reader = self.reader ?? begin(body)
        let count = try reader.read(into: buffer)
        return (count, reader.currentPart, reader.isAtEnd)
    }

    private func begin(_ body: EncodedBody) -> FormReader {
        let reader = body.makeReader()
        let isCancelled = lock.withLock {
            self.reader = reader
            return self.isCancelled
        }
        if isCancelled { reader.cancel() }
        return reader
    }
}
