import TestSupport
import Testing

/// Which output goes to which channel, by option.
@Suite(.serialized)
struct OutputOptionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var options: [String]
        var status = 200
        var expected: Outcome

        var testDescription: String { "\(options.joined(separator: " ")) \(status)" }

        init(_ options: String, answered status: Int = 200, _ expected: Outcome) {
            self.options = options.split(separator: " ").map(String.init)
            self.status = status
            self.expected = expected
        }
    }

    private static let ok = "HTTP/1.1 200 OK\n"
    private static let head = "HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 3\r\n\r\n"
    private static let missing = "HTTP/1.1 404 Not Found\n"
    private static let missingHead =
        "HTTP/1.1 404 Not Found\r\nX-A: b\r\nContent-Length: 3\r\n\r\n"
    private static let failed = "formpost: (22) the server answered 404 Not Found\n"
    private static let redirected =
        "formpost: (22) the server answered 302 Found: redirected to URL: -L gets it, without "
        + "the form; -L --post302 uploads there\n"

    private static let rows = [
        Row("", Outcome(0, stdout: "yes", stderr: ok)),
        Row("-i", Outcome(0, stdout: head + "yes")),
        Row("--include", Outcome(0, stdout: head + "yes")),
        Row("-s", Outcome(0, stdout: "yes")),
        Row("-si", Outcome(0, stdout: head + "yes")),
        Row("-S", Outcome(0, stdout: "yes", stderr: ok)),
        Row("-f", Outcome(0, stdout: "yes", stderr: ok)),
        Row("-o -", Outcome(0, stdout: "yes", stderr: ok)),
        Row("", answered: 404, Outcome(22, stdout: "yes", stderr: failed)),
        Row("-i", answered: 404, Outcome(22, stdout: missingHead + "yes", stderr: failed)),
        Row("-s", answered: 404, Outcome(22, stdout: "yes")),
        Row("-sS", answered: 404, Outcome(22, stdout: "yes", stderr: failed)),
        Row("-f", answered: 404, Outcome(22, stderr: failed)),
        Row("-fi", answered: 404, Outcome(22, stdout: missingHead, stderr: failed)),
        Row("-sSf", answered: 404, Outcome(22, stderr: failed)),
        Row("-sf", answered: 404, Outcome(22)),
        Row("--no-fail", answered: 404, Outcome(0, stdout: "yes", stderr: missing)),
        Row("--no-fail -s", answered: 404, Outcome(0, stdout: "yes")),
        Row("-f --no-fail", answered: 404, Outcome(0, stdout: "yes", stderr: missing)),
        Row("--expect-status 2xx,404", answered: 404, Outcome(0, stdout: "yes", stderr: missing)),
        Row(
            "--expect-status 201", answered: 200,
            Outcome(
                22, stdout: "yes",
                stderr:
                    "formpost: (22) the server answered 200 OK, not accepted by --expect-status\n"
            )),
        Row("-s", answered: 200, Outcome(0, stdout: "yes")),
        Row("-s", answered: 299, Outcome(0, stdout: "yes")),
        Row("-s", answered: 300, Outcome(22, stdout: "yes")),
        Row("-s", answered: 500, Outcome(22, stdout: "yes")),
        Row("-sS", answered: 302, Outcome(22, stdout: "yes", stderr: redirected)),
        Row("-s --no-fail", answered: 302, Outcome(0, stdout: "yes")),
    ]

    @Test(arguments: rows)
    func printsByOptions(row: Row) async throws {
        let status = row.status
        let server = try LoopbackServer { _ in
            var response = Response(status, headers: ["X-A": "b"], body: "yes")
            if status == 302 { response.headers = [("Location", "/there")] }
            return [.readBody, .respond(response)]
        }
        let result = try await Command.formpost(
            arguments: row.options + ["-F", "a=b", server.url]
        ).run()
        var expected = row.expected
        expected.stderr = expected.stderr.replacing("URL", with: server.url("/there"))
        #expect(result.outcome == expected)
        #expect(try await server.request().body.isComplete)
    }

    /// With `-i` stdout is what came over the wire, byte for byte, 1xx heads and all.
    @Test func includesTheHeadAsReceived() async throws {
        let response: [UInt8] =
            Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)
            + Array("HTTP/1.1  200   Fine\r\nx-b:1\r\nX-A:  \t2 \r\nx-b: ".utf8)
            + [0xFF, 0x0D, 0x0A] + Array(" folded\r\nContent-Length: 4\r\n\r\n".utf8)
            + [0x00, 0xFF, 0x0D, 0x0A]
        let server = try LoopbackServer(.raw(response))
        let result = try await Command.formpost("-i", "-F", "a=b", server.url).run()
        #expect(result.exitStatus == 0)
        #expect(result.stdout == response)
        #expect(result.stderrText == "")
    }

    /// Control characters of a server are not printed on stderr.
    @Test func makesTheStatusLineHarmless() async throws {
        let server = try LoopbackServer(
            .raw("HTTP/1.1 200 O\u{1B}[2JK\u{8}\u{7F}\r\nContent-Length: 0\r\n\r\n"))
        let result = try await Command.formpost("-F", "a=b", server.url).run()
        #expect(
            result.outcome == Outcome(0, stderr: "HTTP/1.1 200 O\\x1b[2JK\\x08\\x7f\n"))
    }
}
