import Foundation
import TestSupport
import Testing

/// Variables on the wire.
@Suite(.serialized)
struct VariableTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(
        _ arguments: [String], environment: [String: String] = [:], input: String = ""
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: ["-sS"] + arguments).with {
            $0.stdin = .bytes(input)
            for (name, value) in environment { $0.environment.variables[name] = value }
        }.run()
    }

    @Test func aDigestInAFieldAndInAHeader() async throws {
        let path = try directory.patternFile("a b.whl", size: 3 << 20)
        let sum = try await Command("/usr/bin/env", arguments: ["sha256sum", path]).run()
        let digest = String(sum.stdoutText.prefix(64))
        let server = try LoopbackServer()
        let result = try await run([
            "--variable", "wheel@\(path)", "--expand-form", "sha256_digest={{wheel:sha256}}",
            "--expand-header", "X-Checksum-Sha256: {{wheel:sha256}}",
            "--expand-header", "Content-MD5: {{wheel:md5:b64}}",
            "--expand-form", "content=@\"\(path)\";filename={{wheel:name}}",
            "--expand-url", server.url("/{{wheel:name:url}}"),
        ])
        #expect(result.outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.target == "/a%20b.whl")
        #expect(request.header("X-Checksum-Sha256") == digest)
        #expect(request.header("Content-MD5")?.utf8.count == 24)
        let form = try request.form()
        #expect(form.parts.first.map { String(decoding: $0.body, as: UTF8.self) } == digest)
    }

    @Test func fromTheEnvironmentAndStandardInput() async throws {
        let server = try LoopbackServer()
        let result = try await run(
            [
                "--variable", "%TOKEN", "--variable", "%NONE=d", "--variable", "in@-",
                "--expand-header", "Authorization: Bearer {{TOKEN:trim}}",
                "--expand-data", "{{in:json}}{{NONE}}", server.url,
            ], environment: ["TOKEN": " s3cret "], input: "a\n\"b\"")
        #expect(result.outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.header("Authorization") == "Bearer s3cret")
        #expect(String(decoding: request.body.bytes, as: UTF8.self) == #"a\n\"b\"d"#)
    }

    /// Also those that the command changes for its libraries.
    @Test func areTheCallersOwn() async throws {
        for value in ["/x", "", [0x2F, 0xFF]] as [any RawBytes] {
            let result = try await Command.formpost(
                "--dry-run=raw", "--variable", "%XDG_DATA_HOME", "--expand-form",
                "a=[{{XDG_DATA_HOME}}]", "http://127.0.0.1:1/"
            ).with { $0.environment["XDG_DATA_HOME"] = value }.run()
            let line = Array("\n[".utf8) + value.rawBytes + Array("]\r".utf8)
            #expect(result.stdout.ranges(of: line).count == 1, "\(result)")
        }
    }

    @Test func inAConfigurationFile() async throws {
        let server = try LoopbackServer()
        let result = try await run(
            ["-K", "-"],
            input: """
                variable = "who=Anna B"
                expand-form = "greeting=Hello {{who}}"
                expand-url = "\(server.url("/{{who:url}}"))"

                """)
        #expect(result.outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.target == "/Anna%20B")
        #expect(request.body.text.contains("\r\n\r\nHello Anna B\r\n"))
    }

    /// A variable that is set, in an option without `--expand-`; another text with braces is text.
    @Test(arguments: [("{{v}}", true), ("{{v:trim}}", true), ("{{w}}", false)])
    func anUnexpandedVariableIsWarnedOf(text: String, isWarned: Bool) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "--variable", "v=1", "-F", "a=\(text)", server.url
        ).run()
        let warning =
            "formpost: warning: -F: \(text) is sent as it is: --expand-form replaces it\n"
        #expect(result.outcome == Outcome(0, stderr: isWarned ? warning : ""))
        #expect(try await server.request().form().parts[0].bodyText == text)
    }

    /// curl leaves the header out and says nothing. For a credential see EmptySecretTests.
    @Test(arguments: [("", true), (" ", true), ("t0ken", false)])
    func anEmptyHeaderIsWarnedOf(value: String, isEmpty: Bool) async throws {
        let server = try LoopbackServer()
        for options in [[], ["-s"]] {
            let result = try await Command.formpost(
                arguments: options + [
                    "--variable", "%LABEL", "--expand-header", "X-Label: {{LABEL}}", "-F", "a=b",
                    server.url,
                ]
            ).with { $0.environment["LABEL"] = value }.run()
            let warning =
                "formpost: warning: --expand-header: 'X-Label' has no value, and is not sent\n"
            #expect(result.exitStatus == 0)
            #expect(
                result.stderrText.contains(warning) == (isEmpty && options.isEmpty), "\(result)")
        }
        let sent = try await server.requests(2).map { $0.header("X-Label") }
        #expect(sent == (isEmpty ? [nil, nil] : [value, value]))
    }

    /// Also where the typed value would be.
    @Test func secretsAreMasked() async throws {
        let server = try LoopbackServer()
        let result = try await run(
            [
                "-v", "--variable", "%T", "--expand-header", "Authorization: Bearer {{T}}",
                "--expand-form", "token={{T}}", "--trace-ascii", "-", server.url,
            ], environment: ["T": "s3cret"])
        #expect(result.exitStatus == 0)
        #expect(!result.stderrText.contains("s3cret") && !result.stdoutText.contains("s3cret"))
    }

    @Test func aCurlLineHasTheExpandedValues() async throws {
        let result = try await run([
            "--curl", "--variable", "a=1 2", "--expand-form", "x={{a}}", "--expand-user-agent",
            "{{a}}", "http://h/",
        ])
        #expect(result.outcome == Outcome(0, stdout: result.stdoutText))
        #expect(result.stdoutText.contains("--user-agent '1 2'"), "\(result)")
        #expect(!result.stdoutText.contains("expand"), "\(result)")
        #expect(!result.stdoutText.contains("variable"), "\(result)")
    }

    /// A configuration file that is a FIFO holds the command between hashing and sending.
    @Test func whatWasHashedIsWhatIsSent() async throws {
        let path = try directory.file("f", "before")
        let fifo = directory.path("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let server = try LoopbackServer()
        let command = try Command.formpost(
            "-sS", "--variable", "f@\(path)", "--expand-form", "d={{f:sha1}}", "-F", "f=@\(path)",
            "-K", fifo, server.url
        ).start()
        // Opening it succeeds when the command has hashed the file and reads the FIFO.
        let writer = try #require(FileHandle(forWritingAtPath: fifo))
        try directory.file("f", "after!")
        try writer.close()
        let result = await command.result()
        #expect(
            result.outcome
                == Outcome(
                    26,
                    stderr:
                        "formpost: (26) \(path) has changed since its digest or length was taken\n")
        )
        #expect(server.requests.isEmpty)
    }

    @Test func aLargeFileIsNotReadIntoMemory() async throws {
        let path = try directory.sparseFile("large", size: 1 << 27)
        let result = try await run([
            "--dry-run=raw", "--variable", "f@\(path)", "--expand-header", "X-A: {{f:sha1}}",
            "-F", "a=b", "http://h/",
        ])
        #expect(result.exitStatus == 0)
        #expect(
            (result.stdoutText + result.stderrText).contains(
                "ba713b819c1202dcb0d178df9d2b3222ba1bba44"))
        #expect(result.peakMemory < 64 << 20)
    }
}
