import Foundation
import TestSupport
import Testing

/// Transfers that are aborted.
@Suite struct AbortTests {
    /// The connection of an attempt that failed is closed before the next is made, as by curl.
    @Test(arguments: [
        ["--stall-timeout", "0.5"], ["--limit-rate", "1K", "-m", "0.5"],
    ])
    func closesTheConnection(limit: [String]) async throws {
        let (second, goOn) = (Gate(), Gate())
        defer { goOn.open() }
        let server = try LoopbackServer(bodies: .count) { request in
            request.number == 1
                ? [.readBytes(1000), .wait(second), .drain]
                : [.open(second), .wait(goOn), .readBody, .respond(200)]
        }
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("f", size: 30 << 10)
        let large = try directory.sparseFile("large", size: 64 << 20)
        let running = try Command.formpost(
            arguments: ["-sS", "-H", "Expect:", "--retry", "50", "--retry-delay", "0.1"] + limit
                + ["-F", "f=@" + (limit.contains("1K") ? file : large), server.url]
        ).start()
        try await second.waitUntilOpen()
        // The process is still there, and would have closed everything else at its end.
        for _ in 1...1000 where server.connections.first?.hasEnded != true {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(server.connections.first?.hasEnded == true)
        #expect(!running.hasEnded)
        running.send(SIGKILL)
        _ = await running.result()
    }

    /// A server that has answered, keeps the connection and reads no more will not read the rest.
    @Test func anAnswerThatEndsTheReadingCounts() async throws {
        let end = Gate()
        defer { end.open() }
        let server = try LoopbackServer(bodies: .count) { _ in
            [.readBytes(1000), .respond(200, body: "thanks"), .wait(end)]
        }
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("large", size: 64 << 20)
        let result = try await Command.formpost(
            "-sS", "-H", "Expect:", "--stall-timeout", "0.5", "--retry", "1", "-F", "f=@" + file,
            server.url
        ).run()
        #expect(result.exitStatus == 55, "\(result)")
        #expect(result.stdoutText == "thanks")
        #expect(
            result.stderrText.hasPrefix(
                "formpost: (55) the server answered 200 OK before it had the whole body: "))
        #expect(server.requests.count == 1)
    }
}
