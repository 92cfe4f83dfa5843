/// Reads bytes in order, from start to end. Used by one thread at a time.
package protocol ByteReader: AnyObject {
    /// Puts the next bytes at the start of `buffer` and returns how many; 0 is the end, unless
    /// `buffer` is empty. After an error it is not called again.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Releases what is open. Nothing is read afterwards. Does nothing by default.
    func close()

    /// Ends a read that blocks, now or later: it throws soon. Called from any thread, also while
    /// nothing is read. Does nothing by default.
    func cancel()
}

extension ByteReader {
    package func close() {}
    package func cancel() {}
}
