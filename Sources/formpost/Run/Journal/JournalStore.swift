import FormEncoding
import Foundation

/// Whether an upload may begin.
enum JournalAdmission {
    case granted(JournalClaim)
    /// The journal has the file.
    case done
    /// Another request is sending it.
    case taken
}

/// A journal's file and what is known of it.
final class JournalStore: @unchecked Sendable {  // all mutable state is behind a lock
    /// The time between two attempts to lock, in microseconds.
    private static let pause: UInt32 = 20_000
    /// All but the claims. On NFS, flock(2) would lock those as well.
    private static let entries = RangeLock(start: 0, length: JournalClaims.start)

    private let path: ByteString
    private let file: OpenDescriptor
    private let claims: JournalClaims

    /// Held while the file is read or appended to: its lock does not keep threads apart.
    private let access = NSLock()
    private var lines = JournalLines()
    /// An error that later calls cannot repair.
    private var damage: JournalError?

    /// Guards the properties below, which are read often.
    private let lock = NSLock()
    private var done: [JournalURL: Set<JournaledFile>] = [:]
    /// The number of bytes of the file that have been read.
    private var knownSize: Int64 = 0
    private var use = JournalUse()

    init(_ path: ByteString, until limit: TimeLimit?) throws(JournalError) {
        self.path = path
        do throws(Errno) {
            // O_NONBLOCK is for a FIFO; a regular file does not care.
            file = try SystemCalls.open(
                path, flags: O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, mode: 0o600)
        } catch {
            throw .write(WriteError(path: path, errno: error.rawValue))
        }
        claims = JournalClaims(file)
        guard try status().st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
        try locked(.shared, until: limit) { () throws(JournalError) in try catchUp() }
        use.urls = Set(done.keys)
        if lock.withLock({ knownSize == 0 }) { syncDirectory() }
    }

    /// Whether there is an entry; one that another process has just added counts.
    func contains(_ file: JournaledFile, url: JournalURL) throws(JournalError) -> Bool {
        let size = Int64(try status().st_size)
        if lock.withLock({ knownSize != size }) {
            try locked(.shared) { () throws(JournalError) in try catchUp() }
        }
        return lock.withLock {
            let isDone = done[url]?.contains(file) ?? false
            use.record(url, isDone: isDone)
            return isDone
        }
    }

    /// Claims a file for this process, unless the journal has it or another request has claimed it.
    func admit(_ file: JournaledFile, url: JournalURL) throws(JournalError) -> JournalAdmission {
        let claim: JournalClaim?
        do throws(Errno) { claim = try claims.claim(file, url: url) } catch {
            throw .write(WriteError(path: path, errno: error.rawValue))
        }
        guard let claim else { return .taken }
        do throws(JournalError) {
            // The request that had claimed the file may have recorded it since.
            guard try contains(file, url: url) else { return .granted(claim) }
        } catch {
            claim.release()
            throw error
        }
        claim.release()
        return .done
    }

    /// Why no entry was of use; `nil` if one was, or if there were none at the beginning.
    var mismatch: JournalMismatch? { lock.withLock { use.mismatch } }

    /// Appends the entries, and returns when they are on the disk.
    func append(_ entries: [JournalEntry]) throws(JournalError) {
        try locked(.exclusive) { () throws(JournalError) in
            try catchUp()
            try write(entries)
        }
        try sync()
    }

    /// Appends the entries. Call it under the lock, after `catchUp`.
    private func write(_ entries: [JournalEntry]) throws(JournalError) {
        let end = lock.withLock { knownSize }
        let start = lines.isInLine ? [UInt8(ascii: "\n")] : []
        let bytes = entries.reduce(into: start) { $0 += $1.line }
        do throws(Errno) {
            try SystemCalls.write(bytes, to: file.number)
        } catch {
            // A full disk may have accepted a part.
            ftruncate(file.number, off_t(end))
            throw .write(WriteError(path: path, errno: error.rawValue))
        }
        lines.skip(entries.count)
        learn(entries)
        lock.withLock { knownSize = end + Int64(bytes.count) }
    }

    /// Reads what has been added. Call it under the lock: then a line without an end is one whose writer is
    /// gone.
    private func catchUp() throws(JournalError) {
        if let damage { throw damage }
        let status = try status()
        // An entry in a deleted file would be lost.
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
            try rememberingDamage { () throws(JournalDamage) in
                try lines.read(bytes) { added.append($0) }
            }
            offset += Int64(bytes.count)
            learn(added)
            added = []
        }
        try rememberingDamage { () throws(JournalDamage) in try lines.end { added.append($0) } }
        learn(added)
        lock.withLock { knownSize = offset }
    }

    private func learn(_ entries: [JournalEntry]) {
        lock.withLock {
            for entry in entries { done[entry.url, default: []].insert(entry.file) }
        }
    }

    private func rememberingDamage(_ body: () throws(JournalDamage) -> Void) throws(JournalError) {
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
        _ kind: RangeLock.Kind, until limit: TimeLimit? = nil,
        _ body: () throws(JournalError) -> Void
    ) throws(JournalError) {
        access.lock()
        defer { access.unlock() }
        while true {
            let number = Self.entries.set(kind, of: file.number, waits: limit == nil)
            if number == 0 { break }
            guard number == EAGAIN, let limit else {
                throw .write(WriteError(path: path, errno: number))
            }
            guard !limit.isReached else { throw .locked(path: path) }
            usleep(Self.pause)
        }
        defer { _ = Self.entries.set(.none, of: file.number) }
        try body()
    }

    private func sync() throws(JournalError) {
        while fsync(file.number) != 0 {
            guard errno == EINTR else { throw .write(WriteError(path: path, errno: errno)) }
        }
    }

    /// Syncs the name of a new file. Not every file system can; the entries matter more.
    private func syncDirectory() {
        let directory = open(
            path.followingLinks.directoryPath.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
