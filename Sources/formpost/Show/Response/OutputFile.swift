import CProcess
import FormEncoding
import Foundation

/// The file of `-o`.
///
/// A regular file is written beside its place and put there at the end, so that a failed transfer
/// leaves an older file as it was. If the file has hard links or another owner, or
/// no file can be created beside it, the response is spooled and copied when it is whole. FIFOs,
/// devices and descriptors of the caller (`/dev/stdout`, `/dev/fd/3`) are written directly.
///
/// Unchecked: all mutable state is behind `lock`. One thread writes, keeps or discards; a signal's may
/// abandon the file at the same time.
final class OutputFile: @unchecked Sendable {
    private enum Place {
        case direct
        case beside(UnplacedFile)
        case elsewhere(TemporaryFile)
    }

    /// The path of the response; with `keepsExisting` it is final only at the end.
    var path: ByteString { lock.withLock { target } }

    private let lock = NSRecursiveLock()
    private var target: ByteString
    private let wanted: ByteString
    /// The file that existed at the start, if there was one. Only this file may be overwritten in place.
    private let older: FileIdentity?
    private let keepsExisting: Bool
    private let keepsPart: Bool
    let descriptor: Int32
    private let place: Place
    private var interruption: Interruption?
    private var isClosed = false
    private var isPlaced = false

    /// Opens the file, so that errors show before anything is sent.
    ///
    /// With `keepsExisting` an existing file stays, and an unused name is chosen (curl's
    /// `--no-clobber`). With `keepsPart` a signal that ends the process leaves what has been
    /// written. Without `followsLinks` a symbolic link is replaced.
    init(
        path wanted: ByteString, keepsExisting: Bool, keepsPart: Bool = false,
        followsLinks: Bool = true, temporaryDirectory: String, until limit: TimeLimit?
    ) throws(WriteError) {
        self.wanted = wanted
        self.keepsExisting = keepsExisting
        self.keepsPart = keepsPart
        let path = keepsExisting ? try Self.unusedPath(wanted) : wanted
        target = path
        if followsLinks, path.descriptorNumber != nil {
            descriptor = try OutputDescriptor.open(path, until: limit)
            (place, older) = (.direct, nil)
            return
        }
        var status = stat()
        let isFound =
            (followsLinks ? stat(path.cString, &status) : lstat(path.cString, &status)) == 0
        guard isFound || errno == ENOENT else { throw WriteError(path: path, errno: errno) }
        let exists = isFound && status.st_mode & S_IFMT != S_IFLNK
        older = exists ? FileIdentity(FileSnapshot(status)) : nil
        if exists, status.st_mode & S_IFMT != S_IFREG {
            descriptor = try OutputDescriptor.open(path, until: limit)
            place = .direct
            return
        }
        // Replacing a file needs no write permission on it; writing in place does.
        guard !exists || access(path.cString, W_OK) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
        // The target of a symbolic link is replaced or created, not the link.
        let name = TemporaryName(beside: followsLinks ? path.followingLinks : path)
        let mode = exists ? status.st_mode & 0o777 : 0o666
        // Set before the file exists.
        interruption = Interruption { unlink(name.path.cString) }
        let made = UnplacedFile(name, mode: mode)
        if let made, !exists || Self.canReplace(path, status, made.descriptor) {
            descriptor = made.descriptor
            place = .beside(made)
            if keepsPart { interruption = Interruption { [weak self] in self?.abandon() } }
            return
        }
        if let made {
            close(made.descriptor)
            made.removeName()
        } else if !exists || ![EACCES, EPERM, EROFS].contains(errno) {
            throw WriteError(path: path, errno: errno)
        }
        interruption = nil
        do throws(Errno) {
            let file = try TemporaryFile(in: ByteString(temporaryDirectory))
            (descriptor, place) = (file.descriptor.number, .elsewhere(file))
        } catch {
            throw WriteError(path: ByteString(temporaryDirectory), errno: error.rawValue)
        }
        if keepsPart { interruption = Interruption { [weak self] in self?.abandon() } }
    }

