import FormEncoding

/// Reads the body of a request for the transport, from its start each time it is sent. Used by the
/// transport's thread only.
final class BodySource {
    private let body: EncodedBody?
    private var reader: FormReader?

    init(_ body: EncodedBody?) { self.body = body }

    deinit { reader?.close() }

    func rewind() {
        reader?.close()
        reader = nil
    }

    /// The next bytes. `isEnd` is true only when the body is whole; an error is thrown otherwise.
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
