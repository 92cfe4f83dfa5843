/// Reads a source through an encoder.
final class EncodingReader {
    /// The announced length of the output, and the error if it differs: the length of
    /// quoted-printable depends on the content, which can change without a new modification time.
    typealias Announcement = (length: Int64, mismatch: BodyError)

    private let source: SourceReader
    private var encoder: any TransferEncoder
    private let announced: Announcement?

    private let input: UnsafeMutableRawBufferPointer
    private var inputCount = 0
    private let output: UnsafeMutableRawBufferPointer
    private var waiting = 0..<0
    private var delivered: Int64 = 0
    private var isFinished = false

    private static let chunk = 32 << 10

    init(
        _ source: SourceReader, _ encoder: any TransferEncoder, announced: Announcement? = nil
    ) {
        self.source = source
        self.encoder = encoder
        self.announced = announced
        input = .allocate(byteCount: Self.chunk, alignment: 16)
        // 16 more for the line breaks of a very short chunk.
        output = .allocate(
            byteCount: Self.chunk * type(of: encoder).expansion + 16, alignment: 16)
    }

    deinit {
        input.deallocate()
        output.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyError) -> Int {
        try refill()
        let count = min(buffer.count, waiting.count)
        let end = waiting.lowerBound + count
        buffer.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: output[waiting.lowerBound..<end]))
        waiting = end..<waiting.upperBound
        delivered += Int64(count)
        if let (length, mismatch) = announced {
            // The output must end exactly at the announced length.
            if delivered == length { try refill() }
            let isWhole = delivered == length && waiting.isEmpty
            guard delivered < length ? count > 0 : isWhole else { throw mismatch }
        }
        return count
    }

    /// Encodes until there is output or the source has ended.
    private func refill() throws(BodyError) {
        while waiting.isEmpty, !isFinished {
            let room = UnsafeMutableRawBufferPointer(rebasing: input[inputCount...])
            let count = try source.read(into: room)
            isFinished = count == 0
            inputCount += count
            let (used, written) = encoder.encode(
                UnsafeRawBufferPointer(rebasing: input[..<inputCount]), isLast: isFinished,
                into: output)
            // An encoder leaves at most a few bytes, so there is always room.
            input.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: input[used..<inputCount]))
            inputCount -= used
            waiting = 0..<written
        }
    }
}
