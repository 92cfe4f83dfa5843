import FormEncoding

/// The entries of a journal, as far as its file has been read.
struct JournalContent {
    /// The limit of a line, in bytes: a disk image is not read into memory.
    private static let longestLine = 8 << 20

    /// Files by the keys of the places that have got them, or were about to.
    private(set) var files: [String: [ByteString: JournalEntry.State]] = [:]
    /// Resumable uploads by their requests, but for those of one file that are complete.
    private(set) var uploads: [String: JournalEntry] = [:]
    /// The number of bytes that have been read.
    private(set) var size: Int64 = 0
    /// The number of lines that have been read to their ends.
    private(set) var lines = 0
    /// A line without an end.
    private(set) var rest: [UInt8] = []
    /// Why the line after those that have been read is no entry.
    private(set) var damage: JournalEntry.Damage?
    /// The number of entries that were written, and how many of them are on the disk.
    private(set) var written = 0
    var synced = 0
    var syncError: WriteError?
    var isBroken = false
    /// The keys of the files that were complete at the start; none once such a file was asked for.
    var unusedKeys: Set<String> = []
    /// What of those files differs from all that were asked for: the URLs, or the files at these URLs.
    private(set) var mismatch: Mismatch?

    enum Mismatch { case urls, files }

    /// Returns whether a server has taken the upload.
    mutating func isComplete(_ entry: JournalEntry) -> Bool {
        guard let file = entry.file else {
            let upload = entry.request.flatMap { uploads[$0] }
            return upload?.state == .complete && upload?.hasSources(of: entry) == true
        }
        if state(of: file, to: entry.place) == .complete {
            unusedKeys = []
            mismatch = nil
            return true
        }
        if !unusedKeys.isEmpty {
            let isAtPlace =
                unusedKeys.contains(entry.place.key)
                || entry.place.earlierKey.map(unusedKeys.contains) == true
            mismatch = isAtPlace ? .files : mismatch ?? .urls
        }
        return false
    }

    /// Returns the state of a file by the last line about it. A line in the format of version 0.2
    /// counts as long as there is no other.
    private func state(
        of file: JournaledFile, to place: JournalPlace
    ) -> JournalEntry.State? {
        files[place.key]?[file.identity]
            ?? place.earlierKey.flatMap { files[$0]?[file.identity] }
    }

    /// The last line about an upload, if the upload has neither failed nor been completed.
    func begun(_ entry: JournalEntry) -> JournalEntry? {
        let upload = entry.request.flatMap { uploads[$0] }
        if upload?.state == .begun { return upload }
        guard let file = entry.file, state(of: file, to: entry.place) == .begun else { return nil }
        return entry
    }

    /// Takes over an entry that was written as so many bytes.
    mutating func append(_ entry: JournalEntry, length: Int) {
        learn(entry)
        lines += rest.isEmpty ? 1 : 2
        rest = []
        size += Int64(length)
        written += 1
    }

    /// Reads the next bytes, up to a line that is no entry.
    mutating func read(_ bytes: [UInt8]) {
        size += Int64(bytes.count)
        var start = 0
        while damage == nil, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            learn(rest + bytes[start..<end])
            if damage == nil { lines += 1 }
            (rest, start) = ([], end + 1)
        }
        rest += bytes[start...]
        if rest.count > Self.longestLine { damage = damage ?? .unreadable }
    }

    /// A last line may lack only its end, which the next entry gets before it.
    mutating func endReading() { if damage == nil, !rest.isEmpty { learn(rest) } }

    private mutating func learn(_ line: [UInt8]) {
        do throws(JournalEntry.Damage) {
            if let entry = try JournalEntry(line: line) { learn(entry) }
        } catch {
            damage = error
        }
    }

    private mutating func learn(_ entry: JournalEntry) {
        if let file = entry.file {
            files[entry.place.key, default: [:]][file.identity] = entry.state
        }
        if let request = entry.request {
            let isOver = entry.state == .failed || entry.state == .complete && entry.file != nil
            uploads[request] = isOver ? nil : entry
        }
    }
}
