import FormEncoding
import Foundation

/// The file of `--journal`, with lines about the uploads that have begun, that a server has taken and that have
/// failed.
///
/// Several processes can use one journal: each appends whole lines under a lock, and reads the lines of the
/// others before its next upload. Each upload is locked before it is sent, so that only one process sends it. A
/// line that was cut off when its writer was killed stays, gets a line end, and is ignored.
final class Journal: Sendable {
    /// Whether an upload may begin.
    enum Admission {
        /// The request sends it. `begun` is the last line about it, if the upload has neither failed nor been completed.
        case granted(UploadLock, begun: JournalEntry?)
        /// A server has taken it.
        case complete
        /// Another request is sending it.
        case busy
    }

    /// The time between two attempts to lock, in microseconds.
    private static let pause: UInt32 = 20_000

    let path: ByteString
    private let file: OpenDescriptor
    private let locks = Guarded(Set<Int64>())
    /// Guarded while the file is read or appended to: the lock on the file keeps processes apart, this one threads.
    private let content = Guarded(JournalContent())
    /// Runs `sync`, which blocks on the disk.
    private let queue = DispatchQueue(label: "formpost.journal")

    /// Opens and reads the file, or creates it. Waits until the time limit for other
    /// processes that are just writing.
    init(path: ByteString, until limit: TimeLimit? = nil) throws(Failure) {
        self.path = path
        do throws(Errno) {
            // O_NONBLOCK is for a FIFO; a regular file does not care.
            file = try SystemCalls.open(
                path, flags: O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, mode: 0o600)
        } catch {
            throw WriteError(path: path, errno: error.rawValue).failure
        }
        guard try status().st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(
                "\(Messages.path(path)) cannot be a journal: it is not a regular file")
        }
        let isNew = try locked(F_RDLCK, until: limit) { content in
            let complete = content.files.filter { $0.value.values.contains(.complete) }
            content.unusedKeys = Set(complete.keys)
            return content.size == 0
        }
        // Not every file system can sync the name of a new file; the entries matter more.
        guard isNew, let directory = try? SystemCalls.open(path.followingLinks.directoryPath) else {
            return
        }
        withExtendedLifetime(directory) { _ = fsync($0.number) }
    }

    /// Locks an upload for its request, unless a server has taken it. Release the lock when the upload has ended
    /// and is recorded.
    func admit(_ entry: JournalEntry) throws(Failure) -> Admission {
        // Asked before the lock, too: most of a list may be complete.
        if try refreshed({ $0.isComplete(entry) }) { return .complete }
        let lock: UploadLock?
        do throws(Errno) { lock = try UploadLock(entry, in: file, locks) } catch {
            throw WriteError(path: path, errno: error.rawValue).failure
        }
        guard let lock else { return .busy }
        do throws(Failure) {
            // The request that had the lock may have recorded the upload since.
            return try refreshed { content in
                if !content.isComplete(entry) { return .granted(lock, begun: content.begun(entry)) }
                lock.release()
                return .complete
            }
        } catch {
            lock.release()
            throw error
        }
    }

    /// An unfinished upload of files with these paths; `nil` if there is none.
    func unfinished(
        _ paths: Set<ByteString>, to place: JournalPlace
    ) throws(Failure) -> JournalEntry? {
        try refreshed { $0.uploads }.values.first {
            $0.state == .begun && $0.token != nil && place.isPlace(of: $0)
                && !$0.sources.isEmpty && paths.isSuperset(of: $0.sources.map(\.path))
        }
    }

    /// Says why none of the entries that there were at the beginning fits the files of this run; `nil` if one does,
    /// or if there were none.
    func mismatch(byContent: Bool) -> String? {
        guard let mismatch = content.withLock({ $0.mismatch }) else { return nil }
        let reason =
            switch mismatch {
            case .urls: "all are for other URLs"
            case .files where byContent: "the files' paths or contents differ"
            case .files:
                "the files' paths, sizes or times differ (--journal-content compares contents)"
            }
        return "no entry of \(Messages.path(path)) matches: \(reason)"
    }

    /// Whether the journal could not be read or written: what is sent from now on could not be noted.
    var isBroken: Bool { content.withLock { $0.isBroken || $0.syncError != nil } }

    /// Whether others than its owner can read the file.
    var isReadableByOthers: Bool { ((try? status())?.st_mode ?? 0) & 0o044 != 0 }

    /// Records that an upload has begun or failed. A transfer's thread does not wait for the disk: once the line is
    /// written, it outlives this process, and an address is on the disk soon.
    func note(_ entry: JournalEntry) throws(Failure) {
        try add(entry)
        // The next call throws what the disk refuses.
        if entry.token != nil { queue.async { [self] in try? sync() } }
    }

    /// Records an entry, and returns when it is on the disk. Entries that come at the same time share a wait.
    func record(_ entry: JournalEntry) async throws(Failure) {
        try add(entry)
        let result = await withCheckedContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    returning: Result { () throws(Failure) in try sync() })
            }
        }
        try result.get()
    }

    /// Waits for the disk. The last reference closes the file.
    func close() { queue.sync {} }

    private func add(_ entry: JournalEntry) throws(Failure) {
        try locked(F_WRLCK) { (content) throws(Failure) in
            try checkName()
            let bytes = (content.rest.isEmpty ? [] : [UInt8(ascii: "\n")]) + entry.line
            do throws(Errno) {
                try SystemCalls.write(bytes, to: file.number)
            } catch {
                // A full disk may have accepted a part.
                ftruncate(file.number, off_t(content.size))
                throw WriteError(path: path, errno: error.rawValue).failure
            }
            content.append(entry, length: bytes.count)
        }
    }

    /// Returns when all entries that are written now are on the disk. Call it in `queue`.
    private func sync() throws(Failure) {
        let (written, synced, earlier) = content.withLock { ($0.written, $0.synced, $0.syncError) }
        if written == synced { return }
        var error = earlier
        while error == nil, fsync(file.number) != 0 {
            if errno != EINTR { error = WriteError(path: path, errno: errno) }
        }
        // The system reports it once.
        content.withLock { ($0.synced, $0.syncError) = (error == nil ? written : synced, error) }
        if let error { throw error.failure }
    }

    /// Calls `body` with what is in the file, also what other processes have just added.
    private func refreshed<Value>(
        _ body: (inout JournalContent) -> Value
    ) throws(Failure) -> Value {
        let size = Int64(try status().st_size)
        let value = content.withLock { $0.size == size && $0.damage == nil ? body(&$0) : nil }
        return if let value { value } else { try locked(F_RDLCK, body) }
    }

    /// Calls `body` under the lock, when everything that other processes have appended has been read. Locks every byte
    /// before those of uploads: on NFS, flock(2) would lock the whole file.
    private func locked<Value>(
        _ kind: Int32, until limit: TimeLimit? = nil,
        _ body: (inout JournalContent) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        do throws(Failure) {
            return try content.withLock { (content) throws(Failure) in
                try lock(kind, until: limit)
                defer { _ = file.lock(F_UNLCK, from: 0, count: UploadLock.start) }
                if let error = content.syncError { throw error.failure }
                try read(into: &content)
                if let damage = content.damage { throw failure(damage, line: content.lines + 1) }
                return try body(&content)
            }
        } catch {
            content.withLock { $0.isBroken = true }
            throw error
        }
    }

    private func lock(
        _ kind: Int32, until limit: TimeLimit?
    ) throws(Failure) {
        while true {
            let number = file.lock(kind, from: 0, count: UploadLock.start, waits: limit == nil)
            if number == 0 { return }
            guard number == EAGAIN, let limit else {
                throw WriteError(path: path, errno: number).failure
            }
            guard !limit.isReached else {
                throw Failure(
                    ExitStatus.timedOut,
                    "timed out: another process holds the journal \(Messages.path(path))")
            }
            usleep(Self.pause)
        }
    }

    /// Reads what has been added. Nobody is writing, so a line without an end was cut off.
    private func read(into content: inout JournalContent) throws(Failure) {
        let size = Int64(try status().st_size)
        if size < content.size {
            throw Failure(
                ExitStatus.cannotWrite,
                "cannot write \(Messages.path(path)): another program has shortened it, and a later call may "
                    + "send files again")
        }
        if size == content.size { return }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { room.deallocate() }
        do throws(Errno) {
            while content.size < size, content.damage == nil {
                let count = try SystemCalls.read(file.number, at: content.size, into: room)
                if count == 0 { break }
                content.read(Array(room[..<count]))
            }
        } catch {
            throw cannotRead(error.rawValue)
        }
        content.endReading()
    }

    /// Throws if the journal was deleted or moved away: a later call would not find the entry.
    private func checkName() throws(Failure) {
        var named = stat()
        guard stat(path.cString, &named) == 0 else {
            throw WriteError(path: path, errno: errno).failure
        }
        let own = try status()
        guard named.st_ino == own.st_ino, named.st_dev == own.st_dev else {
            throw Failure(
                ExitStatus.cannotWrite,
                "cannot write \(Messages.path(path)): another file now has its name")
        }
    }

    private func status() throws(Failure) -> stat {
        var status = stat()
        guard fstat(file.number, &status) == 0 else {
            throw cannotRead(errno)
        }
        return status
    }

    private func failure(_ damage: JournalEntry.Damage, line: Int) -> Failure {
        let (path, place) = (
            Messages.path(path), "line \(line) of the journal \(Messages.path(path))"
        )
        return switch damage {
        case .older:
            .unreadable(
                "\(place) was written by an earlier version of formpost: name another file for "
                    + "--journal")
        case .newer: .unreadable("\(place) was written by a later version of formpost")
        case .unreadable where line == 1:
            .unreadable("\(path) is not a formpost journal: name another file for --journal")
        case .unreadable: .unreadable("\(place) is damaged: remove that line")
        }
    }

    private func cannotRead(_ number: Int32) -> Failure {
        .unreadable(Messages.cannotRead("the journal \(Messages.path(self.path))", number))
    }
}
