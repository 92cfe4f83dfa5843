/// The length of a source after its encoder, counted in one pass over the source, in constant memory.
struct EncodedLength {
    private let source: SourceReader
    private var encoder: any CountingEncoder

    private static let chunk = 64 << 10

    init(_ source: ByteSource, _ encoder: any CountingEncoder) throws(BodyError) {
        self.source = try SourceReader(source)
        self.encoder = encoder
    }

    /// In bytes; `onRead` is told how many bytes of the source have been read.
    mutating func count(
        _ onRead: (_ position: Int64) throws(BodyError) -> Void
    ) throws(BodyError) -> Int64 {
        let input = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
        defer {
            input.deallocate()
            source.close()
        }
        var (left, length) = (0, Int64(0))
        while true {
            let room = UnsafeMutableRawBufferPointer(rebasing: input[left...])
            let count = try source.read(into: room)
            let (used, written) = encoder.count(
                UnsafeRawBufferPointer(rebasing: input[..<(left + count)]), isLast: count == 0)
            length += Int64(written)
            if count == 0 { return length }
            try onRead(source.position)
            // An encoder leaves at most a few bytes, so there is always room.
            left += count - used
            input.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[used..<(used + left)]))
        }
    }
}
