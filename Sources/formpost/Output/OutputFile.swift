import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where `-o` writes.
///
/// A regular file is written beside its place and moved there at the end, so that a transfer that
/// fails leaves an older file as it was, and nothing that looks whole. FIFOs and devices are
/// written as they are.
final class OutputFile: @unchecked Sendable {  // used by one thread at a time
    private let path: ByteString
    let descriptor: Int32
    private let temporary: TemporaryName?
    private var interruption: Interruption?

    /// Opens the file, so that what is wrong with it shows before anything is sent.
    init(path: ByteString) throws(WriteError) {
        self.path = path
        var status = stat()
        let exists = stat(path.cString, &status) == 0
        guard exists, status.st_mode & S_IFMT != S_IFREG else {
            // To replace a file takes no leave to write to it; to write to it does.
            guard !exists || access(path.cString, W_OK) == 0 else {
                throw WriteError(path: path, errno: errno)
            }
            // The file that a symbolic link leads to is replaced or made, not the link.
            let target = path.followingLinks
            let name = TemporaryName(beside: target)
            let mode = exists ? status.st_mode & 0o777 : 0o666
            descriptor = open(name.path.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            guard descriptor >= 0 else { throw WriteError(path: path, errno: errno) }
            if exists { fchmod(descriptor, mode) }
            temporary = name
            interruption = Interruption { unlink(name.path.cString) }
            return
        }
        descriptor = open(path.cString, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw WriteError(path: path, errno: errno) }
        temporary = nil
    }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        do throws(WriteError) {
            try bytes.write(to: descriptor)
        } catch {
            throw WriteError(path: path, errno: error.errno)
        }
    }

    /// Whether what was written can be taken back.
    var canBeginAnew: Bool { temporary != nil }

    func beginAnew() throws(WriteError) {
        guard canBeginAnew else { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw failure()
        }
    }

    /// Makes the directories on the way to a file, those that are missing.
    static func createDirectories(of path: ByteString) throws(WriteError) {
        for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            let directory = ByteString(bytes: path.bytes[..<index])
            guard mkdir(directory.cString, 0o777) == 0 || errno == EEXIST else {
                throw WriteError(path: directory, errno: errno)
            }
        }
    }

    /// A path that does not exist: `path`, or `path.1` to `path.100` (curl's `--no-clobber`).
    static func unusedPath(_ path: ByteString) throws(WriteError) -> ByteString {
        for suffix in [""] + (1...100).map({ ".\($0)" }) {
            let candidate = ByteString(bytes: path.bytes + Array(suffix.utf8))
            if access(candidate.cString, F_OK) != 0 { return candidate }
        }
        throw WriteError(path: path, errno: EEXIST)
    }

    /// The response is whole: the file takes its place.
    func keep() throws(WriteError) {
        guard close(descriptor) == 0 else { throw failure() }
        if let temporary, rename(temporary.path.cString, temporary.target.cString) != 0 {
            throw failure()
        }
        interruption = nil
    }

    /// The response is not whole: nothing of it stays.
    func discard() {
        close(descriptor)
        if let temporary { unlink(temporary.path.cString) }
        interruption = nil
    }

    private func failure() -> WriteError {
        let error = WriteError(path: path, errno: errno)
        if let temporary { unlink(temporary.path.cString) }
        return error
    }
}

/// A name beside a file that nobody else uses.
private struct TemporaryName: Sendable {
    let target: ByteString
    let path: ByteString

    init(beside target: ByteString) {
        self.target = target
        // Not the target's name with something added to it: that could be too long.
        let name = ".formpost-" + String(UInt64.random(in: .min ... .max), radix: 36)
        path = ByteString(bytes: target.directory + Array(name.utf8))
    }
}

extension ByteString {
    /// NUL-terminated, for the system's calls.
    fileprivate var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

    /// Where the path leads, whether there is a file or not.
    fileprivate var followingLinks: ByteString {
        var path = self
        // More links than the system follows; it has said so when the path was looked at.
        for _ in 0..<40 {
            guard let target = path.linkTarget else { return path }
            let isAbsolute = target.first == UInt8(ascii: "/")
            path = ByteString(bytes: (isAbsolute ? [] : path.directory) + target)
        }
        return path
    }

    /// All up to the last slash, and that.
    fileprivate var directory: [UInt8] {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[...$0]) } ?? []
    }

    private var linkTarget: [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink(cString, &buffer, buffer.count)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }
}
