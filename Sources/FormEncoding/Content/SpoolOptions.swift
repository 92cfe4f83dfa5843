/// How an input without a size is read to its end.
package struct SpoolOptions: Sendable, Hashable {
    /// The largest size in memory, in bytes; longer input goes to a temporary file without a name.
    package var memoryLimit: Int
    /// The largest size, in bytes; longer input is an error. Nil for no limit but the free space of
    /// `directory`.
    package var maximumSize: Int64?
    /// The directory of the temporary file; nil for `$TMPDIR` or `/tmp`.
    package var directory: ByteString?

    package init(
        memoryLimit: Int = 1 << 20, maximumSize: Int64? = nil, directory: ByteString? = nil
    ) {
        self.memoryLimit = memoryLimit
        self.maximumSize = maximumSize
        self.directory = directory
    }

    /// Reads what `read` gives until it gives 0, to memory first and then to a temporary file; `label` names it in
    /// errors.
    func drain(
        label: ByteString, _ read: (UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int,
        _ onRead: InputObserver? = nil
    ) throws(BodyFault) -> ByteSource {
        var (memory, total, file) = ([UInt8](), Int64(0), OpenDescriptor?.none)
        // Before the first read, which may block.
        onRead?(0, label)
        try SystemCalls.forEachChunk(of: 256 << 10, read) { (chunk) throws(BodyFault) in
            total += Int64(chunk.count)
            onRead?(total, label)
            if let limit = maximumSize, total > limit {
                throw .spoolLimitExceeded(path: label, limit: limit)
            }
            if file == nil, chunk.count <= memoryLimit - memory.count {
                memory += chunk
                return
            }
            let directory = directory ?? TemporaryFile.directory
            do throws(Errno) {
                if file == nil {
                    let made = try TemporaryFile.open(in: directory)
                    try SystemCalls.write(memory, to: made.number)
                    (file, memory) = (made, [])
                }
                if let file { try SystemCalls.write(chunk, to: file.number) }
            } catch {
                throw .cannotSpool(
                    path: label, size: total, directory: directory, errno: error.rawValue)
            }
        }
        guard let file else { return .bytes(ByteString(memory)) }
        let snapshot = try reading(label) { () throws(Errno) in
            try FileSnapshot(of: file.number)
        }
        return .file(
            FileRange(
                path: label, offset: 0, length: total, snapshot: snapshot, descriptor: file))
    }
}
