import FormEncoding

/// The body of a request as the transport reads it, from its start as often as it is sent.
///
/// For one thread at a time: the transport's.
final class BodySource {
    private let body: EncodedBody?
    private var reader: FormReader?

    init(_ body: EncodedBody?) { self.body = body }

    deinit { reader?.close() }

    func rewind() {
        reader?.close()
        reader = nil
    }

    /// An end is an end only when the body is whole: whatever keeps it from being so is thrown.
    func read(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(BodyError) -> (count: Int, part: PartReference?, isEnd: Bool) {
        guard let body else { return (0, nil, true) }
        let reader = self.reader ?? body.makeReader()
        self.reader = reader
        let count = try reader.read(into: buffer)
        return (count, reader.currentPart, reader.isAtEnd)
    }
}
