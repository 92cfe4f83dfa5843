import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where `-o` writes.
///
/// A regular file is written beside its place and moved there at the end, so that a transfer that
/// fails leaves an older file as it was, and nothing that looks whole. Where another file would not
/// be the same (it has other names, or another owner) or cannot be made, the response is kept
/// elsewhere until it is whole, and then copied. FIFOs and devices are written as they are, and so
/// are descriptors that the caller has opened (`/dev/stdout`, `/dev/fd/3`).
final class OutputFile: @unchecked Sendable {  // used by one thread at a time
    private enum Place {
        case direct
        case beside(TemporaryName)
        case elsewhere(TemporaryFile)
    }

    /// Where the response is, or will be; with `keepsExisting` settled in the end.
    private(set) var path: ByteString
    private let wanted: ByteString
    private let keepsExisting: Bool
    let descriptor: Int32
    private let place: Place
    private var interruption: Interruption?
    private var isClosed = false

    /// Opens the file, so that what is wrong with it shows before anything is sent.
    ///
    /// With `keepsExisting` a file that is there stays, and another name is found (curl's
    /// `--no-clobber`).
    init(
        path wanted: ByteString, keepsExisting: Bool, temporaryDirectory: String,
        until limit: TimeLimit?
    ) throws(WriteError) {
        self.wanted = wanted
        self.keepsExisting = keepsExisting
        let path = keepsExisting ? try Self.unusedPath(wanted) : wanted
        self.path = path
        if let number = path.descriptorNumber {
            descriptor = dup(number)
            guard descriptor >= 0 else { throw WriteError(path: path, errno: errno) }
            place = .direct
            return
        }
        var status = stat()
        let exists = stat(path.cString, &status) == 0
        guard exists || errno == ENOENT else { throw WriteError(path: path, errno: errno) }
        if exists, status.st_mode & S_IFMT != S_IFREG {
            descriptor = try OutputDescriptor.open(path, until: limit)
            place = .direct
            return
        }
        // To replace a file takes no leave to write to it; to write to it does.
        guard !exists || access(path.cString, W_OK) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
        // The file that a symbolic link leads to is replaced or made, not the link.
        let name = TemporaryName(beside: path.followingLinks)
        let mode = exists ? status.st_mode & 0o777 : 0o666
        // Before there is a file; first that which takes no thread.
        LastResort.removes(name.path)
        interruption = Interruption { unlink(name.path.cString) }
        let made = open(name.path.cString, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        if made >= 0, !exists || Self.canReplace(status, made) {
            descriptor = made
            place = .beside(name)
            return
        }
        if made >= 0 {
            close(made)
            unlink(name.path.cString)
        } else if !exists || ![EACCES, EPERM, EROFS].contains(errno) {
            throw WriteError(path: path, errno: errno)
        }
        interruption = nil
        LastResort.removes(nil)
        do throws(Errno) {
            let file = try TemporaryFile(in: ByteString(temporaryDirectory))
            (descriptor, place) = (file.descriptor.number, .elsewhere(file))
        } catch {
            throw WriteError(path: ByteString(temporaryDirectory), errno: error.rawValue)
        }
    }

    /// Whether a new file is the same as the old one to everybody else, once it is in its place.
    private static func canReplace(_ status: stat, _ made: Int32) -> Bool {
        status.st_nlink == 1 && fchown(made, status.st_uid, status.st_gid) == 0
            && fchmod(made, status.st_mode & 0o777) == 0
    }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        try bytes.write(to: descriptor, path: path)
    }

    /// Whether what was written can be taken back.
    var canBeginAnew: Bool {
        if case .direct = place { false } else { true }
    }

    func beginAnew() throws(WriteError) {
        guard canBeginAnew else { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
    }

    /// Whether there is something at a path that is written as it is: a FIFO, a device or
    /// a descriptor of ours.
    static func isDevice(_ path: ByteString) -> Bool {
        var status = stat()
        return path.descriptorNumber != nil
            || stat(path.cString, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
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

    /// The response is whole: it takes its place.
    func keep() throws(WriteError) {
        defer { discard() }
        if case .elsewhere = place { return try copy(from: descriptor) }
        // Some file systems tell only now that there was no room.
        guard close(dup(descriptor)) == 0 else { throw WriteError(path: path, errno: errno) }
        if case .beside(let name) = place { try move(name) }
    }

    /// The response is not whole, or has been taken: what we made for ourselves goes.
    func discard() {
        guard !isClosed else { return }
        isClosed = true
        switch place {
        // It is closed with the temporary file.
        case .elsewhere: break
        case .beside(let name):
            close(descriptor)
            unlink(name.path.cString)
        case .direct: close(descriptor)
        }
        LastResort.removes(nil)
        interruption = nil
    }

    private func move(_ name: TemporaryName) throws(WriteError) {
        if keepsExisting { return try give(name) }
        guard rename(name.path.cString, name.target.cString) != 0 else { return }
        // A mount point of its own, or another's file in a directory with the sticky bit.
        guard [EBUSY, EPERM, EACCES].contains(errno) else {
            throw WriteError(path: path, errno: errno)
        }
        try copy(from: descriptor)
    }

    /// Gives the file a name that nobody has taken meanwhile.
    private func give(_ name: TemporaryName) throws(WriteError) {
        while link(name.path.cString, path.cString) != 0 {
            guard errno == EEXIST else {
                // A file system without hard links.
                guard rename(name.path.cString, path.cString) == 0 else {
                    throw WriteError(path: path, errno: errno)
                }
                return
            }
            path = try Self.unusedPath(wanted)
        }
    }

    /// Writes over the file in its place.
    private func copy(from source: Int32) throws(WriteError) {
        let target = open(path.cString, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard target >= 0 else { throw WriteError(path: path, errno: errno) }
        let truncation = Interruption { ftruncate(target, 0) }
        do throws(WriteError) {
            try SystemCalls.forEachChunk(of: source, path: path) { bytes throws(WriteError) in
                try bytes.write(to: target, path: path)
            }
        } catch {
            // Half of a response must not be taken for one.
            ftruncate(target, 0)
            truncation.cancel()
            close(target)
            throw error
        }
        // First: once it is closed, the number may be another file's.
        truncation.cancel()
        guard close(target) == 0 else { throw WriteError(path: path, errno: errno) }
    }

    /// A path that does not exist: `path`, or `path.1` to `path.100`.
    private static func unusedPath(_ path: ByteString) throws(WriteError) -> ByteString {
        for suffix in [""] + (1...100).map({ ".\($0)" }) {
            let candidate = ByteString(bytes: path.bytes + Array(suffix.utf8))
            var status = stat()
            if lstat(candidate.cString, &status) != 0 { return candidate }
        }
        throw WriteError(path: path, errno: EEXIST)
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
