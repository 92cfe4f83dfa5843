/// A source of bytes: the model for lengths, for progress and for reading.
public enum ByteSource: Sendable {
    /// Bytes in memory.
    case bytes(ByteString)
    /// A measured file; reading fails if it has changed since.
    case file(FileRange)
    /// A stream of the caller.
    case stream(ByteStream)

    /// In bytes; nil if that is not known.
    public var length: Int64? {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let file): file.length
        case .stream(let stream): stream.length
        }
    }

    /// Whether the same bytes can be read again.
    public var isReplayable: Bool {
        if case .stream(let stream) = self { stream.isReplayable } else { true }
    }
}
