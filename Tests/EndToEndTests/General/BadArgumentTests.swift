import TestSupport
import Testing

/// Invalid command lines: exit 2, one sentence, no connection.
@Suite(.serialized)
struct BadArgumentTests {
    private static let noEquals =
        "-F: there is no '=' in it: write name=text, name=@file or name=<file\n"
    private static let lineBreak = "contains a CR, LF or NUL, which no header may contain\n"

    private static let rows: [([String], String)] = [
        (["-F", "nope"], noEquals + "    nope\n        ^\n"),
        (["-F", ""], noEquals + "    \n    ^\n"),
        (["-Fnope"], noEquals + "    nope\n        ^\n"),
        (["--form", "nope"], noEquals.replacing("-F", with: "--form") + "    nope\n        ^\n"),
        (["-H", "X: a\r\nY: b"], "-H: 'X: [masked]' " + lineBreak),
        (["-H", "X: a\nY: b"], "-H: 'X: [masked]' " + lineBreak),
        (["-H", "X: a\r"], "-H: 'X: [masked]' " + lineBreak),
        (["-H", "X\n: a"], "-H: 'X: [masked]' " + lineBreak),
        (["--header", "X: a\n"], "--header: 'X: [masked]' " + lineBreak),
        (
            ["-F", "f=x;type=text/plain\r\nX: y"],
            "-F: a CR, LF or NUL in type= would break the part's headers\n"
                + "    f=x;type=text/plain\\r\\nX: y\n             ^\n"
        ),
        (
            ["-F", "f=@x;type=png"],
            "-F: 'png' is not a media type, such as image/png\n    f=@x;type=png\n              ^\n"
        ),
        (
            ["-F", "f=@x;type=word"],
            "-F: 'word' is not a media type, such as text/plain\n    f=@x;type=word\n"
                + "              ^\n"
        ),
        (["--oauth2-bearer", "", "-F", "a=b"], "--oauth2-bearer: the value is empty\n"),
        (
            ["-F", "f=x;headers=\"X: y\nZ: a\""],
            "-F: a CR, LF or NUL in headers= would break the part's headers\n"
                + "    f=x;headers=\"X: y\\nZ: a\"\n                ^\n"
        ),
        (
            ["-X", "PO ST"],
            "-X: 'PO ST' is not a method: only letters, digits and !#$%&'*+-.^_`|~\n"
        ),
        (
            ["-X", "POST\r\nX: y"],
            "-X: 'POST\\r\\nX: y' is not a method: only letters, "
                + "digits and !#$%&'*+-.^_`|~\n"
        ),
        (
            ["--boundary", "a\r\nb"],
            "--boundary: 'a\\r\\nb' is not a boundary: 1 to 70 "
                + "letters, digits, blanks and '()+_,-./:=?, and no blank at the end\n"
        ),
        (["--from", "a=b"], "unknown option '--from' (did you mean --form?)\n"),
        (["-F"], "-F needs a value: -F <name=content>\n"),
    ]

    @Test(arguments: rows)
    func isSaidBeforeConnecting(arguments: [String], reason: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: [server.url] + arguments).run()
        #expect(result.outcome == Outcome(2, stderr: "formpost: (2) " + reason))
        #expect(server.connections.isEmpty)
    }

    /// Escaped as by browsers, and not a separate header.
    @Test func escapesLineEndsInNames() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-F", "a\r\nX: y=b", "-F", "f=x;filename=\"c\r\nX: y\"", server.url
        ).run()
        #expect(result.exitStatus == 0)
        let form = try await server.request().form()
        #expect(form.parts.map(\.headerLines.count) == [1, 1])
        #expect(form.parts[0].nameText == "a\r\nX: y")
        #expect(form.parts[1].filenameText == "c\r\nX: y")
    }

    @Test(.comparesWithCurl) func sendsAnEmptyNameAsCurl() async throws {
        let both = try await SideBySide(["-sS", "-F", "=b"])
        let wire = try Wire(try await both.formpost.server.request())
        #expect(wire == (try Wire(try await both.curl.server.request())))
        #expect(wire.bodyText.contains("Content-Disposition: form-data\r\n\r\nb\r\n"))
    }
}
