import FormEncoding

/// Bytes that wait until they are written or discarded: in memory up to a limit, then in a temporary file
/// without a name.
struct BufferedBytes {
    /// In bytes.
    private static let memoryLimit = 1 << 20

    private let directory: ByteString
    private var memory: [UInt8] = []
    private var file: TemporaryFile?

    init(directory: String) { self.directory = ByteString(directory) }

    mutating func append(_ bytes: [UInt8]) throws(WriteError) {
        do throws(Errno) {
            if file == nil, memory.count + bytes.count > Self.memoryLimit {
                file = try TemporaryFile(in: directory)
                try file?.append(memory)
                memory = []
            }
            if let file { try file.append(bytes) } else { memory += bytes }
        } catch {
            throw WriteError(path: directory, errno: error.rawValue)
        }
    }

    mutating func removeAll() { (memory, file) = ([], nil) }

    /// Passes all of them to `body`, in order.
    func read(_ body: ([UInt8]) throws(WriteError) -> Void) throws(WriteError) {
        try body(memory)
        guard let file else { return }
        try SystemCalls.forEachChunk(of: file.descriptor.number, path: directory, body)
    }
}
