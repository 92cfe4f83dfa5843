import TestSupport
import Testing

/// `--bearer-env`: a token that is on no command line.
@Suite(.serialized)
struct BearerEnvironmentTests {
    @Test func isSent() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-v", "--bearer-env", "CI_TOKEN", "-F", "a=b", server.url
        ).with { $0.environment["CI_TOKEN"] = "s3cret-t0ken" }.run()
        #expect(result.exitStatus == 0)
        let request = try await server.request()
        #expect(request.header("Authorization") == "Bearer s3cret-t0ken")
        #expect(result.stderrText.contains("> Authorization: [masked]"))
        #expect(!result.stderrText.contains("s3cret"))
    }

    /// Whatever its bytes are.
    @Test func isSentAsItIs() async throws {
        let server = try LoopbackServer()
        let token: [UInt8] = Array("a\u{FFFD}b".utf8) + [0xFF]
        let result = try await Command.formpost(
            "-s", "--bearer-env", "CI_TOKEN", "-F", "a=b", server.url
        ).with { $0.environment["CI_TOKEN"] = token }.run()
        #expect(result.outcome == Outcome(0))
        let line = Array("\r\nAuthorization: Bearer ".utf8) + token + [0x0D, 0x0A]
        #expect(try await server.request().head.contains(line))
    }

    private static let rows: [(value: String?, stderr: String)] = [
        (
            nil,
            "--bearer-env: the environment has no variable of that name (it is the name of a "
                + "variable, not the token)"
        ),
        ("", "--bearer-env: the environment's CI_TOKEN is empty"),
        (
            "a\nX-B: c",
            "--bearer-env: '[masked]' contains a CR, LF or NUL, which no header may contain"
        ),
        (
            "abc\r",
            "--bearer-env: '[masked]' contains a CR, LF or NUL, which no header may contain: --variable "
                + "%CI_TOKEN --expand-oauth2-bearer '{{CI_TOKEN:trim}}' leaves out a line end after the "
                + "text"
        ),
    ]

    @Test(arguments: rows)
    func isChecked(row: (value: String?, stderr: String)) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "--bearer-env", "CI_TOKEN", "-F", "a=b", server.url
        ).with { $0.environment["CI_TOKEN"] = row.value }.run()
        #expect(result.outcome == Outcome(2, stderr: "formpost: (2) \(row.stderr)\n"))
        #expect(server.connections.isEmpty)
    }

    /// It is read before the requests are known.
    @Test func hasNoVariablesOfARequest() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.file("a", "x")
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "--each", "f=@\(directory.path("a"))", "--expand-bearer-env", "TOK_{{index}}",
            server.url
        ).with { $0.environment["TOK_1"] = "s3cret" }.run()
        #expect(
            result.outcome
                == Outcome(
                    2,
                    stderr: "formpost: (2) --expand-bearer-env: --expand-bearer-env is read before "
                        + "the requests of --each, and cannot use their variables\n"))
        #expect(server.connections.isEmpty)
    }

    /// Where the printed command for curl is run, the token is a variable.
    @Test func isAVariableForCurl() async throws {
        let result = try await Command.formpost(
            "--curl", "--bearer-env", "CI_TOKEN", "-F", "a=b", "http://h.test/"
        ).with { $0.environment["CI_TOKEN"] = "s3cret" }.run()
        #expect(result.exitStatus == 0 && result.stderrText == "", "\(result)")
        #expect(result.stdoutText.contains(#"--oauth2-bearer "$TOKEN""#), "\(result)")
        #expect(!result.stdoutText.contains("s3cret"))
    }
}
