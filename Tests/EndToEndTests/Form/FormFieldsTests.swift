import TestSupport
import Testing

/// `--form-fields`: the fields of a JSON file, before all others.
@Suite(.serialized)
struct FormFieldsTests {
    private static let signed = #"""
        {"fields": {"key": "a/${filename}", "X-Amz-Signature": "5ecret", "policy": "e30=",
          "n": 1.50, "b": true, "key": "again", "at": "@x;y \"q\""}, "url": "URL"}
        """#

    private static let body = [
        ("key", "a/${filename}"), ("X-Amz-Signature", "5ecret"), ("policy", "e30="), ("n", "1.50"),
        ("b", "true"), ("key", "again"), ("at", "@x;y \"q\""), ("first", "1"), ("file", "f"),
    ]

    private func check(_ server: LoopbackServer, path: String = "/") async throws {
        let request = try await server.request()
        #expect(request.target == path)
        let parts = try request.form().parts
        #expect(parts.map(\.nameText) == Self.body.map { $0.0 })
        #expect(parts.map(\.bodyText) == Self.body.map { $0.1 })
    }

    @Test(arguments: ["file", "input", "configuration"])
    func comesFirst(source: String) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer()
        let json = Self.signed.replacing("URL", with: server.url("/bucket"))
        try directory.file("fields.json", json)
        try directory.file("config", "form-fields = fields.json\n")
        let option =
            switch source {
            case "file": ["--form-fields", "fields.json"]
            case "input": ["--form-fields=-"]
            default: ["-K", "config"]
            }
        let result = try await Command.formpost(
            arguments: ["-sS", "-F", "first=1", "-F", "file=f"] + option
        ).with {
            $0.workingDirectory = directory.path
            $0.stdin = .bytes(json)
        }.run()
        #expect(result.outcome == Outcome(0))
        try await check(server, path: "/bucket")
    }

    @Test(arguments: [["URL"], ["--url", "URL"], ["-K", "config"]])
    func itsURLIsTheLastResort(given: [String]) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer()
        try directory.file("fields.json", Self.signed.replacing("URL", with: "http://127.0.0.1:1/"))
        try directory.file("config", "url = \(server.url)\n")
        let result = try await Command.formpost(
            arguments: ["-sS", "--form-fields", "fields.json", "-F", "first=1", "-F", "file=f"]
                + given.map { $0 == "URL" ? server.url : $0 }
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0))
        try await check(server)
    }

    @Test func severalKeepTheirOrder() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("1.json", #"{"a": "1"}"#)
        try directory.file("2.json", #"{"b=c": "2"}"#)
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "-F", "x=0", "--form-fields", "1.json", "-F", "y=0", "--form-fields", "2.json",
            server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0))
        #expect(
            try await server.request().form().parts.map(\.nameText) == ["a", "b=c", "x", "y"])
    }

    @Test func masksItsSecrets() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer()
        try directory.file(
            "fields.json", Self.signed.replacing("URL", with: server.url("/b?sig=5ecret")))
        let result = try await Command.formpost(
            "--form-fields", "fields.json", "-F", "file=f", "--trace-ascii", "-", "-s"
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(!result.stdoutText.contains("5ecret"), "\(result)")
        #expect(try await server.request().form().part("X-Amz-Signature")?.bodyText == "5ecret")
        let line = try await Command.formpost("--form-fields", "fields.json", "--curl")
            .with { $0.workingDirectory = directory.path }.run()
        #expect(line.stdoutText.hasPrefix("curl --form-string 'key=a/${filename}' "))
        #expect(!line.stdoutText.contains("5ecret"), "\(line)")
    }

    private static let refused: [(json: String?, exit: Int32, message: String)] = [
        (nil, 26, "--form-fields: cannot read fields.json: No such file or directory"),
        (
            "{\n  \"a\" 1}", 2, "--form-fields: fields.json:2:7: not JSON: here should be ':'"
        ),
        (
            #"{"a": null}"#, 2,
            "--form-fields: fields.json:1:7: 'a' is null, which is no text to send"
        ),
        (
            #"{"fields": {}, "url": "u", "expires": 1}"#, 2,
            "--form-fields: fields.json:1:28: 'expires' would be lost: beside \"fields\" there can be "
                + "a \"url\" only"
        ),
    ]

    @Test(arguments: refused.indices) func refuses(index: Int) async throws {
        let row = Self.refused[index]
        let directory = try TemporaryDirectory()
        if let json = row.json { try directory.file("fields.json", json) }
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "--form-fields", "fields.json", "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(
            result.outcome == Outcome(row.exit, stderr: "formpost: (\(row.exit)) \(row.message)\n"))
        #expect(server.connections.isEmpty)
    }

    @Test func standardInputHasOneReader() async throws {
        let result = try await Command.formpost(
            "--form-fields", "-", "-F", "f=@-", "http://127.0.0.1:1/"
        ).with { $0.stdin = .bytes("{}") }.run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.contains("standard input can be read only once"), "\(result)")
    }

    @Test func needsAURLAllTheSame() async throws {
        let result = try await Command.formpost("--form-fields", "-")
            .with { $0.stdin = .bytes(#"{"url": "http://127.0.0.1:1/"}"#) }.run()
        #expect(
            result.outcome
                == Outcome(2, stderr: "formpost: (2) no URL given (try 'formpost --help')\n"))
    }
}
