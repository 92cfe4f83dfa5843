import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// What another process does with the journal of a command that is running.
@Suite(.timeLimit(.minutes(5)))
struct JournalTests {
    private let directory: TemporaryDirectory
    private let path: ByteString
    private let url: ByteString = "http://me:pa55@h/up"

    init() throws {
        directory = try TemporaryDirectory()
        path = ByteString(directory.path("journal"))
    }

    private func entry(_ number: Int) -> JournalEntry {
        JournalEntry(of: JournaledFile(path: "/dir/\(number).jpg", size: 10, modified: 20), to: url)
    }

    private func note(_ number: Int, in journal: Journal) async throws {
        try await journal.record(entry(number).complete(status: 201))
    }

    private func content() throws -> String {
        String(decoding: try directory.contents(of: "journal"), as: UTF8.self)
    }

    @Test func saysThatItNeedsDigests() {
        #expect(
            Digest.sha256.missing.text
                == "sha256 needs the system's libcrypto, which is missing or refuses it")
    }

    @Test func seesWhatAnotherHasAdded() async throws {
        let (first, second) = (try Journal(path: path), try Journal(path: path))
        try await note(1, in: first)
        #expect(try second.has(entry(1)))
        try await note(2, in: second)
        #expect(try first.has(entry(2)))
        // Another was killed while it wrote, and a third one went on.
        try directory.file("journal", try content() + #"{"journal":5,"sta"#)
        try await note(3, in: second)
        #expect(try first.has(entry(3)) && second.has(entry(3)))
        try await note(4, in: first)
        #expect(try second.has(entry(4)))
    }

    /// Damage that comes later is not written to.
    @Test func isNotMended() async throws {
        let journal = try Journal(path: path)
        try directory.file("journal", "hello")
        let damage = Failure(
            26, "\(path) is not a formpost journal: name another file for --journal")
        for _ in 1...2 {
            #expect(throws: damage) { try journal.has(entry(1)) }
            await #expect(throws: damage) { try await note(1, in: journal) }
        }
        #expect(try content() == "hello")
    }

    /// Notes in a file that has no name any more would be lost.
    @Test func mustStay() async throws {
        let journal = try Journal(path: path)
        try FileManager.default.removeItem(atPath: path.description)
        let gone = WriteError(path: path, errno: ENOENT).failure
        await #expect(throws: gone) { try await note(1, in: journal) }
        try directory.file("journal", "")
        let replaced = Failure(23, "cannot write \(path): another file now has its name")
        await #expect(throws: replaced) { try await note(1, in: journal) }
        #expect(journal.isBroken)
    }

    @Test func isWaitedForUntilTheTimeLimit() throws {
        try directory.file("journal", "")
        let holder = OpenDescriptor(owning: open(path.description, O_RDWR))
        #expect(holder.lock(F_WRLCK, from: 0, count: 100) == 0)
        let held = "timed out: another process holds the journal \(path)"
        #expect(throws: Failure(28, held)) {
            try Journal(path: path, until: TimeLimit(.milliseconds(100)))
        }
        #expect(holder.lock(F_UNLCK, from: 0, count: 100) == 0)
        _ = try Journal(path: path, until: TimeLimit(.seconds(30)))
    }
}

extension JournalEntry {
    /// The entry of a request that sends one file.
    init(of file: JournaledFile, to url: ByteString) {
        let place = JournalPlace(url, method: "POST", target: nil, repetition: 0)
        self.init(place: place ?? JournalPlace(shown: url, key: ""), file: file, request: nil)
    }
}

extension Journal {
    /// Whether a server has taken the upload.
    func has(_ entry: JournalEntry) throws(Failure) -> Bool {
        switch try admit(entry) {
        case .granted(let lock, _):
            lock.release()
            return false
        case .complete: return true
        case .busy: return false
        }
    }
}
