#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file without a name, mode 0600, that is gone with its last descriptor.
struct TemporaryFile {
    private let descriptor: OpenDescriptor
    private let directory: ByteString

    init(in directory: ByteString) throws(FormEncodingError) {
        self.directory = directory
        do throws(Errno) {
            if let nameless = try Self.makeNameless(in: directory) {
                descriptor = nameless
            } else {
                descriptor = try Self.makeUnlinked(in: directory)
            }
        } catch {
            throw .cannotSpool(directory: directory, errno: error.rawValue)
        }
    }

    /// `$TMPDIR`, or `/tmp`.
    static var directory: ByteString {
        guard let value = getenv("TMPDIR"), value.pointee != 0 else { return "/tmp" }
        let length = strlen(value)
        return ByteString(bytes: UnsafeRawBufferPointer(start: value, count: length))
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FormEncodingError) {
        do throws(Errno) {
            try SystemCalls.write(bytes, to: descriptor.number)
        } catch {
            throw .cannotSpool(directory: directory, errno: error.rawValue)
        }
    }

    /// What was written, to be read.
    func range(label: ByteString, length: Int64) throws(FormEncodingError) -> FileRange {
        let snapshot = try reading(label) { () throws(Errno) in
            try FileSnapshot(of: descriptor.number)
        }
        return FileRange(
            path: label, snapshot: snapshot, offset: 0, length: length, descriptor: descriptor)
    }

    /// A file that never has a name; nil where the system or the file system cannot make one.
    private static func makeNameless(in directory: ByteString) throws(Errno) -> OpenDescriptor? {
        #if os(Linux)
            // O_TMPFILE, which is made of two flags and therefore not imported.
            let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR
            do throws(Errno) {
                return try SystemCalls.open(directory, flags: flags, mode: 0o600)
            } catch {
                guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.rawValue) else { throw error }
            }
        #endif
        return nil
    }

    static func makeUnlinked(in directory: ByteString) throws(Errno) -> OpenDescriptor {
        var template =
            directory.bytes.map { CChar(bitPattern: $0) }
            + "/formpost-XXXXXX".utf8.map { CChar(bitPattern: $0) } + [0]
        guard !directory.bytes.contains(0) else { throw .invalidArgument }
        let number = mkstemp(&template)
        guard number >= 0 else { throw .last }
        let descriptor = OpenDescriptor(owning: number)
        unlink(template)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return descriptor
    }
}
