extension ByteSource {
    /// Reads what `read` gives until it gives 0: up to `memoryLimit` bytes to memory, and more to a temporary file
    /// without a name; `label` names it in errors. More than `maximumSize` bytes are an error; nil is no limit but the
    /// free space of `directory`.
    static func spooled(
        _ label: ByteString, memoryLimit: Int = 1 << 20, maximumSize: Int64? = nil,
        directory: ByteString = TemporaryFile.directory, onRead: InputObserver? = nil,
        _ read: (UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int
    ) throws(BodyFault) -> ByteSource {
        var (memory, total, file) = ([UInt8](), Int64(0), OpenDescriptor?.none)
        // Before the first read, which may block.
        onRead?(0, label)
        try SystemCalls.forEachChunk(of: 256 << 10, read) { (chunk) throws(BodyFault) in
            total += Int64(chunk.count)
            onRead?(total, label)
            if let maximumSize, total > maximumSize {
                throw .spoolLimitExceeded(path: label, limit: maximumSize)
            }
            if file == nil, chunk.count <= memoryLimit - memory.count {
                memory += chunk
                return
            }
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
