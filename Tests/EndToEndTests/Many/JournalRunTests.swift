import Foundation
import TestSupport
import Testing

/// `--journal` in the command: going on after an interruption.
@Suite(.serialized)
struct JournalRunTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for number in 10..<40 { try directory.file("\(number)", "content \(number)") }
    }

    private func command(_ url: String, _ more: String...) -> Command {
        Command.formpost(
            arguments: ["-sS", "--journal", "journal", "--each", "f=@[1-3]?"] + more + [url]
        ).with { $0.workingDirectory = directory.path }
    }

    private func names(_ server: LoopbackServer) throws -> [String] {
        try server.requests.filter(\.isAnswered).map {
            try $0.form().part("f")?.filenameText ?? ""
        }
    }

    /// `kill -9` in the middle; a second call sends exactly the rest.
    @Test func aSecondCallSendsTheRest() async throws {
        let (reached, never) = (Gate(), Gate())
        let server = try LoopbackServer { request in
            request.number == 12
                ? Answer([.readBody, .open(reached), .wait(never)]) : .respond()
        }
        let running = try command(server.url).start()
        try await reached.waitUntilOpen()
        running.send(SIGKILL)
        _ = await running.result()
        let before = try names(server).prefix(11)
        let rest = try LoopbackServer(.respond())
        let url = rest.url
        // The journal knows the URL, too: the same server would be asked.
        let journal = String(decoding: try fileBytes(directory.path("journal")), as: UTF8.self)
        try directory.file("journal", journal.replacing(server.url, with: url))
        let result = try await command(url).run()
        #expect(result.outcome == Outcome(0))
        let last = (21..<40).map { "\($0)" }
        #expect(try names(rest) == last)
        let first = (10..<21).map { "\($0)" }
        #expect(Array(before) == first)
        let third = try await command(url).run()
        #expect(third.outcome == Outcome(0))
        #expect(rest.requests.count == 19)
        never.open()
    }

    @Test func aFailureIsNotNoted() async throws {
        let server = try LoopbackServer { .respond($0.number == 3 ? 500 : 200) }
        let first = try await command(server.url, "-Z").run()
        #expect(first.exitStatus == 22)
        #expect(server.requests.count == 30)
        let second = try await command(server.url).run()
        #expect(second.outcome == Outcome(0))
        #expect(server.requests.count == 31)
    }

    /// What `--no-fail` accepts has not been taken.
    @Test func whatIsNotTakenIsNotNoted() async throws {
        let server = try LoopbackServer(.respond(500))
        let first = try await command(server.url, "--no-fail").run()
        #expect(first.exitStatus == 0)
        #expect(try fileBytes(directory.path("journal")).isEmpty)
    }

    /// A file that has changed is another one.
    @Test func aChangedFileIsSentAgain() async throws {
        let server = try LoopbackServer(.respond())
        _ = try await command(server.url).run()
        try directory.file("25", "changed")
        let result = try await Command.formpost(
            arguments: ["--journal", "journal", "--each", "f=@2[45]", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(
            result.outcome
                == Outcome(
                    0,
                    stderr: """
                        25: 200, 200 bytes
                        1 uploaded, 1 skipped (already in journal)

                        """))
    }

    /// A file that is none stays as it is, and nothing is sent.
    @Test func anotherFileIsRefused() async throws {
        try directory.file("journal", "my notes\n")
        let server = try LoopbackServer(.respond())
        let result = try await command(server.url).run()
        #expect(result.exitStatus == 26)
        #expect(result.stderrText.contains("journal"))
        #expect(server.requests.isEmpty)
        #expect(try fileBytes(directory.path("journal")) == Array("my notes\n".utf8))
    }
}
