import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Bytes that are kept until it is known whether they are wanted: in memory while they are few,
/// then in a temporary file that has no name.
struct HeldBytes: ~Copyable {
    private static let memoryLimit = 1 << 20

    private let directory: String
    private var memory: [UInt8] = []
    private var file: Int32?

    init(directory: String) { self.directory = directory }

    deinit { if let file { close(file) } }

    mutating func append(_ bytes: [UInt8]) throws(WriteError) {
        if file == nil, memory.count + bytes.count > Self.memoryLimit {
            file = try UnnamedFile.make(in: directory)
            try writeToFile(memory)
            memory = []
        }
        if file == nil { memory += bytes } else { try writeToFile(bytes) }
    }

    mutating func forget() {
        memory = []
        if let file { close(file) }
        file = nil
    }

    /// Hands over all of them, in order.
    func read(_ body: ([UInt8]) throws(WriteError) -> Void) throws(WriteError) {
        try body(memory)
        if let file { try UnnamedFile.read(file, of: path, body) }
    }

    private var path: ByteString { ByteString(directory) }

    private func writeToFile(_ bytes: [UInt8]) throws(WriteError) {
        guard let file else { return }
        do throws(WriteError) { try bytes.write(to: file) } catch {
            throw WriteError(path: path, errno: error.errno)
        }
    }
}

/// A temporary file that is gone with its descriptor.
enum UnnamedFile {
    static func make(in directory: String) throws(WriteError) -> Int32 {
        var template = Array("\(directory)/formpost-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw WriteError(path: ByteString(directory), errno: errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// Hands over all that is in a file, in order; `path` is what it is called where that fails.
    static func read(
        _ file: Int32, of path: ByteString, _ body: ([UInt8]) throws(WriteError) -> Void
    ) throws(WriteError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var offset: off_t = 0
        while true {
            let count = pread(file, &buffer, buffer.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw WriteError(path: path, errno: errno) }
            guard count > 0 else { return }
            try body(Array(buffer[..<count]))
            offset += off_t(count)
        }
    }
}
