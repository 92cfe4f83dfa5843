import TestSupport
import Testing

/// `--idempotency-key` on the wire: one key for all attempts, and more that may be retried.
@Suite(.serialized)
struct IdempotencyKeyOptionTests {
    private static let lost: [Answer] = [
        [.readBody, .close], [.readBody, .reset],
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"), .respond(503),
    ]

    @Test(arguments: lost.indices) func isTheSameForAllAttempts(index: Int) async throws {
        let server = try LoopbackServer(
            Self.lost[index], .respond(503), .respond(body: "done\n"))
        let result = try await Command.formpost(
            "-sS", "--retry", "2", "--retry-delay", "0.01", "--idempotency-key", "-F", "a=b",
            server.url
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "done\n"))
        let requests = try await server.requests(3)
        let keys = Set(requests.flatMap { $0.headers(named: "Idempotency-Key") })
        #expect(keys.count == 1)
        #expect(keys.first?.count == 36)
        #expect(requests.allSatisfy { $0.body.isComplete })
    }

    @Test func isSentAsGiven() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "--idempotency-key=order 17", "-F", "a=b", server.url
        ).run()
        #expect(result.outcome == Outcome(0))
        #expect(try await server.request().headers(named: "Idempotency-Key") == ["order 17"])
    }

    /// A refused connection is not lost: it needs its own option.
    @Test func retriesNoRefusedConnection() async throws {
        let port = try DeadPort.refusing()
        let result = try await Command.formpost(
            "-sS", "--retry", "2", "--idempotency-key", "-F", "a=b", port.url
        ).run()
        #expect(result.exitStatus == 7)
        #expect(result.stderrText.hasSuffix("; not retried; --retry-connrefused would\n"))
    }

    @Test(arguments: [
        ["-H", "Idempotency-Key: x"], ["--header", "idempotency-key;"], ["-H", "@heads"],
    ])
    func hasNoSecondSource(header: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("heads", "Idempotency-Key: y\n")
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            arguments: ["--idempotency-key=z"] + header + ["-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(
            result.outcome
                == Outcome(
                    2,
                    stderr: "formpost: (2) --idempotency-key and \(header[0]) both set "
                        + "Idempotency-Key: leave one of them out\n"))
        #expect(server.connections.isEmpty)
    }
}
