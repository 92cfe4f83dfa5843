import Foundation
import TestSupport
import Testing

/// `--capture` when there is no value, or one that cannot be used.
@Suite(.serialized)
struct CaptureFailureTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func formpost(_ arguments: [String]) async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
        }.run()
    }

    /// The requests that need the value are not sent; the others are.
    @Test func noValue() async throws {
        let server = try LoopbackServer(.respond(body: "<html>"), .respond(body: "3"))
        let (login, up) = (server.url("/login"), server.url("/up"))
        let result = try await formpost([
            "-d", "a", "--capture", "t=input:token", login, "--next", "--expand-data", "{{t}}",
            "--capture", "u=header:X", up, up, "--next", "--expand-data", "{{u}}", up, "--next",
            "-d",
            "b", server.url("/other"),
        ])
        #expect(
            result.outcome
                == Outcome(
                    8, stdout: "<html>3",
                    stderr: """
                        formpost: (8) \(login): --capture t=input:token: the response has no <input> \
                        'token' with a value
                        formpost: (8) \(up) and 1 more: not sent, for want of the value of 't' (--capture)
                        formpost: (8) \(up): not sent, for want of the value of 'u' (--capture)
                        \(server.url("/other")): 200, 1 byte
                        1 done, 1 failed (\(login): unexpected answer), 3 not sent

                        """))
        #expect(server.requests.map(\.target) == ["/login", "/other"])
    }

    /// The exit status is that of the first failure.
    @Test func aFailedRequest() async throws {
        let server = try LoopbackServer(
            .respond(500, headers: ["X-Token": "no"]), .respond(headers: ["X-Token": "no"]))
        let result = try await formpost([
            "-sS", "-d", "a", "--capture", "t=header:X-Token", server.url("/1"), server.url("/2"),
            "--next", "--expand-data", "{{t}}", server.url("/3"),
        ])
        #expect(
            result.outcome
                == Outcome(
                    22,
                    stderr: """
                        formpost: (22) \(server.url("/1")): the server answered 500 Internal Server Error
                        formpost: (22) \(server.url("/3")): not sent, for want of the value of 't' \
                        (--capture)

                        """))
        #expect(server.requests.map(\.target) == ["/1", "/2"])
    }

    @Test func noConnection() async throws {
        let port = try DeadPort.refusing()
        let server = try LoopbackServer()
        let result = try await formpost([
            "-sS", "-d", "a", "--capture", "t=header:X-Token", port.url, "--next", "--expand-data",
            "{{t}}", server.url,
        ])
        #expect(result.exitStatus == 7)
        #expect(result.stderrText.contains("(7) \(server.url): not sent, for want of"), "\(result)")
        #expect(server.connections.isEmpty)
    }

    /// A later response may have the value that an earlier one has not.
    @Test func anotherChance() async throws {
        let server = try LoopbackServer(
            .respond(), .respond(headers: ["X-Token": "H"]), .respond())
        let capture = ["-d", "a", "--capture", "t=header:X-Token", server.url("/1")]
        let result = try await formpost(
            ["-sS"] + capture + ["--next"] + capture
                + ["--next", "--expand-data", "{{t}}", server.url("/3")])
        #expect(result.exitStatus == 8)
        #expect(try await server.requests(3).last?.body.text == "H")
    }

    @Test func failEarly() async throws {
        let server = try LoopbackServer(.respond())
        let result = try await formpost([
            "-sS", "--fail-early", "-d", "a", "--capture", "t=header:X", server.url, "--next",
            "--expand-data", "{{t}}", server.url, "--next", "-d", "b", server.url,
        ])
        #expect(result.exitStatus == 8)
        #expect(result.stderrText.split(separator: "\n").count == 1)
        #expect(server.requests.count == 1)
    }

    private static let hostile: [(use: [String], value: String, error: String)] = [
        (
            ["--expand-header", "X: {{t}}", "-d", "a"], #"a\r\nEvil: 1"#,
            "--expand-header: 'X: [masked]' contains a CR, LF or NUL"
        ),
        (
            ["--expand-user-agent", "{{t}}", "-d", "a"], #"a\nEvil: 1"#,
            "'{{t}}' contains a CR, LF or NUL"
        ),
        (["--expand-oauth2-bearer", "{{t}}", "-d", "a"], #"a\r\nEvil: 1"#, "CR, LF or NUL"),
        (["--expand-cookie", "c={{t}}", "-d", "a"], #"a\r\nEvil: 1"#, "CR, LF or NUL"),
        (["--expand-referer", "{{t}}", "-d", "a"], #"a\r\nEvil: 1"#, "CR, LF or NUL"),
        (["--expand-form-string", "a={{t}}"], #"a\u0000"#, "the variable 't' contains a NUL"),
        (["--expand-data", "{{t}}"], "@secret", "would be more than text here"),
        (["--expand-form", "a={{t}}"], "@secret", "would be more than text here"),
        (["--expand-form", "a={{t}}"], "b;headers=@secret", "would be more than text here"),
        (["--expand-form", "a=@own;filename={{t}}"], "b,secret", "would be more than text here"),
        (
            ["--expand-form", "a=@own;filename=a;type={{t}}"], "text/plain;filename=evil",
            "would be more than text here"
        ),
        (
            ["--expand-form", "a=@own;type=a/b;filename={{t}}"], "b;type=x/y",
            "would be more than text here"
        ),
        (
            ["-d", "b", "--expand-url", "http://127.0.0.1:9{{t}}"], "@evil.invalid/",
            "would be more than text here"
        ),
        (["--expand-header", "{{t}}: a", "-d", "b"], "X", "not a header name before the ':'"),
    ]

    /// Nothing that a server says becomes a header, a file or a parameter.
    @Test(arguments: hostile.indices)
    func hostileValues(index: Int) async throws {
        let (use, value, error) = Self.hostile[index]
        try directory.file("secret", "s3cret")
        try directory.file("own", "own")
        let server = try LoopbackServer(.respond(body: "{\"t\":\"\(value)\"}"))
        let result = try await formpost(
            ["-sS", "-d", "a", "-o", "/dev/null", "--capture", "t=json:/t", server.url, "--next"]
                + use
                + [server.url])
        let isTold = error.hasPrefix("not a header name")
        #expect(result.exitStatus == (isTold ? 2 : 8), "\(result)")
        #expect(result.stderrText.contains(error), "\(result.stderrText)")
        #expect(!result.stderrText.contains("Evil"), "\(result.stderrText)")
        #expect(server.requests.count == (isTold ? 0 : 1))
    }

    /// Not a word of the URL that a server chooses goes into the head.
    @Test func aHostileURL() async throws {
        let server = try LoopbackServer(.respond(body: #"{"t":"x HTTP/1.1\r\nEvil: 1\r\n"}"#))
        for url in [server.url("/{{t}}"), "{{t}}"] {
            let result = try await formpost([
                "-sS", "-d", "a", "-o", "/dev/null", "--capture", "t=json:/t", server.url, "--next",
                "-d", "a", "--expand-url", url,
            ])
            #expect(result.exitStatus == 3, "\(result)")
        }
        #expect(server.requests.count == 2)
    }

    private static let refusals: [(arguments: [String], status: Int32, error: String)] = [
        (["--expand-form", "a={{t}}", "-F", "f=@none", "URL"], 26, "cannot read none"),
        (["--expand-form", "f=@{{t}}", "URL"], 2, "cannot name files here"),
        (["--expand-data", "{{t}}", "-F", "a=b", "URL"], 2, "make bodies of different kinds"),
        (["--expand-data", "{{t}}", "-m", "x", "URL"], 2, "-m"),
        (["--expand-url", "http://h:99999/{{t}}", "-d", "a"], 3, "port 99999"),
        (["--expand-url", "ftp://h/{{t}}", "-d", "a"], 1, "only http and https"),
        (["--expand-data", "{{t}}", "-H", "@-", "URL"], 2, "-H - can be read only once"),
        (["--expand-data", "{{t}}", "-H", "@fifo", "URL"], 2, "-H fifo can be read only once"),
        (["--expand-form", "a={{t}};headers=@fifo", "URL"], 2, "can be read only once"),
        (["--expand-form", "a={{t}}", "--form", "b=c;encoder=x", "URL"], 43, "encoder"),
        (["--expand-data", "{{t}}", "-o", "own", "--data", "@own", "URL"], 0, ": 200"),
        (["--expand-header", "a{{t}}", "-d", "a", "URL"], 2, "no ':'"),
        (["--expand-data", "{{u}}", "URL"], 2, "no variable 'u' is set"),
        (["--expand-data", "{{t:mtime}}", "URL"], 2, "'mtime' needs a file"),
        (["--dump-body", "-", "--expand-data", "{{t}}", "URL"], 2, "--dump-body writes one body"),
    ]

    /// What can be known is checked before the first request.
    @Test(arguments: refusals.indices)
    func isRefused(index: Int) async throws {
        let (arguments, status, error) = Self.refusals[index]
        try directory.file("own", "own")
        #expect(mkfifo(directory.path("fifo"), 0o600) == 0)
        let server = try LoopbackServer(.respond(headers: ["X": "H"]))
        let result = try await formpost(
            ["-d", "a", "--capture", "t=header:X", server.url, "--next"]
                + arguments.map { $0 == "URL" ? server.url : $0 })
        #expect(result.exitStatus == status, "\(result)")
        #expect(result.stderrText.contains(error), "\(result.stderrText)")
        #expect(server.requests.isEmpty == (status != 0))
    }
}
