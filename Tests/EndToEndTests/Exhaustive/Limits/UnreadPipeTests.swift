import Foundation
import TestSupport
import Testing

/// Writing to a FIFO without a reader waits until `-m`.
@Suite struct UnreadPipeTests {
    private static let options: [(arguments: [String], isSent: Bool)] = [
        (["-o", "p"], false),
        (["-D", "p"], false),
        (["--trace", "p"], false),
        (["--stderr", "p"], false),
        (["--dump-body", "p"], false),
        (["-w", "%output{p}x"], true),
    ]

    @Test(arguments: options)
    func isWaitedForUntilTheTimeIsUp(arguments: [String], isSent: Bool) async throws {
        let directory = try TemporaryDirectory()
        _ = try await Command("/usr/bin/mkfifo", arguments: [directory.path("p")]).run()
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            arguments: ["-sS", "-m", "1", "-F", "a=b"] + arguments + [server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(
            result.outcome
                == Outcome(28, stderr: "formpost: (28) timed out: nothing reads p\n"))
        #expect(server.connections.isEmpty == !isSent)
        #expect(directory.entries() == ["p"])
    }

    /// Nobody reads standard error, and there is no room in its pipe, not even for the last message.
    @Test(
        arguments: [
            ([], .silence), (["-v"], .silence), (["--trace", "%"], .silence),
            (["--progress", "plain"], .silence), (["--progress", "json"], .silence),
            (["-Z", "http://127.0.0.1:1/"], .silence), (["-sS"], .respond(404)),
        ] as [([String], Answer)])
    func standardErrorIsNotWaitedForEither(options: [String], answer: Answer) async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let flags = fcntl(ends[1], F_GETFL)
        #expect(fcntl(ends[1], F_SETFL, flags | O_NONBLOCK) == 0)
        let block = [UInt8](repeating: 0x78, count: 4096)
        while write(ends[1], block, block.count) > 0 {}
        #expect(fcntl(ends[1], F_SETFL, flags) == 0)
        let server = try LoopbackServer(answer)
        let result = try await Command.formpost(
            arguments: ["-m", "0.4", "-F", "a=b", server.url] + options
        ).with { [end = ends[1]] in $0.stderr = .descriptor(end) }.run()
        #expect(result.exitStatus == 28, "\(result)")
    }

    /// The reader comes while formpost waits.
    @Test func isWrittenWhenAReaderComes() async throws {
        let directory = try TemporaryDirectory()
        _ = try await Command("/usr/bin/mkfifo", arguments: [directory.path("p")]).run()
        let server = try LoopbackServer(.respond(200, body: "answer"))
        let formpost = try Command.formpost("-sS", "-m", "30", "-F", "a=b", "-o", "p", server.url)
            .with { $0.workingDirectory = directory.path }.start()
        let reader = try await Command("/bin/cat", arguments: [directory.path("p")]).run()
        #expect(reader.stdoutText == "answer")
        #expect(await formpost.result().outcome == Outcome(0))
    }

    /// The trace blocks the transfer, and the alarm ends the process: the temporary file of `-o` goes all the same.
    @Test func aBlockedTransferLeavesNoFile() async throws {
        let directory = try TemporaryDirectory()
        _ = try await Command("/usr/bin/mkfifo", arguments: [directory.path("p")]).run()
        let file = try directory.sparseFile("big", size: 3 << 20)
        let reader = open(directory.path("p"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([.readBody, .wait(stop)])
        let result = try await Command.formpost(
            "-s", "-m", "1", "--trace", "p", "-o", "answer", "-F", "f=@" + file, server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(28))
        #expect(directory.entries() == ["big", "p"])
    }
}
