extension SpoolOptions {
    /// Reads `input` to its end, to memory first and then to a temporary file.
    func drain(
        _ input: LiveInput, label: ByteString, _ onRead: InputObserver?
    ) throws(BodyError) -> ByteSource {
        if maximumSize == nil, input.isEndless { throw .endless(path: label) }
        return try drain(label: label, onRead) { (buffer) throws(BodyError) in
            try input.read(into: buffer)
        }
    }

    /// Reads what `read` gives until it gives 0; `label` names it in errors.
    func drain(
        label: ByteString, _ onRead: InputObserver? = nil,
        _ read: (UnsafeMutableRawBufferPointer) throws(BodyError) -> Int
    ) throws(BodyError) -> ByteSource {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var (memory, total, file) = ([UInt8](), Int64(0), TemporaryFile?.none)
        // Before the first read, which may block.
        onRead?(0, label)
        while case let count = try read(buffer), count > 0 {
            total += Int64(count)
            onRead?(total, label)
            if let limit = maximumSize, total > limit {
                throw .spoolLimitExceeded(path: label, limit: limit)
            }
            let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if file == nil, count <= memoryLimit - memory.count {
                memory += chunk
                continue
            }
            let directory = directory ?? TemporaryFile.directory
            do throws(Errno) {
                if file == nil {
                    file = try TemporaryFile(in: directory)
                    try file?.append(memory)
                    memory = []
                }
                try file?.append(chunk)
            } catch {
                throw .cannotSpool(
                    path: label, size: total, directory: directory, errno: error.rawValue)
            }
        }
        guard let file else { return .bytes(ByteString(memory)) }
        let snapshot = try reading(label) { () throws(Errno) in
            try FileSnapshot(of: file.descriptor.number)
        }
        return .file(
            FileRange(
                path: label, offset: 0, length: total, snapshot: snapshot,
                descriptor: file.descriptor))
    }
}
