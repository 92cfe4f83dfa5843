import FormEncoding
import Foundation

/// Whether an upload may begin.
enum JournalAdmission {
    case granted(UploadLock)
    /// The journal has the file.
    case done
    /// Another request is sending it.
    case taken
}

/// A journal's file and what is known of it.
final class JournalStore: @unchecked Sendable {  // all mutable state is behind a lock
    /// The time between two attempts to lock, in microseconds.
    private static let pause: UInt32 = 20_000
    /// Every byte before the claims. On NFS, flock(2) would lock the whole file, claims included.
    private static let entries = RangeLock(start: 0, length: UploadLocks.start)

    private let path: ByteString
    private let file: OpenDescriptor
    private let claims: UploadLocks

    /// Held while the file is read or appended to: the lock on the file keeps processes apart, this one threads.
    private let access = NSLock()
    private var lines = JournalLines()
    /// An error that later calls cannot repair.
    private var damage: JournalError?

    /// Guards the properties below, which are read often.
    private let lock = NSLock()
    private var done: [JournalURL: Set<JournaledFile>] = [:]
    /// Uploads that servers have in part or whole, by `InterruptedUpload.request`.
    private var interrupted: [String: InterruptedUpload] = [:]
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
        claims = UploadLocks(file)
        guard try status().st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
        try locked(.shared, until: limit) { () throws(JournalError) in try catchUp() }
        use.urls = Set(done.keys)
        if lock.withLock({ knownSize == 0 }) { syncDirectory() }
    }

    /// Whether there is an entry; one that another process has just added counts.
    func contains(_ file: JournaledFile, url: JournalURL) throws(JournalError) -> Bool {
        try refresh()
        return lock.withLock {
            let isDone = done[url]?.contains(file) ?? false
            use.record(url, isDone: isDone)
            return isDone
        }
    }

    /// The upload of this request that a server has in part.
    func interruptedUpload(_ request: String) throws(JournalError) -> InterruptedUpload? {
        try refresh()
        return lock.withLock { interrupted[request] }
    }

    /// Claims an upload for this process; returns nil if another request has claimed it.
    func claim(_ upload: InterruptedUpload) throws(JournalError) -> UploadLock? {
        do throws(Errno) { return try claims.claim([ByteString(upload.request)]) } catch {
            throw .write(WriteError(path: path, errno: error.rawValue))
        }
    }

    /// Reads what other processes have added.
    private func refresh() throws(JournalError) {
        let size = Int64(try status().st_size)
        guard lock.withLock({ knownSize != size }) else { return }
        try locked(.shared) { () throws(JournalError) in try catchUp() }
    }

    /// Claims a file for this process, unless the journal has it or another request has claimed it.
    func admit(_ file: JournaledFile, url: JournalURL) throws(JournalError) -> JournalAdmission {
        let claim: UploadLock?
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
    func append(_ entries: [JournalLine]) throws(JournalError) {
        try add(entries)
        try sync()
    }

    /// Appends the entries, which may not be on the disk until `flush`.
    func add(_ entries: [JournalLine]) throws(JournalError) {
        try locked(.exclusive) { () throws(JournalError) in
            try catchUp()
            try write(entries)
        }
    }

    /// Waits until all entries are on the disk. A failure is thrown by the next call: the system reports it once.
    func flush() {
        do throws(JournalError) { try sync() } catch { access.withLock { damage = error } }
    }

    /// Appends the entries. Call it under the lock, after `catchUp`.
    private func write(_ entries: [JournalLine]) throws(JournalError) {
        let end = lock.withLock { knownSize }
        let start = lines.isInLine ? [UInt8(ascii: "\n")] : []
        let bytes = entries.reduce(into: start) { $0 += $1.bytes }
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

    /// Reads what has been added. Call it in `locked`: nobody is writing then, so a line without an end was cut
    /// off.
    private func catchUp() throws(JournalError) {
        if let damage { throw damage }
        let status = try status()
        // An entry in a deleted file would be lost.
        guard status.st_nlink > 0 else { throw .write(WriteError(path: path, errno: ENOENT)) }
        let size = Int64(status.st_size)
        var offset = lock.withLock { knownSize }
        if size < offset { (offset, lines) = (0, JournalLines()) }
        var added: [JournalLine] = []
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

    private func learn(_ lines: [JournalLine]) {
        lock.withLock {
            for line in lines {
                switch line {
                case .taken(let entry): done[entry.url, default: []].insert(entry.file)
                case .interrupted(let upload):
                    let isOver = upload.token == nil && upload.taken != true
                    interrupted[upload.request] = isOver ? nil : upload
                }
            }
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

    /// Whether others than its owner can read the file.
    var isReadableByOthers: Bool { ((try? status())?.st_mode ?? 0) & 0o044 != 0 }

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

/// Why no entry of a journal fits the files of a run.
enum JournalMismatch {
    /// All entries are for other URLs.
    case urls
    /// The files have other paths, sizes, times or contents.
    case files
}

/// Whether the entries that a journal had at the beginning were of use.
struct JournalUse {
    /// The URLs that they are for.
    var urls: Set<JournalURL> = []
    private var isAsked = false
    private var hasFile = false
    private var hasURL = false

    /// Records that a file was looked for.
    mutating func record(_ url: JournalURL, isDone: Bool) {
        (isAsked, hasFile, hasURL) = (true, hasFile || isDone, hasURL || urls.contains(url))
    }

    var mismatch: JournalMismatch? {
        !urls.isEmpty && isAsked && !hasFile ? hasURL ? .files : .urls : nil
    }
}
