/// Passes the bytes of a source through an encoder.
final class EncodingReader {
    /// The announced length of the output, and the error if it differs: the length of
    /// quoted-printable depends on the content, which can change without a new modification time.
    typealias Announcement = (length: Int64, mismatch: BodyFault)
    /// Reads the next bytes of the source; 0 is the end.
    typealias Source = (UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int

    private var encoder: any TransferEncoder
    private let announced: Announcement?

    private let input: UnsafeMutableRawBufferPointer
    private var inputCount = 0
    private let output: UnsafeMutableRawBufferPointer
    private var waiting = 0..<0
    private var delivered: Int64 = 0
    private var isFinished = false

    private static let chunk = 32 << 10
    /// The largest ratio of encoded to plain bytes: that of quoted-printable, with room for what it overwrites.
    private static let expansion = 4

    init(_ encoder: any TransferEncoder, announced: Announcement? = nil) {
        self.encoder = encoder
        self.announced = announced
        input = .allocate(byteCount: Self.chunk, alignment: 16)
        output = .allocate(byteCount: Self.chunk * Self.expansion, alignment: 16)
    }

    deinit {
        input.deallocate()
        output.deallocate()
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, from source: Source
    ) throws(BodyFault) -> Int {
        try refill(from: source)
        let written = UnsafeRawBufferPointer(rebasing: output[..<waiting.upperBound])
        let count = buffer.copy(from: written, at: waiting.lowerBound)
        waiting.removeFirst(count)
        delivered += Int64(count)
        if let (length, mismatch) = announced {
            // The output must end exactly at the announced length.
            if delivered == length { try refill(from: source) }
            let isWhole = delivered == length && waiting.isEmpty
            guard delivered < length ? count > 0 : isWhole else { throw mismatch }
        }
        return count
    }

    /// Counts the bytes of the whole output; nil for an encoder that must write to count.
    func countAll(from source: Source) throws(BodyFault) -> Int64? {
        guard var counter = encoder as? any CountingEncoder else { return nil }
        var length: Int64 = 0
        while !isFinished {
            let bytes = try fill(from: source)
            let (used, written) = counter.count(bytes, isLast: isFinished)
            drop(used)
            length += Int64(written)
        }
        return length
    }

    /// Encodes until there is output or the source has ended.
    private func refill(from source: Source) throws(BodyFault) {
        while waiting.isEmpty, !isFinished {
            let bytes = try fill(from: source)
            let (used, written) = encoder.encode(bytes, isLast: isFinished, into: output)
            drop(used)
            waiting = 0..<written
        }
    }

    /// Returns the bytes that were left and the next ones of the source.
    private func fill(from source: Source) throws(BodyFault) -> UnsafeRawBufferPointer {
        let count = try source(UnsafeMutableRawBufferPointer(rebasing: input[inputCount...]))
        isFinished = count == 0
        inputCount += count
        return UnsafeRawBufferPointer(rebasing: input[..<inputCount])
    }

    private func drop(_ used: Int) {
        // An encoder leaves at most a few bytes, so there is always room.
        input.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[used..<inputCount]))
        inputCount -= used
    }
}
