import FormEncoding
import Foundation

/// A journal's file and what is known of it.
final class JournalStore: @unchecked Sendable {  // all mutable state is behind a lock
    /// How often a lock is tried again, in microseconds.
    private static let pause: UInt32 = 20_000

    private let path: ByteString
    private let file: OpenDescriptor

    /// Held while the file is read or appended to: flock(2) does not keep threads apart.
    private let access = NSLock()
    private var lines = JournalLines()
    /// An error that no later call can mend.
    private var damage: JournalError?

    /// For the two below, which are read often.
    private let lock = NSLock()
    private var done: [JournalURL: Set<JournalFile>] = [:]
    /// How much of the file is known.
    private var knownSize: Int64 = 0

    init(_ path: ByteString, until limit: TimeLimit?) throws(JournalError) {
        self.path = path
        do throws(Errno) {
            // O_NONBLOCK is for a FIFO; a regular file does not care.
            file = try SystemCalls.open(
                path, flags: O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, mode: 0o600)
        } catch {
            throw .write(WriteError(path: path, errno: error.rawValue))
        }
        guard try status().st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
        try locked(LOCK_SH, until: limit) { () throws(JournalError) in try catchUp() }
        if lock.withLock({ knownSize == 0 }) { syncDirectory() }
    }

    /// Whether there is an entry; one that another process has just added counts.
    func contains(_ file: JournalFile, url: JournalURL) throws(JournalError) -> Bool {
        let size = Int64(try status().st_size)
        if lock.withLock({ knownSize != size }) {
            try locked(LOCK_SH) { () throws(JournalError) in try catchUp() }
        }
        return lock.withLock { done[url]?.contains(file) ?? false }
    }

    /// Appends the entries, and returns when they are on the disk.
    func append(_ entries: [JournalEntry]) throws(JournalError) {
        try locked(LOCK_EX) { () throws(JournalError) in
            try catchUp()
            try write(entries)
        }
        try sync()
    }

    /// Under the lock, with everything before known.
    private func write(_ entries: [JournalEntry]) throws(JournalError) {
        let end = lock.withLock { knownSize }
        let start = lines.isInLine ? [UInt8(ascii: "\n")] : []
        let bytes = entries.reduce(into: start) { $0 += $1.line }
        do throws(Errno) {
            try SystemCalls.write(bytes, to: file.number)
        } catch {
            // A full disk takes a part of it.
            ftruncate(file.number, off_t(end))
            throw .write(WriteError(path: path, errno: error.rawValue))
        }
        lines.skip(entries.count)
        lock.withLock {
            knownSize = end + Int64(bytes.count)
            for entry in entries { done[entry.url, default: []].insert(entry.file) }
        }
    }

    /// Reads what has been added. Under the lock, so that a line without an end is one whose writer
    /// is gone.
    private func catchUp() throws(JournalError) {
        if let damage { throw damage }
        let status = try status()
        // Nothing that is noted now would be found again.
        guard status.st_nlink > 0 else { throw .write(WriteError(path: path, errno: ENOENT)) }
        let size = Int64(status.st_size)
        var offset = lock.withLock { knownSize }
        if size < offset { (offset, lines) = (0, JournalLines()) }
        var added: [JournalEntry] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { room.deallocate() }
        while offset < size {
            let bytes = try read(at: offset, into: room)
            if bytes.isEmpty { break }
            try noting { () throws(JournalDamage) in try lines.read(bytes) { added.append($0) } }
            offset += Int64(bytes.count)
            learn(added)
            added = []
        }
        try noting { () throws(JournalDamage) in try lines.end { added.append($0) } }
        learn(added)
        lock.withLock { knownSize = offset }
    }

    private func learn(_ entries: [JournalEntry]) {
        lock.withLock {
            for entry in entries { done[entry.url, default: []].insert(entry.file) }
        }
    }

    private func noting(_ body: () throws(JournalDamage) -> Void) throws(JournalError) {
        do throws(JournalDamage) {
            try body()
        } catch {
            let problem = JournalError.damaged(path: path, error)
            damage = problem
            throw problem
        }
    }

    private func read(
        at offset: Int64, into room: UnsafeMutableRawBufferPointer
    ) throws(JournalError) -> [UInt8] {
        do throws(Errno) {
            return Array(room[..<(try SystemCalls.read(file.number, at: offset, into: room))])
        } catch {
            throw .cannotRead(path: path, errno: error.rawValue)
        }
    }

    private func status() throws(JournalError) -> stat {
        var status = stat()
        guard fstat(file.number, &status) == 0 else {
            throw .cannotRead(path: path, errno: errno)
        }
        return status
    }

    private func locked(
        _ kind: Int32, until limit: TimeLimit? = nil, _ body: () throws(JournalError) -> Void
    ) throws(JournalError) {
        access.lock()
        defer { access.unlock() }
        while flock(file.number, kind | (limit == nil ? 0 : LOCK_NB)) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                guard limit?.isReached == false else { throw .locked(path: path) }
                usleep(Self.pause)
            case let number: throw .write(WriteError(path: path, errno: number))
            }
        }
        defer { flock(file.number, LOCK_UN) }
        try body()
    }

    private func sync() throws(JournalError) {
        while fsync(file.number) != 0 {
            guard errno == EINTR else { throw .write(WriteError(path: path, errno: errno)) }
        }
    }

    /// Makes the name of a new file last. Not every file system can; the entries matter more.
    private func syncDirectory() {
        let directory = open(
            path.followingLinks.directoryPath.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
