import FormEncoding
import Foundation

/// The file of `--journal`, with a line for each file that a server has accepted, and for each resumable upload
/// that was interrupted.
///
/// Several processes can use one journal: each appends whole lines under a lock, and reads the lines of the
/// others before its next upload. Each file is claimed before it is sent, so that only one process sends it. A
/// line that was cut off when its writer was killed stays, gets a line end, and is ignored.
final class Journal: @unchecked Sendable {  // all mutable state is behind a lock
    private typealias Completion = Result<Void, JournalError>

    private struct Waiting {
        let entry: JournalEntry
        let continuation: CheckedContinuation<Completion, Never>
    }

    let path: ByteString
    private let file: JournalStore
    /// Runs `write`, which blocks on the disk.
    private let queue = DispatchQueue(label: "formpost.journal")
    private let lock = NSLock()
    private var waiting: [Waiting] = []
    private var isWriting = false
    private var interruption: Interruption?

    /// Opens and reads the file, or creates it. Waits until the time limit for other
    /// processes that are just writing.
    init(path: ByteString, until limit: TimeLimit? = nil) throws(JournalError) {
        self.path = path
        file = try JournalStore(path, until: limit)
        interruption = Interruption { [weak self] in self?.appendAll() }
    }

    /// Whether a server has taken the file at this URL; another size or time makes it a new file.
    func isDone(_ file: JournaledFile, url: ByteString) throws(JournalError) -> Bool {
        try self.file.contains(file, url: JournalURL(url))
    }

    /// Claims the file for the upload to this URL. Release the claim when the file has been recorded or its
    /// upload has failed.
    func admit(_ file: JournaledFile, url: ByteString) throws(JournalError) -> JournalAdmission {
        try self.file.admit(file, url: JournalURL(url))
    }

    /// Claims the upload for this process, and returns what an earlier call has left of it. Nil if another request
    /// is sending it.
    func admit(
        _ upload: InterruptedUpload
    ) throws(JournalError) -> (claim: UploadLock, earlier: InterruptedUpload?)? {
        guard let claim = try file.claim(upload) else { return nil }
        do throws(JournalError) {
            return (claim, try file.interruptedUpload(upload.request))
        } catch {
            claim.release()
            throw error
        }
    }

    /// Records the address of an upload. A transfer's thread does not wait for the disk: once the line is written, it
    /// outlives this process, and it is on the disk soon.
    func record(_ upload: InterruptedUpload) throws(JournalError) {
        try file.add([.interrupted(upload)])
        queue.async { [file] in file.flush() }
    }

    /// Ends the upload in the journal: a server has taken it, or a later call cannot go on with it.
    func recordEnd(of upload: InterruptedUpload, isAccepted: Bool) throws(JournalError) {
        let isKnown = try file.interruptedUpload(upload.request) != nil
        guard isAccepted || isKnown else { return }
        var entry = upload
        (entry.token, entry.taken, entry.boundaries) = (nil, isAccepted ? true : nil, [])
        if !isAccepted { entry.files = [] }
        for index in entry.files.indices { entry.files[index].changed = nil }
        try file.append([.interrupted(entry)])
    }

    /// Whether others than its owner can read the file.
    var isReadableByOthers: Bool { file.isReadableByOthers }

    /// Why none of the entries fits the files of this run; `nil` if one does, or if there are none.
    var mismatch: JournalMismatch? { file.mismatch }

    /// Returns when the entry is on the disk. Entries that come at the same time are written together.
    func record(_ entry: JournalEntry) async throws(JournalError) {
        let completion = await withCheckedContinuation { continuation in
            let begins = lock.withLock {
                waiting.append(Waiting(entry: entry, continuation: continuation))
                defer { isWriting = true }
                return !isWriting
            }
            if begins { queue.async { self.write() } }
        }
        try completion.get()
    }

    /// Writes what waits, and no longer handles signals. The last reference closes the file.
    func close() {
        appendAll()
        queue.sync {}
        // Released after the lock, which its action takes.
        _ = lock.withLock {
            defer { interruption = nil }
            return interruption
        }
    }

    private func write() {
        while appendAll() {}
    }

    /// Writes the entries that wait; returns false if there are none.
    @discardableResult
    private func appendAll() -> Bool {
        let batch = lock.withLock {
            defer { waiting = [] }
            if waiting.isEmpty { isWriting = false }
            return waiting
        }
        guard !batch.isEmpty else { return false }
        let completion = Completion { () throws(JournalError) in
            try file.append(batch.map { .taken($0.entry) })
        }
        for one in batch { one.continuation.resume(returning: completion) }
        return true
    }
}

/// Why a journal cannot be used, or an upload not be recorded.
enum JournalError: Error, Equatable, Sendable {
    case cannotRead(path: ByteString, errno: Int32)
    /// A pipe or a device, which cannot be read again.
    case notRegular(path: ByteString)
    case damaged(path: ByteString, JournalDamage)
    /// Another process kept the file locked until the time limit.
    case locked(path: ByteString)
    /// Another request was sending the file until the time limit.
    case claimed
    case write(WriteError)
}

extension JournalError {
    var exitStatus: Int32 {
        switch self {
        case .cannotRead, .notRegular, .damaged: ExitStatus.cannotRead
        case .locked, .claimed: ExitStatus.timedOut
        case .write: ExitStatus.cannotWrite
        }
    }
}
