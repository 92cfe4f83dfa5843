/// How a pipe is drained.
public struct SpoolOptions: Sendable, Hashable {
    /// In bytes: more than this goes to a temporary file.
    public var memoryLimit: Int
    /// In bytes; nil: no limit but the disk's.
    public var maximumSize: Int64?
    /// Where the temporary file is made; nil: `$TMPDIR`, or `/tmp`.
    public var directory: ByteString?
    package var observer: SpoolObserver?

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
    /// reading it; anything else drained to its end, to memory first and then to a temporary file
    /// that has no name and that only its owner may read.
    ///
    /// `label` stands for the descriptor in errors, such as `.spoolLimitExceeded`. An input that
    /// has not ended when `limit` is reached is a `.timedOut`.
    public static func content(
        of descriptor: Int32, label: ByteString, options: SpoolOptions = SpoolOptions(),
        until limit: TimeLimit? = nil
    ) throws(FormEncodingError) -> PartContent {
        if let range = try FileRange.rest(of: descriptor, label: label) {
            return .descriptor(FileDescriptorContent(range))
        }
        let input = LiveInput(descriptor: descriptor, label: label, until: limit)
        return try drain(input, label: label, options)
    }

    static func drain(
        _ input: LiveInput, label: ByteString, _ options: SpoolOptions
    ) throws(FormEncodingError) -> PartContent {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var (memory, total, file) = ([UInt8](), Int64(0), TemporaryFile?.none)
        while true {
            let count = try readingInput(label) { () throws(InputError) in
                try input.read(into: buffer)
            }
            if count == 0 { break }
            total += Int64(count)
            options.observer?.read(total, of: label)
            if let limit = options.maximumSize, total > limit {
                throw .spoolLimitExceeded(path: label, limit: limit)
            }
            let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if file == nil, count <= options.memoryLimit - memory.count {
                memory += chunk
                continue
            }
            if file == nil {
                let new = try TemporaryFile(in: options.directory ?? TemporaryFile.directory)
                // Not every standard library's withUnsafeBytes has typed throws.
                try memory.withUnsafeBytes { bytes in
                    Result { () throws(FormEncodingError) in try new.append(bytes) }
                }.get()
                memory = []
                file = new
            }
            try file?.append(chunk)
        }
        guard let file else { return .bytes(ByteString(bytes: memory)) }
        return .descriptor(FileDescriptorContent(try file.range(label: label, length: total)))
    }
}

extension IrregularFiles {
    /// What is sent for a path that leads to something without a size.
    func content(
        ofPath path: ByteString, until limit: TimeLimit?
    ) throws(FormEncodingError) -> PartContent {
        switch self {
        case .spool(let options):
            let input = try readingInput(path) { () throws(InputError) in
                try LiveInput(path: path, until: limit)
            }
            return try Spool.drain(input, label: path, options)
        case .stream:
            return .stream(StreamContent(readingOnce: path, until: limit))
        case .refuse:
            throw .notRegularFile(path: path)
        }
    }
}
