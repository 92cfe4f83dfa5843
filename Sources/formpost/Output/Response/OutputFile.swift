import FormEncoding
import Foundation

/// The file of `-o`.
///
/// A regular file is written without a name, or where a file system cannot do that under a temporary name
/// beside its place, and put there at the end, so that a failed transfer leaves an older file as it was. Where
/// that is impossible the older file is written in place: the caller holds the response until it is whole.
/// FIFOs, devices and descriptors of the caller (`/dev/stdout`, `/dev/fd/3`) are written directly.
///
/// Unchecked: all mutable state is behind `lock`. One thread writes, keeps or discards; a signal's may
/// abandon the file at the same time.
final class OutputFile: @unchecked Sendable {
    private enum Kind {
        case direct, nameless, named, inPlace
    }

    /// The path of the response; with `keepsExisting` it is final only at the end.
    var path: ByteString { lock.withLock { target } }

    private let lock = NSRecursiveLock()
    private var target: ByteString
    private let wanted: ByteString
    private let keepsExisting: Bool
    private let keepsPart: Bool
    /// The file that existed at the start, and is written in place or replaced.
    private let older: stat?
    private let kind: Kind
    /// The temporary name, and where the file with this name is put: the target of a link.
    private let names: (temporary: ByteString, final: ByteString)
    /// Negative before the first write in place, and when it is closed.
    private var descriptor: Int32
    private var isPlaced = false
    private var interruption: Interruption?

    /// Opens the file, so that errors show before anything is sent.
    ///
    /// With `keepsExisting` an existing file stays, and an unused name is chosen (curl's
    /// `--no-clobber`). With `keepsPart` a signal that ends the process leaves what has been
    /// written. Without `followsLinks` a symbolic link is replaced.
    init(
        path wanted: ByteString, keepsExisting: Bool, keepsPart: Bool = false,
        followsLinks: Bool = true, until limit: TimeLimit?
    ) throws(WriteError) {
        self.wanted = wanted
        self.keepsExisting = keepsExisting
        self.keepsPart = keepsPart
        let path = keepsExisting ? try Self.unusedPath(wanted) : wanted
        target = path
        let final = followsLinks ? path.followingLinks : path
        // Not derived from the target's name, which could become too long.
        let name = ".formpost-" + String(UInt64.random(in: .min ... .max), radix: 36)
        names = (ByteString(bytes: final.directory + Array(name.utf8)), final)
        var status = stat()
        let isDescriptor = followsLinks && path.descriptorNumber != nil
        let isFound =
            !isDescriptor
            && (followsLinks ? stat(path.cString, &status) : lstat(path.cString, &status)) == 0
        guard isDescriptor || isFound || errno == ENOENT else {
            throw WriteError(path: path, errno: errno)
        }
        let exists = isFound && status.st_mode & S_IFMT != S_IFLNK
        if isDescriptor || exists && status.st_mode & S_IFMT != S_IFREG {
            (kind, older) = (.direct, nil)
            descriptor = try path.openToWrite(until: limit)
            return
        }
        older = exists ? status : nil
        // Replacing a file needs no write permission on it; writing in place does.
        guard !exists || access(path.cString, W_OK) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
        // Set before the file exists.
        interruption = Interruption { [temporary = names.temporary] in unlink(temporary.cString) }
        let mode: mode_t = exists ? 0o600 : 0o666
        var isNameless = true
        descriptor = Self.openNameless(beside: final, mode)
        if descriptor < 0 {
            isNameless = false
            descriptor = open(
                names.temporary.cString, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        }
        let number = errno
        if descriptor >= 0, !exists || Self.canReplace(status, by: descriptor) {
            kind = isNameless ? .nameless : .named
        } else if exists, descriptor >= 0 || [EACCES, EPERM, EROFS].contains(number) {
            kind = .inPlace
            if descriptor >= 0 { close(descriptor) }
            if !isNameless { unlink(names.temporary.cString) }
            descriptor = -1
            interruption = nil
        } else {
            throw WriteError(path: path, errno: number)
        }
        if keepsPart { interruption = Interruption { [weak self] in self?.abandon() } }
    }

    /// Whether a file can be renamed over the older one, and have its owner: a mount point cannot be replaced.
    private static func canReplace(_ older: stat, by made: Int32) -> Bool {
        var status = stat()
        return fstat(made, &status) == 0 && status.st_dev == older.st_dev
            && fchown(made, older.st_uid, older.st_gid) == 0
    }

    /// Negative also without /proc, by which the file would get its name.
    private static func openNameless(beside target: ByteString, _ mode: mode_t) -> Int32 {
        #if os(Linux)
            let flags = SystemCalls.nameless | O_RDWR | O_CLOEXEC
            let descriptor = open(target.directoryPath.cString, flags, mode)
            guard descriptor >= 0 else { return -1 }
            if access(path(of: descriptor).cString, F_OK) == 0 { return descriptor }
            close(descriptor)
        #endif
        return -1
    }

    private static func path(of descriptor: Int32) -> ByteString { "/proc/self/fd/\(descriptor)" }

    /// Whether the response must be whole before it is written: the older file is lost then.
    var needsWholeResponse: Bool { kind == .inPlace && !keepsPart }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        try bytes.write(to: openForWriting(), path: path)
    }

