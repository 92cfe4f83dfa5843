import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where `-D` writes the response heads, all of them and as they come.
final class HeadFile {
    private let path: ByteString?
    private let descriptor: Int32

    /// `-` is standard output.
    init(path: ByteString, standardOutput: Int32) throws(WriteError) {
        guard path != "-" else {
            self.path = nil
            descriptor = standardOutput
            return
        }
        self.path = path
        descriptor = try openForWriting(path)
    }

    deinit { if path != nil { close(descriptor) } }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        do throws(WriteError) { try bytes.write(to: descriptor) } catch {
            throw WriteError(path: path, errno: error.errno)
        }
    }
}

/// Opens a file that is written as it comes: made if there is none, emptied if there is one.
func openForWriting(_ path: ByteString, appending: Bool = false) throws(WriteError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (appending ? O_APPEND : O_TRUNC)
    let descriptor = open(path.cString, flags, 0o666)
    guard descriptor >= 0 else { throw WriteError(path: path, errno: errno) }
    return descriptor
}
