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

    private func file(_ number: Int) -> JournaledFile {
        JournaledFile(path: ByteString("/dir/\(number).jpg"), size: 10, modified: 20)
    }

    private func note(_ numbers: some Sequence<Int>, in journal: Journal) async throws {
        for number in numbers {
            try await journal.record(JournalEntry(file(number), url: url, status: 201))
        }
    }

    private func content() throws -> String {
        String(decoding: try directory.contents(of: "journal"), as: UTF8.self)
    }

    /// Without the system's library such URLs could be taken for each other.
    @Test func needsDigestsForCredentialsOnly() {
        for (url, isTold) in [("http://me:x@h/?a=b", true), ("http://h/?key=A", false)] {
            #expect(JournalURL.isDistinguishable(ByteString(url), withDigests: false) == isTold)
            #expect(JournalURL.isDistinguishable(ByteString(url)))
        }
        #expect(
            Digest.sha256.missing.text
                == "sha256 needs the system's libcrypto, which is not there or refuses it")
    }

    @Test func seesWhatAnotherHasAdded() async throws {
        let (first, second) = (try Journal(path: path), try Journal(path: path))
        try await note([1], in: first)
        #expect(try second.isDone(file(1), url: url))
        try await note([2], in: second)
        #expect(try first.isDone(file(2), url: url))
        // Another was killed while it wrote, and a third one went on.
        try directory.file("journal", try content() + #"{"journal":1,"mt"#)
        try await note([3], in: second)
        #expect(try first.isDone(file(3), url: url) && second.isDone(file(3), url: url))
        try await note([4], in: first)
        #expect(try second.isDone(file(4), url: url))
        // Emptied by its owner: what it had is still true.
        try directory.file("journal", "")
        #expect(try first.isDone(file(1), url: url))
        try await note([5], in: first)
        let later = try Journal(path: path)
        #expect(try later.isDone(file(5), url: url) && !later.isDone(file(1), url: url))
    }

    /// Damage that comes later is not written to.
    @Test func isNotMended() async throws {
        let journal = try Journal(path: path)
        try directory.file("journal", "hello")
        let damage = JournalError.damaged(
            path: path, JournalDamage(line: 1, cause: .unreadable))
        for _ in 1...2 {
            #expect(throws: damage) { try journal.isDone(file(1), url: url) }
            await #expect(throws: damage) { try await note([1], in: journal) }
        }
        #expect(try content() == "hello")
    }

    /// Notes in a file that has no name any more would be lost.
    @Test func mustStay() async throws {
        let journal = try Journal(path: path)
        try FileManager.default.removeItem(atPath: path.description)
        let gone = JournalError.write(WriteError(path: path, errno: ENOENT))
        await #expect(throws: gone) { try await note([1], in: journal) }
    }

    @Test func isWaitedForUntilTheTimeLimit() throws {
        try directory.file("journal", "")
        let holder = open(path.description, O_RDWR)
        defer { close(holder) }
        let lock = RangeLock(start: 0, length: 100)
        #expect(lock.set(.exclusive, of: holder) == 0)
        #expect(throws: JournalError.locked(path: path)) {
            try Journal(path: path, until: TimeLimit(.milliseconds(100)))
        }
        let text = "timed out: another process holds the journal j"
        #expect(JournalError.locked(path: "j").failure == Failure(28, text))
        #expect(lock.set(.none, of: holder) == 0)
        _ = try Journal(path: path, until: TimeLimit(.seconds(30)))
    }
}