    /// Returns the descriptor. The first call opens and empties a file that is written in place.
    private func openForWriting() throws(WriteError) -> Int32 {
        guard kind == .inPlace, descriptor < 0 else { return descriptor }
        // Opening a FIFO must not block.
        let opened = open(target.cString, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw WriteError(path: target, errno: errno) }
        var status = stat()
        let isSame =
            fstat(opened, &status) == 0 && status.st_ino == older?.st_ino
            && status.st_dev == older?.st_dev
        guard isSame, ftruncate(opened, 0) == 0 else {
            let number = isSame ? errno : ESTALE
            close(opened)
            throw WriteError(path: target, errno: number)
        }
        lock.withLock { descriptor = opened }
        // A part must not look complete.
        if !keepsPart { interruption = Interruption { ftruncate(opened, 0) } }
        return opened
    }

    /// Whether what was written can be discarded.
    var canRestart: Bool { kind != .direct }

    func restart() throws(WriteError) {
        guard canRestart, descriptor >= 0 else { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
    }

    /// Whether anything has been written that is not in its place yet.
    var hasPart: Bool {
        var status = stat()
        return lock.withLock { !isPlaced } && fstat(descriptor, &status) == 0 && status.st_size > 0
    }

    static func createDirectories(of path: ByteString) throws(WriteError) {
        for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            let directory = ByteString(bytes: path.bytes[..<index])
            guard mkdir(directory.cString, 0o777) == 0 || errno == EEXIST else {
                throw WriteError(path: directory, errno: errno)
            }
        }
    }

    func keep() throws(WriteError) {
        lock.lock()
        defer { lock.unlock() }
        defer { discard() }
        // Some file systems report a full disk only on close.
        guard close(dup(try openForWriting())) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
        try place()
    }

    /// Closes and removes the temporary file. A part that was written in place is removed: it must not look
    /// complete.
    func discard() {
        lock.lock()
        defer { lock.unlock() }
        interruption = nil
        guard descriptor >= 0 else { return }
        if kind == .inPlace, !isPlaced { ftruncate(descriptor, 0) }
        close(descriptor)
        if kind != .direct { unlink(names.temporary.cString) }
        descriptor = -1
    }

    /// Removes the temporary file before the process ends, or with `keepsPart` moves it into place.
    /// The descriptor stays open, since another thread may be writing. If that is keeping or discarding
    /// the file, it has half a second to finish.
    func abandon() {
        let isFree = lock.lock(before: Date(timeIntervalSinceNow: 0.5))
        defer { if isFree { lock.unlock() } }
        guard kind != .direct, !isFree || descriptor >= 0 else { return }
        if isFree, keepsPart, hasPart { try? place() }
        unlink(names.temporary.cString)
    }

    /// Gives the file its mode and its name.
    private func place() throws(WriteError) {
        if kind == .nameless || kind == .named {
            if let older { fchmod(descriptor, older.st_mode & 0o777) }
            guard try keepsExisting ? linkUnused() : replaceTarget() else {
                throw WriteError(path: target, errno: errno)
            }
        }
        isPlaced = true
    }

    /// Puts the file in its place, where an older one may be; false, with `errno`, if that fails.
    private func replaceTarget() -> Bool {
        if kind == .nameless {
            if link(to: names.final) { return true }
            // Only for a moment: no call replaces a file by one without a name.
            guard link(to: names.temporary) else { return false }
        }
        return rename(names.temporary.cString, names.final.cString) == 0
    }

    /// Links the file under an unused name; false, with `errno`, if that fails.
    private func linkUnused() throws(WriteError) -> Bool {
        while !link(to: target) {
            guard errno == EEXIST else {
                // A file system without hard links.
                return kind == .named && rename(names.temporary.cString, target.cString) == 0
            }
            target = try Self.unusedPath(wanted)
        }
        return true
    }

    /// Gives the file a name that nothing has; false, with `errno`, if that fails.
    private func link(to path: ByteString) -> Bool {
        let source = kind == .nameless ? Self.path(of: descriptor) : names.temporary
        return linkat(AT_FDCWD, source.cString, AT_FDCWD, path.cString, AT_SYMLINK_FOLLOW) == 0
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
