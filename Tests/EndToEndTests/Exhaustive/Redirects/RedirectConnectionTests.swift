import TestSupport
import Testing

/// A short response that nobody sees is read to its end, and its connection is used again.
@Suite struct RedirectConnectionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var answers: [Answer]
        var options: [String] = ["-L"]
        /// The requests of each connection.
        var connections: [Int]

        var testDescription: String { name }
    }

    /// The server leaves the connection open.
    private static func sent(_ bytes: String) -> Answer { [.readBody, .send(bytes)] }

    private static func moved(_ body: String = "moved", headers: [String: String] = [:]) -> Answer {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return sent(
            "HTTP/1.1 307 Moved\r\nLocation: /x\r\nContent-Length: \(body.utf8.count)\r\n\(lines)\r\n"
                + body)
    }

    private static let long = String(repeating: "x", count: 16 << 10)

    private static let retry = ["--retry", "2", "--retry-delay", "0.01"]

    private static let rows = [
        Row(name: "a redirect", answers: [moved(), .respond()], connections: [2]),
        Row(name: "without a body", answers: [moved(""), .respond()], connections: [2]),
        Row(name: "several", answers: [moved(), moved(), moved(""), .respond()], connections: [4]),
        Row(
            name: "in chunks",
            answers: [
                sent(
                    "HTTP/1.1 307 Moved\r\nLocation: /x\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "5\r\nmoved\r\n0\r\n\r\n"), .respond(),
            ], connections: [2]),
        Row(
            name: "retries", answers: [.respond(503, body: "busy"), .respond(503), .respond()],
            options: retry, connections: [3]),
        Row(
            name: "both", answers: [moved(), .respond(503), .respond()], options: ["-L"] + retry,
            connections: [3]),
        Row(name: "a long body", answers: [moved(long), .respond()], connections: [1, 1]),
        Row(
            name: "long chunks",
            answers: [
                sent(
                    "HTTP/1.1 307 Moved\r\nLocation: /x\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "4000\r\n\(long)\r\n0\r\n\r\n"), .respond(),
            ], connections: [1, 1]),
        Row(
            name: "that closes", answers: [moved(headers: ["Connection": "close"]), .respond()],
            connections: [1, 1]),
        Row(
            name: "HTTP/1.0",
            answers: [
                .raw("HTTP/1.0 307 Moved\r\nLocation: /x\r\nContent-Length: 1\r\n\r\na"),
                .respond(),
            ], connections: [1, 1]),
    ]

    @Test(arguments: rows)
    func usesItAgain(row: Row) async throws {
        let server = try LoopbackServer(script: .answers(row.answers))
        let result = try await Command.formpost(
            arguments: ["-sS", "-w", "%{http_code} %{size_upload}", "-F", "a=b"] + row.options
                + [server.url]
        ).run()
        let size = try await server.request().body.bytes.count
        #expect(result.outcome == Outcome(0, stdout: "200 \(size)"))
        #expect(server.connections.map(\.requests) == row.connections)
        for request in server.requests { #expect(request.body.isComplete) }
    }

    /// The rest of it never comes.
    @Test func isNotWaitedForLong() async throws {
        let server = try LoopbackServer(
            [
                .readBody,
                .send("HTTP/1.1 307 Moved\r\nLocation: /x\r\nContent-Length: 9\r\n\r\ncut"), .drain,
            ], .respond(body: "ok\n"))
        let result = try await Command.formpost("-sS", "-L", "-m", "20", "-F", "a=b", server.url)
            .run()
        #expect(result.outcome == Outcome(0, stdout: "ok\n"))
        #expect(server.connections.count == 2)
    }

    /// It comes before the body was sent.
    @Test func answersEarly() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("big", [UInt8](repeating: 0x78, count: 64 << 20))
        let server = try LoopbackServer(
            [
                .send("HTTP/1.1 307 Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"),
                .readSlowly(size: 1024, pause: 0.1),
            ], .respond(body: "ok\n"), bodies: .count)
        let result = try await Command.formpost("-sS", "-L", "-T", "big", server.url("/f"))
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0, stdout: "ok\n"))
        #expect(server.connections.count == 2)
    }
}
