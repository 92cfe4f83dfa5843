import TestSupport
import Testing

/// `-H 'Content-Type: …'` with a form: one boundary in the header, and that of the body.
@Suite(.serialized)
struct FormContentTypeTests {
    private static let body =
        "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--X--\r\n"

    private static let rows: [([String], String)] = [
        (["multipart/form-data; boundary=X"], "multipart/form-data; boundary=X"),
        (["multipart/form-data;Boundary=\"X\""], "multipart/form-data; boundary=X"),
        (
            ["multipart/form-data; boundary = X; charset=utf-8"],
            "multipart/form-data; charset=utf-8; boundary=X"
        ),
        (
            ["multipart/form-data; boundary=X ; charset=\"a;boundary=Y\""],
            "multipart/form-data; charset=\"a;boundary=Y\"; boundary=X"
        ),
        (["multipart/form-data", "--boundary", "X"], "multipart/form-data; boundary=X"),
        (
            ["multipart/form-data; boundary=X", "--boundary", "X"],
            "multipart/form-data; boundary=X"
        ),
        (
            ["multipart/form-data; boundary=X; boundary=X"], "multipart/form-data; boundary=X"
        ),
        (
            [
                "multipart/form-data; boundary=X", "-H",
                "content-type: multipart/form-data; boundary=X",
            ], "multipart/form-data; boundary=X"
        ),
    ]

    @Test(arguments: rows) func hasOneBoundary(row: (arguments: [String], sent: String))
        async throws
    {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            arguments: ["-H", "Content-Type: \(row.arguments[0])"] + row.arguments.dropFirst()
                + ["-F", "a=b", server.url]
        ).run()
        #expect(result.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))
        let request = try await server.request()
        #expect(request.headers(named: "Content-Type") == [row.sent])
        #expect(request.body.bytes == Array(Self.body.utf8))
    }

    private static let refused: [([String], Int32, String)] = [
        (
            ["-H", "Content-Type: multipart/form-data; boundary=X", "--boundary", "Y"], 2,
            "two boundaries: 'Y' of --boundary, 'X' of -H 'Content-Type': leave one out"
        ),
        (
            ["--header", "Content-Type: multipart/form-data; boundary=X; boundary=\"Y\""], 2,
            "two boundaries: 'X' of --header, 'Y' of --header 'Content-Type': leave one out"
        ),
        (
            ["-H", "Content-Type: multipart/form-data; boundary="], 2,
            "-H: '' is not a boundary: 1 to 70 letters, digits, blanks and '()+_,-./:=?, and no "
                + "blank at the end"
        ),
        (
            ["-H", "Content-Type: multipart/form-data; boundary=a&b"], 2,
            "-H: 'a&b' is not a boundary: 1 to 70 letters, digits, blanks and '()+_,-./:=?, and "
                + "no blank at the end"
        ),
        (
            [
                "-H", "Content-Type: a/b; x=1", "-H",
                "Content-Type: multipart/form-data; boundary=X",
            ], 2,
            "two types of -H 'Content-Type': 'a/b; x=1', 'multipart/form-data; boundary=X': "
                + "leave one out"
        ),
        (
            ["-H", "Content-Type: multipart/form-data; boundary=X", "-F", "c=-\r\n--X."], 2,
            "the field 'c' contains the boundary 'X': choose another boundary"
        ),
    ]

    @Test(arguments: refused)
    func isRefused(row: (options: [String], exit: Int32, text: String)) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            arguments: row.options + ["-F", "a=b", server.url]
        ).run()
        #expect(
            result.outcome
                == Outcome(row.exit, stderr: "formpost: (\(row.exit)) \(row.text)\n"))
        #expect(server.connections.isEmpty)
    }

    /// As curl sends it, and said.
    @Test(
        .comparesWithCurl,
        arguments: ["text/plain", "application/json; charset=utf-8", "multipart/related"])
    func isAnotherType(type: String) async throws {
        let both = try await SideBySide(["-H", "Content-Type: \(type)", "-F", "a=b"])
        let text =
            "formpost: warning: -H: the form is sent as '\(type)': servers expect "
            + "multipart/form-data\nHTTP/1.1 200 OK\n"
        #expect(both.formpost.result.outcome == Outcome(0, stderr: text))
        let sent = try await [both.formpost.server.request(), both.curl.server.request()].map {
            $0.headers(named: "Content-Type").map { $0.prefix(type.count + 11) }
        }
        #expect(sent == [["\(type); boundary="], ["\(type); boundary="]])
        let silent = try await SideBySide(["-s", "-H", "Content-Type: \(type)", "-F", "a=b"])
        #expect(silent.formpost.result.outcome == Outcome(0))
    }

    /// Unlike curl's, the line is what was asked for; but that is said.
    @Test(arguments: [("Content-Type:", nil), ("content-type;", "")])
    func lacksTheBoundary(header: String, sent: String?) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-H", header, "-F", "a=b", server.url).run()
        let text =
            "formpost: warning: -H 'Content-Type': the form's boundary is not sent, without which "
            + "servers cannot read it: leave the option out\nHTTP/1.1 200 OK\n"
        #expect(result.outcome == Outcome(0, stderr: text))
        #expect(try await server.request().header("Content-Type") == sent)
    }

    private static let methods: [(String, String)] = [
        (
            "GET",
            "most servers ignore the body of a GET request: leave the option out to send a POST"
        ),
        (
            "HEAD",
            "most servers ignore the body of a HEAD request: leave the option out to send a POST"
        ),
        ("get", "methods are case-sensitive: 'get' is not 'GET'"),
        ("Post", "methods are case-sensitive: 'Post' is not 'POST'"),
        ("PUT", ""), ("PATCH", ""), ("x-y", ""),
    ]

    @Test(arguments: methods) func isADoubtfulMethod(method: String, text: String) async throws {
        let server = try LoopbackServer(.respond(200, body: "abc"))
        for options in [[], ["-s"]] {
            let result = try await Command.formpost(
                arguments: options + ["-X", method, "-F", "a=b", server.url]
            ).run()
            #expect(result.exitStatus == 0)
            let warnings = result.stderrText.split(separator: "\n").filter {
                $0.contains("warning")
            }
            let isSaid = options.isEmpty && !text.isEmpty
            #expect(warnings == (isSaid ? ["formpost: warning: -X: \(text)"] : []))
        }
        #expect(server.requests.map(\.method) == [method, method])
        #expect(server.requests.allSatisfy { $0.body.count > 0 })
    }
}
