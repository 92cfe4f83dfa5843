import TestSupport
import Testing

/// Text that would lose its outer blanks or line ends is refused, and what is no text is not.
@Suite(.serialized)
struct OuterBlanksTests {
    private static let rows: [(String, text: String)] = [
        (
            "note=  two\n\n",
            "white space at both ends of the text would be lost: put double quotes around the text, "
                + "or use --form-string\n    note=  two\\n\\n\n         ^"
        ),
        (
            "note=two\n",
            "white space at the end of the text would be lost: put double quotes around the text, "
                + "or use --form-string\n    note=two\\n\n            ^"
        ),
        (
            "a= b",
            "white space at the beginning of the text would be lost: put double quotes around the "
                + "text, as in 'a=\" b\"', or use --form-string\n    a= b\n      ^"
        ),
        (
            "a=b ;type=text/x",
            "white space at the end of the text would be lost: put double quotes around the text, "
                + "as in 'a=\"b \";type=text/x'\n    a=b ;type=text/x\n       ^"
        ),
        (
            "a= ",
            "white space without any text would be lost: put double quotes around the text, as in "
                + "'a=\" \"', or use --form-string\n    a= \n      ^"
        ),
        (
            "a= @img.png",
            "white space at the beginning of the text would be lost: to send the file write "
                + "'a=@img.png', and for the text use --form-string\n    a= @img.png\n      ^"
        ),
    ]

    @Test(arguments: rows)
    func isRefused(argument: String, text: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", argument, server.url).run()
        #expect(result.outcome == Outcome(2, stderr: "formpost: (2) -F: \(text)\n"))
        #expect(server.connections.isEmpty)

        let lax = try await Command.formpost("--form-lax", "-F", argument, server.url).run()
        let warning =
            text.replacing("would be lost", with: "is lost") + "\nHTTP/1.1 200 OK\n"
        #expect(lax.outcome == Outcome(0, stderr: "formpost: warning: -F: \(warning)"))
        #expect(try await server.request().body.isComplete)
        guard ReferenceCurl.isComparable else { return }
        let curlServer = try LoopbackServer()
        #expect(try await Command.curl("-F", argument, curlServer.url).run().exitStatus == 0)
        let ours = try Wire(try await server.request())
        #expect(ours == (try Wire(try await curlServer.request())))
    }

    @Test func isSentWithTheRemedies() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-F", "a=\"  two\n\n\"", "--form-string", "a=  two\n\n", "-F", "a= \" b \" ;type=x/y",
            server.url
        ).run()
        #expect(result.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))
        let parts = try await server.request().form().parts
        #expect(parts.map(\.bodyText) == ["  two\n\n", "  two\n\n", " b "])
    }

    /// Around file names and parameters they mean nothing.
    @Test func areHarmlessElsewhere() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("f.txt", " x ")
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-F", "a=@ f.txt ; type= x/y ; filename= g ", "-F", "b=< f.txt ", "-F",
            "c=d; headers= X: 1 ;encoder= 8bit ", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))
        let parts = try await server.request().form().parts
        #expect(parts.map(\.bodyText) == [" x ", " x ", "d"])
        #expect(parts[0].filenameText == "g")
        #expect(parts[2].headerLines.contains(Array("X: 1".utf8)))
    }

    /// The text of a secret field is not shown, nor is what is said to do with it.
    @Test func doNotShowASecret() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "--secret-field", "pin", "-F", "pin= hunter2", server.url
        ).run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.contains("white space at the beginning"))
        #expect(!result.stderrText.contains("hunter2"), "\(result)")
    }

    private static let filenames: [(String, warning: String)] = [
        (
            "note=see; filename=x",
            "-F: sends the text as a file named 'x': for text with '; filename=' in it use "
                + "--form-string\n    note=see; filename=x\n              ^\n"
        ),
        ("note=see;filename=x", ""), ("note=\"see\"; filename=x", ""),
    ]

    @Test(.comparesWithCurl, arguments: filenames)
    func aTextBecomesAFile(argument: String, warning: String) async throws {
        let both = try await SideBySide(["-F", argument])
        let text = warning.isEmpty ? "" : "formpost: warning: " + warning
        #expect(both.formpost.result.outcome == Outcome(0, stderr: text + "HTTP/1.1 200 OK\n"))
        let ours = try Wire(try await both.formpost.server.request())
        #expect(ours == (try Wire(try await both.curl.server.request())))
        let literal = try await SideBySide(["--form-string", argument])
        #expect(literal.formpost.result.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))
        let silent = try await Command.formpost("-s", "-F", argument, "http://127.0.0.1:9/").run()
        #expect(silent.stderr == [])
    }
}
