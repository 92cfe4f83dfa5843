/// Bytes of a regular file whose length was announced, and the file as it was then.
struct FileRange: Sendable {
    /// Where the file is, or how it is called in messages if it is open already.
    var path: ByteString
    var snapshot: FileSnapshot
    var offset: Int64
    var length: Int64
    /// Nil: the path is opened when its turn comes.
    var descriptor: OpenDescriptor?

    /// The whole file at `path`; nil if it has no size of its own: a pipe, a device, or a file
    /// of `/proc`.
    static func wholeFile(at path: ByteString) throws(FormEncodingError) -> FileRange? {
        try reading(path) { () throws(Errno) -> FileRange? in
            // stat first: opening a FIFO blocks until it has a writer.
            guard try FileSnapshot(ofPath: path).kind != .other else { return nil }
            let descriptor = try SystemCalls.open(path)
            let snapshot = try FileSnapshot(of: descriptor.number)
            guard try hasTrueSize(descriptor.number, snapshot) else { return nil }
            return FileRange(path: path, snapshot: snapshot, offset: 0, length: snapshot.size)
        }
    }

    /// What is left of the regular file behind `descriptor` from its current offset on; nil if it
    /// is something without a size.
    static func rest(
        of descriptor: Int32, label: ByteString
    ) throws(FormEncodingError) -> FileRange? {
        try reading(label) { () throws(Errno) -> FileRange? in
            let snapshot = try FileSnapshot(of: descriptor)
            guard try hasTrueSize(descriptor, snapshot) else { return nil }
            let offset = try SystemCalls.position(of: descriptor)
            return FileRange(
                path: label, snapshot: snapshot, offset: offset,
                length: max(0, snapshot.size - offset),
                descriptor: try SystemCalls.duplicate(descriptor))
        }
    }

    /// Whether the file is as long as it says: its last byte is there and none after it. Files of
    /// `/proc` say 0 and hold something, those of `/sys` a page and hold a line.
    private static func hasTrueSize(
        _ descriptor: Int32, _ snapshot: FileSnapshot
    ) throws(Errno) -> Bool {
        switch snapshot.kind {
        case .directory: throw .isDirectory
        case .other: false
        case .regular where snapshot.size == 0: try !SystemCalls.holdsByte(descriptor, at: 0)
        case .regular: try SystemCalls.holdsByte(descriptor, at: snapshot.size - 1)
        }
    }
}

/// Runs `body`, whose failure is that of reading `path`.
func reading<Result>(
    _ path: ByteString, _ body: () throws(Errno) -> Result
) throws(FormEncodingError) -> Result {
    do throws(Errno) {
        return try body()
    } catch {
        throw .cannotRead(path: path, errno: error.rawValue)
    }
}
