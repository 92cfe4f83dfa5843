import TestSupport
import Testing

/// An upload needs no environment, and leaves no files.
@Suite(.serialized)
struct EnvironmentTests {
    private static let rows: [(String, CommandEnvironment)] = [
        ("fresh", .scrubbed),
        ("no home", changed(["HOME": "/nonexistent"])),
        ("no place for temporary files", changed(["TMPDIR": "/nonexistent"])),
        ("neither", changed(["HOME": "/nonexistent", "TMPDIR": "/nonexistent"])),
        ("home that is a file", changed(["HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null"])),
        ("empty", changed(["HOME": "", "TMPDIR": ""])),
        ("another language", changed(["LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR"])),
        ("not UTF-8", changed(["X": [0xFF, 0x80]])),
    ]

    private static func changed(_ variables: [String: any RawBytes]) -> CommandEnvironment {
        var environment = CommandEnvironment.scrubbed
        for (name, value) in variables { environment[name] = value }
        return environment
    }

    @Test(arguments: rows.indices)
    func isNotNeeded(row: Int) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("f", "hello")
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "a=b", "Cache-Control": "max-age=99"], body: "ok"))
        let result = try await Command.formpost("-sS", "-F", "f=@" + file, server.url)
            .with {
                $0.environment = Self.rows[row].1
                $0.workingDirectory = directory.path
            }.run()
        #expect(result.outcome == Outcome(0, stdout: "ok"), "\(Self.rows[row].0)")
        #expect(directory.entries() == ["f"])
        #expect(try await server.request().form().part("f")?.bodyText == "hello")
    }

    /// A secret that an editor has put a line end behind, and the way out.
    @Test func aLineEndInASecretNamesTrim() async throws {
        let server = try LoopbackServer { _ in .respond() }
        let rows: [(option: String, value: String, message: String)] = [
            (
                "header", "Authorization: Bearer {{TOKEN}}",
                "'Authorization: [masked]' contains a CR, LF or NUL, which no header may contain: "
                    + "{{TOKEN:trim}} leaves out a line end after the text"
            ),
            (
                "oauth2-bearer", "{{TOKEN}}",
                "'[masked]' contains a CR, LF or NUL, which no header may contain: {{TOKEN:trim}} "
                    + "leaves out a line end after the text"
            ),
            (
                "user", "anna:{{TOKEN}}",
                "a CR, LF or NUL in it would end its line: {{name:trim}} leaves out a line end after "
                    + "the text of a variable"
            ),
        ]
        for row in rows {
            let run = { (value: String) in
                try await Command.formpost(
                    "-sS", "--variable", "%TOKEN", "--expand-\(row.option)", value, "-F", "a=b",
                    server.url
                ).with { $0.environment["TOKEN"] = "abc\r\n" }.run()
            }
            let refused = "formpost: (2) --expand-\(row.option): \(row.message)\n"
            #expect(try await run(row.value).outcome == Outcome(2, stderr: refused))
            let trimmed = row.value.replacing("TOKEN", with: "TOKEN:trim")
            #expect(try await run(trimmed).outcome == Outcome(0))
        }
        // Inside the text nothing helps.
        let inside = try await Command.formpost(
            "--variable", "%TOKEN", "--expand-oauth2-bearer", "{{TOKEN}}", "-F", "a=b", server.url
        ).with { $0.environment["TOKEN"] = "a\nb" }.run()
        #expect(inside.stderrText.hasSuffix("which no header may contain\n"))
    }

    /// The variable that names the file, not an option that was not given.
    @Test(arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"])
    func aMissingCertificateFileNamesItsVariable(name: String) async throws {
        let result = try await Command.formpost("-sS", "-F", "a=b", "https://127.0.0.1:9/")
            .with { $0.environment[name] = "/nowhere" }.run()
        #expect(
            result.outcome
                == Outcome(
                    77,
                    stderr:
                        "formpost: (77) error setting certificate file: /nowhere: No such file or "
                        + "directory (\(name))\n"))
    }

    /// Not even a variable that finds libraries, since the command brings or knows its own.
    @Test func needsNoVariableAtAll() async throws {
        let server = try LoopbackServer(.respond(body: "ok"))
        let directory = try TemporaryDirectory()
        let result = try await Command.formpost("-sS", "-F", "a=b", server.url)
            .with {
                $0.environment = [:]
                $0.environment.hasFreshDirectories = false
                $0.workingDirectory = directory.path
            }.run()
        #expect(result.outcome == Outcome(0, stdout: "ok"))
        #expect(directory.entries() == [])
    }
}
