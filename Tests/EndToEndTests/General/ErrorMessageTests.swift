import TestSupport
import Testing

/// Common failures, each reported in one line: the problem, the reason and the remedy.
@Suite(.serialized)
struct ErrorMessageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var exit: Int32
        var message: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: [String], _ exit: Int32, _ message: String) {
            (self.arguments, self.exit, self.message) = (arguments, exit, message)
        }
    }

    private static let url = "http://127.0.0.1:9/"

    private static let rows = [
        Row(
            ["-F", "f=@missing.png", url], 26, "cannot read missing.png: No such file or directory"),
        Row(["-F", "f=@/", url], 26, "cannot read /: Is a directory"),
        Row(["-F", "f=@a b.c", url], 26, "cannot read 'a b.c': No such file or directory"),
        Row(["-F", "f=<missing", url], 26, "cannot read missing: No such file or directory"),
        Row(
            ["-F", "a=b", "-H", "@missing", url], 26,
            "-H: cannot read missing: No such file or directory"),
        Row(
            ["-F", "a=b", "-K", "missing", url], 26,
            "cannot read the configuration file missing: No such file or directory"),
        Row(
            [url], 2,
            "nothing to upload: add a field with -F name=value or a file with -F name=@file; "
                + "-d sends data, and -T a file"),
        Row(["-s"], 2, "no URL given (try 'formpost --help')"),
        Row(
            ["-F", "file=@x"], 2,
            "no URL given after -F: if its value has a ';' or '&', put it in quotes, since the "
                + "shell ends the command there"),
        Row(
            [url + "?a=1"], 2,
            "nothing to upload: add a field with -F name=value or a file with -F name=@file; "
                + "-d sends data, and -T a file; an unquoted '&' in a URL ends the command: "
                + "put quotes around the URL"),
        Row(
            ["-F", "a=b", "--bondary", "x", url], 2,
            "unknown option '--bondary' (did you mean --boundary?)"),
        Row(["-F"], 2, "-F needs a value: -F <name=content>"),
        Row(
            ["-F", "a=b", "--variable", "DB=x", "--secret-variable", "BD", url], 2,
            "--secret-variable: no variable 'BD' is set (did you mean DB?)"),
        Row(
            ["-F", "a=b", "--secret-variable", "DB", url], 2,
            "--secret-variable: no variable 'DB' is set: set it before with --variable"),
        Row(
            ["-F", "a=b", "-m", "soon", url], 2,
            "-m: 'soon' is not a number of seconds, such as 30 or 0.5"),
        Row(
            ["-F", "a=b", "--progress", "bra", url], 2,
            "--progress: 'bra' is not one of auto, bar, plain, json, none (did you mean bar?)"),
        Row(
            ["-F", "a=b", "-H", "nothing", url], 2,
            "-H: no ':' after 'nothing': write 'Name: value', 'Name:' to remove it or "
                + "'Name;' to send it empty"),
        Row(["-F", "a=b", "-H", "", url], 2, "-H: the value is empty"),
        Row(
            ["-F", "a=b", url, "b.txt"], 2,
            "two URLs, 'http://127.0.0.1:9/' and 'b.txt', but not both have a scheme; give "
                + "fields and files with -F, and quote arguments that have blanks"),
        Row(
            ["-F", "a=b", "ftp://h/"], 1,
            "'ftp://h/' cannot be used: Protocol \"ftp\" not available, only http and https"),
        Row(
            ["-F", "a=b", "http://h:x/"], 3,
            "invalid URL: port 'x' is not a number"),
        Row(
            ["-F", "a=b", "http://upload.invalid/"], 6, "Could not resolve host: upload.invalid"),
        Row(
            ["-F", "a=b", "-x", "http://proxy.invalid:1", url], 5,
            "Could not resolve proxy: proxy.invalid"),
        Row(
            ["-F", "a=b", "-u", "me", url], 2,
            "no password for user 'me', and no terminal to ask on: write -u user:password"),
        Row(
            ["-F", "a=b", "-o", "/nonexistent/x", url], 23,
            "cannot write /nonexistent/x: No such file or directory"),
        Row(
            ["-F", "a=b", "-D", "/nonexistent/x", url], 23,
            "cannot write /nonexistent/x: No such file or directory"),
        Row(
            ["-F", "a=b", "-c", "/nonexistent/x", url], 23,
            "cannot write /nonexistent/x: No such file or directory"),
        Row(
            ["-F", "a=b", "--stderr", "/nonexistent/x", url], 23,
            "cannot write /nonexistent/x: No such file or directory"),
        Row(
            ["-F", "a=b", "--boundary", "ä", url], 2,
            "--boundary: 'ä' is not a boundary: 1 to 70 letters, digits, blanks and "
                + "'()+_,-./:=?, and no blank at the end"),
        Row(
            ["-F", "a=B", "--boundary", "B", "-F", "c=.\r\n--B", url], 2,
            "the field 'c' contains the boundary 'B': choose another boundary"),
    ]

    @Test(arguments: rows) func areOneLine(row: Row) async throws {
        let result = try await Command.formpost(arguments: row.arguments).run()
        #expect(
            result.outcome
                == Outcome(row.exit, stderr: "formpost: (\(row.exit)) \(row.message)\n"))
        let silent = try await Command.formpost(arguments: ["-s"] + row.arguments).run()
        let shown = try await Command.formpost(arguments: ["-sS"] + row.arguments).run()
        // The meaning of an invalid command line is unknown.
        let isUnderstood = silent.stderrText.isEmpty
        #expect(silent.outcome == (isUnderstood ? Outcome(row.exit) : result.outcome))
        #expect(isUnderstood || row.exit == 2 || row.arguments.contains("-K"))
        #expect(!isUnderstood || !row.message.hasPrefix("no URL given"))
        #expect(shown.outcome == result.outcome)
    }

    @Test func aRefusedConnection() async throws {
        let port = try DeadPort.refusing()
        let url = "http://127.0.0.1:\(port.port)/"
        let result = try await Command.formpost("-F", "a=b", url).run()
        #expect(result.exitStatus == 7)
        #expect(result.stdout == [])
        let line =
            /formpost: \(7\) Failed to connect to 127.0.0.1 port \d+ after \d+ ms: Connection refused\n/
        #expect(try line.wholeMatch(in: result.stderrText) != nil, "\(result)")
        #expect(try await Command.formpost("-s", "-F", "a=b", url).run().outcome == Outcome(7))
        #expect(
            try await Command.formpost("-sS", "-F", "a=b", url).run().stderrText.contains("(7) "))
    }

    /// With a way to go wrong in each phase; nothing on standard output, one line on the other.
    @Test func failuresBeforeTheResponse() async throws {
        let rows: [(answer: Answer, exit: Int32, message: String)] = [
            (
                [.readBody, .close], 52,
                "Empty reply from server while waiting for the response (139 of 139 bytes sent)"
            ),
            (
                [.readBody, .reset], 56,
                "Recv failure: Connection reset by peer while waiting for the response (139 of 139 bytes sent)"
            ),
            (
                .raw("HTTP/1.1 200 OK\r\nX: "), 18,
                "the response was cut short while waiting for the response (139 of 139 bytes sent)"
            ),
        ]
        for row in rows {
            let server = try LoopbackServer(row.answer)
            let result = try await Command.formpost("-F", "a=b", server.url).run()
            #expect(
                result.outcome
                    == Outcome(row.exit, stderr: "formpost: (\(row.exit)) \(row.message)\n"))
        }
    }
}