    /// Whether renaming the new file over the old one changes nothing but the content: no other
    /// hard links, same owner, same mode, same access control list.
    private static func canReplace(_ path: ByteString, _ status: stat, _ made: Int32) -> Bool {
        status.st_nlink == 1 && fchown(made, status.st_uid, status.st_gid) == 0
            && fchmod(made, status.st_mode & 0o777) == 0
            && cprocess_has_same_attributes(path.cString, made)
    }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        try bytes.write(to: descriptor, path: path)
    }

    /// Whether what was written can be discarded.
    var canRestart: Bool {
        if case .direct = place { false } else { true }
    }

    func restart() throws(WriteError) {
        guard canRestart else { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
    }

    /// Whether anything has been written that is not in its place yet.
    var hasPart: Bool {
        var status = stat()
        return lock.withLock { !isPlaced } && fstat(descriptor, &status) == 0 && status.st_size > 0
    }

    /// Creates the missing directories of a path.
    static func createDirectories(of path: ByteString) throws(WriteError) {
        for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            let directory = ByteString(bytes: path.bytes[..<index])
            guard mkdir(directory.cString, 0o777) == 0 || errno == EEXIST else {
                throw WriteError(path: directory, errno: errno)
            }
        }
    }

    /// Moves the complete response into place.
    func keep() throws(WriteError) {
        lock.lock()
        defer { lock.unlock() }
        defer { discard() }
        if case .elsewhere = place { return try copy(from: descriptor) }
        // Some file systems report a full disk only on close.
        guard close(dup(descriptor)) == 0 else { throw WriteError(path: path, errno: errno) }
        if case .beside(let file) = place { try move(file) }
    }

    /// Closes and removes the temporary file.
    func discard() {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { return }
        isClosed = true
        switch place {
        // Its last reference closes it.
        case .elsewhere: break
        case .beside(let file):
            close(descriptor)
            file.removeName()
        case .direct: close(descriptor)
        }
        interruption = nil
    }

    /// Removes the temporary file before the process ends, or with `keepsPart` moves it into place.
    /// The descriptor stays open, since another thread may be writing. If that is keeping or discarding
    /// the file, it has half a second to finish.
    func abandon() {
        guard lock.lock(before: Date(timeIntervalSinceNow: 0.5)) else {
            if case .beside(let file) = place { file.removeName() }
            return
        }
        defer { lock.unlock() }
        guard !isClosed else { return }
        let isKept = keepsPart && hasPart
        switch place {
        case .beside(let file):
            if isKept { try? move(file) }
            file.removeName()
        case .elsewhere: if isKept { try? copy(from: descriptor) }
        case .direct: break
        }
    }

    private func move(_ file: UnplacedFile) throws(WriteError) {
        if keepsExisting { return try give(file) }
        if file.replaceTarget() {
            isPlaced = true
            return
        }
        // A mount point, or a file of another user in a directory with the sticky bit.
        guard older != nil, [EBUSY, EPERM, EACCES].contains(errno) else {
            throw WriteError(path: path, errno: errno)
        }
        try copy(from: descriptor)
    }

    /// Links the file under an unused name.
    private func give(_ file: UnplacedFile) throws(WriteError) {
        while !file.link(to: path) {
            guard errno == EEXIST else {
                let number = errno
                // A file system without hard links.
                guard file.move(to: path) else { throw WriteError(path: path, errno: number) }
                break
            }
            target = try Self.unusedPath(wanted)
        }
        isPlaced = true
    }

    /// Overwrites the file in place, if it is still the older one.
    private func copy(from source: Int32) throws(WriteError) {
        // Opening a FIFO must not block.
        let target = open(path.cString, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard target >= 0 else { throw WriteError(path: path, errno: errno) }
        guard FileIdentity(descriptor: target) == older else {
            close(target)
            throw WriteError(path: path, errno: ESTALE)
        }
        guard Self.reserve(target, for: source), ftruncate(target, 0) == 0 else {
            let number = errno
            close(target)
            throw WriteError(path: path, errno: number)
        }
        let truncation = Interruption { ftruncate(target, 0) }
        do throws(WriteError) {
            try SystemCalls.forEachChunk(of: source, path: path) { bytes throws(WriteError) in
                try bytes.write(to: target, path: path)
            }
        } catch {
            // A partial copy must not look complete.
            ftruncate(target, 0)
            truncation.cancel()
            close(target)
            throw error
        }
        // Before closing: afterwards the number may belong to another file.
        truncation.cancel()
        guard close(target) == 0 else { throw WriteError(path: path, errno: errno) }
    }

    /// Whether there is room for what `source` has, as far as that can be told before the old content
    /// is given up; if not, `errno` says why, and that content is left.
    private static func reserve(_ target: Int32, for source: Int32) -> Bool {
        #if os(Linux)
            var (old, new) = (stat(), stat())
            guard fstat(target, &old) == 0, fstat(source, &new) == 0, new.st_size > old.st_size
            else { return true }
            let failure = posix_fallocate(target, 0, new.st_size)
            guard [ENOSPC, EDQUOT, EFBIG].contains(failure) else { return true }
            ftruncate(target, old.st_size)
            errno = failure
            return false
        #else
            return true
        #endif
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
