import Foundation
import TestSupport
import Testing

/// Only the last attempt's response reaches standard output or the file of `-o`.
@Suite(.serialized)
struct RetryOutputTests {
    private static let cut = Answer.raw(
        "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nfirst attempt, cut short")
    private static let retry = ["--retry", "2", "--retry-delay", "0.01", "--retry-all-errors"]

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var answers: [Answer]
        var stdout: String
        var exit: Int32
        var options: [String] = []

        var testDescription: String { name }
    }

    private static let rows = [
        Row(
            name: "status, then success",
            answers: [.respond(503, body: "busy"), .respond(body: "ok")],
            stdout: "ok", exit: 0),
        Row(
            name: "cut, then success", answers: [cut, .respond(body: "ok")], stdout: "ok", exit: 0),
        Row(
            name: "cut, then status, then success",
            answers: [cut, .respond(500, body: "oh"), .respond(body: "ok")], stdout: "ok", exit: 0),
        Row(
            name: "status to the end",
            answers: [
                .respond(500, body: "1"), .respond(502, body: "2"), .respond(503, body: "3"),
            ],
            stdout: "3", exit: 22),
        Row(name: "cut to the end", answers: [cut], stdout: "first attempt, cut short", exit: 18),
        Row(
            name: "heads", answers: [cut, .respond(500, body: "oh"), .respond(201, body: "ok")],
            stdout: "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok", exit: 0, options: ["-i"]),
        Row(
            name: "informational heads",
            answers: [
                .raw(
                    "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n"),
                .respond(204),
            ], stdout: "HTTP/1.1 204 No Content\r\n\r\n", exit: 0, options: ["-i"]),
        Row(
            name: "redirects",
            answers: [
                .respond(307, headers: ["Location": "/x"], body: "moved"), cut,
                .respond(307, headers: ["Location": "/x"], body: "moved"), .respond(body: "ok"),
            ], stdout: "ok", exit: 0, options: ["-L"]),
        Row(
            name: "much",
            answers: [
                .raw(
                    "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n"
                        + String(repeating: "x", count: 3_000_000)),
                .respond(body: String(repeating: "y", count: 3_000_000)),
            ], stdout: String(repeating: "y", count: 3_000_000), exit: 0),
    ]

    @Test(arguments: rows)
    func printsTheLastAttemptOnly(row: Row) async throws {
        let server = try LoopbackServer(script: .answers(row.answers))
        let result = try await Command.formpost(
            arguments: ["-sS"] + Self.retry + row.options + ["-F", "a=b", server.url]
        ).run()
        #expect(result.exitStatus == row.exit, "\(result)")
        #expect(result.stdoutText == row.stdout)
        #expect(result.leftovers == [])
        #expect(server.requests.count == max(row.answers.count, row.exit == 0 ? 0 : 3))
    }

    @Test(arguments: rows)
    func writesTheLastAttemptOnly(row: Row) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(script: .answers(row.answers))
        let result = try await Command.formpost(
            arguments: ["-sS"] + Self.retry + row.options
                + ["-o", directory.path("out"), "-F", "a=b", server.url]
        ).run()
        #expect(result.exitStatus == row.exit, "\(result)")
        #expect(result.stdout.isEmpty)
        #expect(directory.entries() == (row.exit == 18 ? [] : ["out"]))
        if row.exit != 18 {
            #expect(try directory.contents(of: "out") == Array(row.stdout.utf8))
        }
    }

    /// One line for each retry, and the status line of the last.
    @Test func saysOneLineForEach() async throws {
        let server = try LoopbackServer(script: .answers([Self.cut, .respond(500), .respond()]))
        let result = try await Command.formpost(arguments: Self.retry + ["-F", "a=b", server.url])
            .run()
        let lines = result.stderrText.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.contains("trying again") }.count == 2)
        #expect(lines.last == "HTTP/1.1 200 OK")
        #expect(result.exitStatus == 0)
    }

    /// All of the body was sent, and answered.
    @Test(arguments: [SIGINT, SIGTERM])
    func isInterruptedBeforeAnotherAttempt(signal: Int32) async throws {
        let server = try LoopbackServer(.respond(503))
        let running = try Command.formpost(
            "--retry", "1", "--retry-delay", "60", "-F", "a=b", server.url
        ).start()
        _ = try await running.stderr(containing: "(0 left)\n")
        running.send(signal)
        let result = await running.result()
        #expect(result.signal == signal)
        #expect(
            result.stderrText.hasSuffix(
                "\nformpost: interrupted before another attempt: "
                    + "the server answered 503 Service Unavailable\n"))
    }
}
