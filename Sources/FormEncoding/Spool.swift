/// How a pipe is drained.
public struct SpoolOptions: Sendable {
    /// In bytes: more than this goes to a temporary file.
    public var memoryLimit: Int
    /// In bytes; nil: no limit but the disk's.
    public var maximumSize: Int64?
    /// Where the temporary file is made; nil: `$TMPDIR`, or `/tmp`.
    public var directory: ByteString?

    public init(
        memoryLimit: Int = 1 << 20, maximumSize: Int64? = nil, directory: ByteString? = nil
    ) {
        self.memoryLimit = memoryLimit
        self.maximumSize = maximumSize
        self.directory = directory
    }
}

/// Gives what comes out of a pipe a length, and makes it readable again.
public enum Spool {
    /// What `descriptor` holds from its current offset on: a regular file as it is, without
    /// reading it; anything else drained to its end, to memory and then to an unlinked temporary
    /// file.
    public static func content(
        of descriptor: Int32, label: ByteString, options: SpoolOptions = SpoolOptions()
    ) throws(FormEncodingError) -> PartContent {
        if let range = try FileRange.rest(of: descriptor, label: label) {
            return .descriptor(FileDescriptorContent(range))
        }
        throw .notRegularFile(path: label)
    }
}

extension IrregularFiles {
    func content(ofPath path: ByteString) throws(FormEncodingError) -> PartContent {
        throw .notRegularFile(path: path)
    }
}
