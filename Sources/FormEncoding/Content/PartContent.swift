/// What a part holds.
public enum PartContent: Sendable {
    /// Text or bytes in memory.
    case bytes(ByteString)
    /// The file at this path, opened when its turn comes.
    case file(ByteString)
    /// What is left of an open file: standard input redirected from a file, or a spooled pipe.
    case descriptor(FileDescriptorContent)
    /// Bytes that an app makes, or a pipe that is not spooled.
    case stream(StreamContent)
    /// A nested form (RFC 7578 §4.3, curl's `=(` … `=)`).
    case parts(MultipartForm)
}

/// Bytes that come from a source of the caller's own.
public struct StreamContent: Sendable {
    /// How many bytes the source gives, to the byte; nil if that is not known.
    public var length: Int64?

    /// Whether `open` may be called again, for another attempt, and gives the same bytes then.
    public var isReplayable: Bool

    let open: @Sendable () throws(FormEncodingError) -> any ByteSource

    /// Content that `open` begins anew whenever it is called; a failure of the app's own is
    /// reported as `.streamFailed`.
    ///
    /// A source with a `length` must end after that many bytes: one that gives more or fewer is an
    /// error before the body is complete.
    public init(
        length: Int64? = nil, isReplayable: Bool = true,
        open: @escaping @Sendable () throws(FormEncodingError) -> any ByteSource
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.open = open
    }
}
