/// Bytes that are pulled chunk by chunk, from start to end, by one thread at a time.
public protocol ByteSource: AnyObject {
    /// Puts the next bytes at the start of `buffer` and returns how many; 0 is the end, unless
    /// `buffer` is empty. An error is final.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int

    /// Gives back what is open. Nothing is read afterwards.
    func close()
}

/// Bytes in memory.
final class BytesSource: ByteSource {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        bytes.withUnsafeBytes { source in
            buffer.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
        }
        position += count
        return count
    }

    func close() {}
}
