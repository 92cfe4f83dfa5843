import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

@Suite(.timeLimit(.minutes(2)))
struct JournalTests {
    private let directory: TemporaryDirectory
    private let path: ByteString
    private let url: ByteString = "http://me:pa55@h/up"

    init() throws {
        directory = try TemporaryDirectory()
        path = ByteString(directory.path("journal"))
    }

    private func file(_ number: Int, size: Int64 = 10, modified: Int64 = 20) -> JournaledFile {
        JournaledFile(path: ByteString("/dir/\(number).jpg"), size: size, modified: modified)
    }

    private func note(_ numbers: some Sequence<Int>, in journal: Journal) async throws {
        for number in numbers {
            try await journal.record(JournalEntry(file(number), url: url, status: 201))
        }
    }

    private func content() throws -> String {
        String(decoding: try directory.contents(of: "journal"), as: UTF8.self)
    }

    @Test func isMadeForItsOwner() throws {
        _ = try Journal(path: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path.description)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try content() == "")
    }

    @Test func remembersWhatWasTaken() async throws {
        let journal = try Journal(path: path)
        #expect(try !journal.isDone(file(1), url: url))
        try await note([1, 2], in: journal)
        journal.close()
        for journal in [journal, try Journal(path: path)] {
            #expect(try journal.isDone(file(1), url: url))
            #expect(try journal.isDone(file(2), url: "http://me:other@h/up"))
            #expect(try !journal.isDone(file(3), url: url))
            #expect(try !journal.isDone(file(1, size: 11), url: url))
            #expect(try !journal.isDone(file(1, modified: 21), url: url))
            #expect(try !journal.isDone(file(1), url: "http://me:pa55@h/other"))
            #expect(try !journal.isDone(file(1), url: "http://you:pa55@h/up"))
        }
        #expect(try content().split(separator: "\n").count == 2)
        #expect(try !content().contains("pa55"))
    }

    /// Another credential in the query may be another place.
    @Test func tellsURLsWithCredentialsApart() async throws {
        let journal = try Journal(path: path)
        try await journal.record(JournalEntry(file(1), url: "http://me:x@h/?key=A", status: 200))
        for journal in [journal, try Journal(path: path)] {
            #expect(try journal.isDone(file(1), url: "http://me:y@h/?key=A"))
            #expect(try !journal.isDone(file(1), url: "http://me:x@h/?key=B"))
        }
        #expect(try !content().contains("key=A"))
    }

    /// Without the system's library such URLs could be taken for each other.
    @Test func needsDigestsForCredentialsOnly() {
        for (url, isTold) in [("http://me:x@h/?a=b", true), ("http://h/?key=A", false)] {
            #expect(JournalURL.isDistinguishable(ByteString(url), withDigests: false) == isTold)
            #expect(JournalURL.isDistinguishable(ByteString(url)))
        }
        #expect(
            Messages.journalWithoutDigest("--journal")
                == "--journal: URLs with credentials need their digest, and sha256 needs the system's "
                + "libcrypto, which is not there or refuses it")
    }

    /// The last line, cut off after some of its bytes, gets an end, and its file is sent again.
    @Test func survivesAKill() async throws {
        try await note([1, 2], in: try Journal(path: path))
        let whole = try directory.contents(of: "journal")
        let first = try #require(whole.firstIndex(of: 0x0A)) + 1
        let ends = Set(stride(from: first, to: whole.count, by: 13))
            .union([first + 1, whole.count - 2, whole.count - 1, whole.count])
        for end in ends.sorted() {
            try directory.file("journal", Array(whole[..<end]))
            let journal = try Journal(path: path)
            #expect(try journal.isDone(file(1), url: url))
            // Only its line end may be missing.
            #expect(try journal.isDone(file(2), url: url) == (end >= whole.count - 1), "\(end)")
            try await note([3], in: journal)
            let again = try Journal(path: path)
            #expect(try again.isDone(file(1), url: url) && again.isDone(file(3), url: url))
            let bytes = try directory.contents(of: "journal")
            #expect(bytes.starts(with: whole[..<end]))
            let needsEnd = end != first && end != whole.count
            #expect(bytes.dropFirst(end).first == (needsEnd ? 0x0A : UInt8(ascii: "{")))
        }
    }

    /// Two that share a file by descriptors of their own are as two processes to its locks.
    @Test func twoProcessesShareIt() async throws {
        let journals = [try Journal(path: path), try Journal(path: path)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, journal) in journals.enumerated() {
                for number in 0..<300 {
                    group.addTask { try await note([number * 2 + index], in: journal) }
                }
            }
            try await group.waitForAll()
        }
        let lines = try content().split(separator: "\n")
        #expect(lines.count == 600)
        for line in lines { #expect(try takenEntry(Array(line.utf8)[...]) != nil) }
        for journal in journals + [try Journal(path: path)] {
            for number in 0..<600 { #expect(try journal.isDone(file(number), url: url)) }
        }
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

    private static let line = String(
        decoding: JournalEntry(
            JournaledFile(path: "/a", size: 1, modified: 2), url: "http://h/", status: 200
        ).line, as: UTF8.self)

    private static let refused: [(content: String, damage: JournalDamage, text: String)] = [
        (
            "hello", JournalDamage(line: 1, cause: .unreadable),
            "journal is not a journal of formpost: name another file for --journal"
        ),
        (
            line + "hello\n" + line, JournalDamage(line: 2, cause: .unreadable),
            "line 2 of the journal journal is damaged: remove that line"
        ),
        (
            line + line + "hello", JournalDamage(line: 3, cause: .unreadable),
            "line 3 of the journal journal is damaged: remove that line"
        ),
        (
            line + #"{"journal":7}"#, JournalDamage(line: 2, cause: .newer(7)),
            "line 2 of the journal journal is of a later version of formpost"
        ),
    ]

    @Test(arguments: refused)
    func isNoOtherFile(content: String, damage: JournalDamage, text: String) throws {
        try directory.file("journal", content)
        #expect(throws: JournalError.damaged(path: path, damage)) { try Journal(path: path) }
        #expect(try self.content() == content)
        let failure = JournalError.damaged(path: "journal", damage).failure
        #expect(failure == Failure(26, text))
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

    @Test func isARegularFile() throws {
        let fifo = ByteString(directory.path("fifo"))
        #expect(mkfifo(fifo.description, 0o600) == 0)
        for path in [fifo, "/dev/null"] {
            #expect(throws: JournalError.notRegular(path: path)) { try Journal(path: path) }
        }
        #expect(
            JournalError.notRegular(path: "/dev/null").failure
                == Failure(26, "/dev/null cannot be a journal: it is not a regular file"))
    }

    private static let unwritable: [(name: String, errno: Int32, text: String)] = [
        ("", EISDIR, "Is a directory"), ("no/where", ENOENT, "No such file or directory"),
        ("a\0b", EINVAL, "Invalid argument"),
    ]

    @Test(arguments: unwritable)
    func mustBeWritable(name: String, number: Int32, text: String) {
        let path = ByteString(directory.path(name))
        let error = JournalError.write(WriteError(path: path, errno: number))
        #expect(throws: error) { try Journal(path: path) }
        #expect(error.failure.status == 23)
        #expect(error.failure.text.hasPrefix("cannot write "))
        #expect(error.failure.text.hasSuffix(": \(text)"))
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
