import Foundation
import TestSupport
import Testing

/// Several commands with one `--journal`, at the same time or one after the other.
@Suite(.serialized)
struct JournalClaimTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for number in 100..<400 { try directory.file("\(number)", "content \(number)") }
    }

    private func command(_ url: String, each: String = "f=@[1-3]??", _ more: [String]) -> Command {
        Command.formpost(
            arguments: ["-S", "--journal", "journal", "--each", each, "-o", "/dev/null"] + more
                + [url]
        ).with { $0.workingDirectory = directory.path }
    }

    /// A server, and a command that sends it the first file of `each` until `free` is open.
    private func sending(
        _ each: String, until free: Gate, then answer: Answer = .respond(), others: Int = 200
    ) async throws -> (server: LoopbackServer, first: RunningCommand) {
        let reached = Gate()
        let server = try LoopbackServer { request in
            request.number == 1
                ? Answer([.readBody, .open(reached), .wait(free)] + answer.steps)
                : .respond(others)
        }
        let first = try command(server.url, each: each, ["-s"]).start()
        try await reached.waitUntilOpen()
        return (server, first)
    }

    private func names(_ server: LoopbackServer) throws -> [String] {
        try server.requests.filter(\.isAnswered).map {
            try $0.form().part("f")?.filenameText ?? ""
        }
    }

    /// `kill -9` in the middle; a second call sends exactly the rest, and a third nothing.
    @Test func aSecondCallSendsTheRest() async throws {
        let (reached, never) = (Gate(), Gate())
        let server = try LoopbackServer { request in
            request.number == 12
                ? Answer([.readBody, .open(reached), .wait(never)]) : .respond()
        }
        let command = command(server.url, each: "f=@1[0-2]?", ["-s"])
        let running = try command.start()
        try await reached.waitUntilOpen()
        running.send(SIGKILL)
        _ = await running.result()
        never.open()
        let warning =
            "formpost: warning: 111: an earlier call that was interrupted may have sent it already\n"
        #expect(try await command.run().outcome == Outcome(0, stderr: warning))
        #expect(try await command.run().outcome == Outcome(0))
        let names = try names(server)
        #expect(names.prefix(11) == (100..<111).map { "\($0)" }[...])
        #expect(names.suffix(19) == (111..<130).map { "\($0)" }[...])
        #expect(server.requests.count == 31)
    }

    /// What would be sent after the journal was moved away or emptied could not be noted: nothing new begins.
    @Test(
        arguments: [[], ["-Z", "--parallel-max", "2"]],
        [
            "No such file or directory", "another file now has its name",
            "another program has shortened it, and a later call may send files again",
        ])
    func spoiled(options: [String], reason: String) async throws {
        let path = directory.path("journal")
        let server = try LoopbackServer { [directory] request in
            if request.number == 5 {
                if !reason.contains("shortened") { rename(path, directory.path("moved")) }
                if reason.contains("another") { _ = try? directory.file("journal", "") }
            }
            return .respond()
        }
        let result = try await command(server.url, ["--no-progress-meter"] + options).run()
        #expect(result.exitStatus == 23)
        #expect(
            result.stderrText.contains(
                "the server has it, but the journal could not be written: cannot write journal: \(reason)\n"
            ),
            "\(result)")
        let summary = try #require(
            try /\n(\d+) uploaded, (\d) failed \(.*: 200, cannot write.*\), (\d+) not sent\n$/
                .firstMatch(in: result.stderrText), "\(result)")
        let counts = [summary.1, summary.2, summary.3].map { Int($0) ?? 0 }
        #expect(counts.reduce(0, +) == 300)
        // With -Z another one may have been about to begin, which is a failure, too.
        #expect(server.requests.count <= 6 && server.requests.count <= counts[0] + counts[1])
    }

    /// Each file is sent once, whether the requests of a command are made in turn or side by side.
    @Test(arguments: [[], ["-Z"], ["--journal-content"], ["-Z", "--journal-content"]])
    func oneOfThemSendsEachFile(options: [String]) async throws {
        let server = try LoopbackServer(.respond())
        let command = command(server.url, ["-s"] + options)
        async let first = command.run()
        async let second = command.run()
        for result in try await [first, second] { #expect(result.outcome == Outcome(0)) }
        #expect(try names(server).sorted() == (100..<400).map { "\($0)" })
    }

    /// A command waits for the end of another's request, and skips the file that was noted.
    @Test(arguments: [[], ["-Z"]])
    func theOtherOneMaySucceed(options: [String]) async throws {
        let free = Gate()
        let (server, first) = try await sending("f=@10[01]", until: free)
        let second = try command(server.url, each: "f=@10[01]", ["--no-progress-meter"] + options)
            .start()
        try await second.stderr(containing: "waiting for files")
        free.open()
        #expect(await first.result().outcome == Outcome(0))
        let result = await second.result()
        #expect(result.exitStatus == 0)
        #expect(
            result.stderrText.contains(
                "formpost: waiting for files that another command with this journal is sending\n"))
        #expect(result.stderrText.hasSuffix("1 uploaded, 1 skipped (already in journal)\n"))
        #expect(try names(server).sorted() == ["100", "101"])
    }

    /// A claim ends with its process: the file is sent by the one that waits.
    @Test(arguments: [[], ["-Z"]])
    func theOtherOneMayBeKilled(options: [String]) async throws {
        let never = Gate()
        let (server, first) = try await sending("f=@10[01]", until: never)
        let second = try command(server.url, each: "f=@10[01]", options).start()
        try await second.stderr(containing: "waiting for files")
        first.send(SIGKILL)
        _ = await first.result()
        let result = await second.result()
        #expect(result.exitStatus == 0)
        #expect(result.stderrText.hasSuffix("2 uploaded\n"))
        never.open()
    }

    /// A file that the other one could not send is sent by this one, whose exit status is its own.
    @Test(arguments: [(200, Int32(0)), (500, 22)])
    func theOtherOneMayFail(status: Int, exitStatus: Int32) async throws {
        let free = Gate()
        let (server, first) = try await sending(
            "f=@100", until: free, then: .respond(500), others: status)
        let second = try command(server.url, each: "f=@100", []).start()
        try await second.stderr(containing: "waiting for files")
        free.open()
        #expect(await first.result().exitStatus == 22)
        #expect(await second.result().exitStatus == exitStatus)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [[], ["-Z"]])
    func theTimeLimitEndsTheWait(options: [String]) async throws {
        let never = Gate()
        let (server, first) = try await sending("f=@10[01]", until: never)
        let second = try await command(
            server.url, each: "f=@10[01]", ["-s", "-m", "0.5"] + options
        ).run()
        #expect(
            second.outcome
                == Outcome(
                    28,
                    stderr: """
                        formpost: (28) 100: timed out: another command with this journal is sending \
                        the file
                        1 uploaded, 1 failed (100: timed out)

                        """))
        first.send(SIGKILL)
        _ = await first.result()
        never.open()
    }

    /// What comes after `--next` waits for the files before it.
    @Test func theOrderOfOperationsStays() async throws {
        let (reached, free) = (Gate(), Gate())
        let server = try LoopbackServer { request in
            request.number == 1
                ? Answer([.readBody, .open(reached), .wait(free)] + Answer.respond().steps)
                : .respond()
        }
        let first = try command(server.url, each: "f=@100", ["-s"]).start()
        try await reached.waitUntilOpen()
        let second = try command(
            server.url, each: "f=@10[01]", [server.url, "--next", "-d", "done", "-o", "/dev/null"]
        ).start()
        try await second.stderr(containing: "waiting for files")
        #expect(server.requests.count == 2)
        free.open()
        _ = await first.result()
        #expect(await second.result().exitStatus == 0)
        #expect(server.requests.count == 3)
    }
}
