import TestSupport
import Testing

/// A response to HEAD has no body, whatever its length says; curl waits for one with `-X HEAD`.
@Suite(.serialized)
struct HeadMethodTests {
    private static let bodies = [
        [], ["-F", "a=b"], ["-d", "a=b"], ["--json", "{}"], ["-T", "big"], ["-F", "f=@big"],
        ["--chunked", "-F", "a=b"],
    ]

    struct Row: Sendable {
        var answer: Answer
        var status: Int32 = 0
        var stderr = "HTTP/1.1 200 OK\n"
    }

    /// The server keeps the connection open.
    private static let rows = [
        Row(answer: .respond(200, body: "never sent")),
        Row(answer: .respond(200, headers: ["Transfer-Encoding": "chunked"])),
        Row(answer: [.readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")]),
        // As soon as it has the head of the request, before the body.
        Row(answer: [.respond(200, body: "never sent"), .readBody]),
        Row(
            answer: .respond(404, body: "never sent"), status: 22,
            stderr: "formpost: (22) the server answered 404 Not Found\n"),
        Row(
            answer: .respond(
                401, headers: ["WWW-Authenticate": "Basic realm=x"], body: "never sent"),
            status: 22,
            stderr: "formpost: (22) the server answered 401 Unauthorized: it wants a login: "
                + "-u user:password\n"),
    ]

    @Test(arguments: bodies, rows.indices)
    func waitsForNoBody(arguments: [String], index: Int) async throws {
        let row = Self.rows[index]
        let directory = try TemporaryDirectory()
        _ = try directory.sparseFile("big", size: 5 << 20)
        let server = try LoopbackServer(row.answer, bodies: .count)
        let result = try await Command.formpost(
            arguments: ["-X", "HEAD", "-H", "Expect:", "-m", "60"] + arguments + [server.url("/x")]
        ).with { $0.workingDirectory = directory.path }.run()
        let lines = result.stderrText.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(result.exitStatus == row.status, "\(result)")
        #expect(
            lines.filter { !$0.contains(" warning: ") }.joined(separator: "\n") == row.stderr)
        #expect(result.stdout == [])
        let request = try await server.request()
        #expect(request.method == "HEAD")
        if row.status == 0 { #expect(request.body.isComplete) }
    }
}
