/// Bytes that an app makes or gets while they are sent.
public struct ByteStream: Sendable {
    /// The exact number of bytes; nil if it is not known.
    package var length: Int64?

    /// Whether `open` can be called again for another attempt, with the same bytes.
    package var isReplayable: Bool

    /// Whether a task gives the bytes, which a thread that blocks would wait for.
    let isOfTask: Bool

    private let open: @Sendable () throws -> any ByteReader

    /// A stream; each call of `open` starts at its beginning.
    ///
    /// A reader that gives more or fewer than `length` bytes fails with `.streamLength` before the
    /// body is complete. What `open` and the reader throw arrives as `BodyError.stream`; a
    /// `BodyError` arrives as it is.
    package init(
        length: Int64? = nil, isReplayable: Bool = true, isOfTask: Bool = false,
        open: @escaping @Sendable () throws -> any ByteReader
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.isOfTask = isOfTask
        self.open = open
    }

    /// A stream that can be opened once, then throws `.notReplayable`: a second attempt would send
    /// the rest of a pipe.
    static func once(
        length: Int64? = nil, isOfTask: Bool = false,
        _ open: @escaping @Sendable () throws(BodyError) -> any ByteReader
    ) -> ByteStream {
        let hasBegun = Guarded(false)
        return ByteStream(length: length, isReplayable: false, isOfTask: isOfTask) {
            () throws(BodyError) in
            try hasBegun.withLock { (hasBegun) throws(BodyError) in
                guard !hasBegun else { throw .notReplayable }
                hasBegun = true
            }
            return try open()
        }
    }

    func makeReader() throws(BodyError) -> any ByteReader {
        do {
            return try open()
        } catch {
            throw BodyError(ofStream: error)
        }
    }
}
