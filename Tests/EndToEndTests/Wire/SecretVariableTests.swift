import Foundation
import TestSupport
import Testing

/// The values of secret variables are printed nowhere; a server's answer is.
@Suite(.serialized)
struct SecretVariableTests {
    private static let secret = #"s3c/ret "x" value"#
    private static let words = ["s3c/ret", "s3c%2Fret", "s3c%2fret", "czNjL3JldCAieCI"]

    private func run(
        _ arguments: [String], name: String = "MY_TOKEN", file: [UInt8]? = nil
    ) async throws -> CommandResult {
        let directory = try TemporaryDirectory()
        if let file { try directory.file("value", file) }
        return try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
            $0.environment[name] = Self.secret
        }.run()
    }

    private func isShown(_ result: CommandResult) -> Bool {
        let text = MaskingTests.undumped(result.stderrText + result.stdoutText)
        return Self.words.contains { text.contains($0) }
    }

    private func uses(_ url: String, _ name: String) -> [String] {
        [
            "--expand-form", "c=\"{{\(name):json}}\"", "--expand-header", "X-A: {{\(name)}}",
            "--expand-header", "X-B: {{\(name):b64}}", "--expand-form-string", "d={{\(name)}}",
            "--expand-form-string", "{{\(name)}}=e",
            "--expand-url", "\(url){{\(name):url}}/q?x={{\(name):url}}",
        ]
    }

    private static let shows = [
        ["-v"], ["--trace", "%"], ["--trace-ascii", "%"], ["--dry-run"], ["--curl"],
        ["-w", "%{url} %{url_effective} %{json}"], ["--progress", "json"],
    ]

    @Test(arguments: shows)
    func areMasked(show: [String]) async throws {
        let server = try LoopbackServer(.respond(500, headers: ["X-Echo": Self.secret]))
        let result = try await run(
            show + ["--variable", "%MY_TOKEN"] + uses(server.url, "MY_TOKEN"))
        let sendsNothing = show[0] == "--dry-run" || show[0] == "--curl"
        #expect(result.exitStatus == (sendsNothing ? 0 : 22), "\(result)")
        #expect(!isShown(result), "\(result)")
        #expect(
            (result.stderrText + result.stdoutText).contains(
                show[0] == "--curl" ? "$MY_TOKEN" : "masked"))
        guard !sendsNothing else { return }
        #expect(server.requests.first?.header("X-A") == Self.secret)
        if show[0] == "--progress" { return }
        let open = try await run(
            show + ["--show-secrets", "--variable", "%MY_TOKEN"] + uses(server.url, "MY_TOKEN"))
        #expect(isShown(open), "\(open)")
    }

    /// Another variable is masked if the user says so, wherever it comes from.
    @Test(arguments: [
        ["--variable", "%LOGIN"], ["--variable", "LOGIN@value"],
        ["--variable", "LOGIN=" + secret],
    ])
    func othersAreNamed(variable: [String]) async throws {
        let server = try LoopbackServer(.respond())
        let content = Array((Self.secret + "\n").utf8)
        for named in [[], ["--secret-variable", "LOGIN"]] {
            let result = try await run(
                ["-v"] + named + variable + [
                    "--expand-header", "X-A: {{LOGIN:trim}}", "-F", "a=b", server.url,
                ], name: "LOGIN", file: content)
            #expect(result.exitStatus == 0)
            #expect(isShown(result) == named.isEmpty, "\(result)")
        }
    }

    /// The content of a file whose variable's name says that it is a secret.
    @Test func aFileIsASecret() async throws {
        let server = try LoopbackServer(.respond())
        let result = try await run(
            [
                "-v", "--variable", "TOKEN@value", "--expand-form", "a={{TOKEN:json}}",
                "--expand-header", "X-A: {{TOKEN:b64}}", server.url,
            ], file: Array(Self.secret.utf8))
        #expect(result.exitStatus == 0 && !isShown(result), "\(result)")
    }

    @Test func bearerEnvIsASecret() async throws {
        let server = try LoopbackServer(.respond(307, headers: ["Location": "/?x=t0kent0ken"]))
        let result = try await Command.formpost(
            "-v", "--bearer-env", "JOB_TOKEN", "-F", "a=b", server.url
        ).with { $0.environment["JOB_TOKEN"] = "t0kent0ken" }.run()
        #expect(!(result.stderrText + result.stdoutText).contains("t0ken"), "\(result)")
    }

    /// Messages about the command line, too.
    @Test func errorsAreMasked() async throws {
        for option in ["max-time", "form", "url", "proto", "output"] {
            let result = try await run(
                [
                    "--variable", "%MY_TOKEN", "--expand-\(option)",
                    option == "form" ? "f=@/{{MY_TOKEN}}" : "http://[{{MY_TOKEN}}", "-F", "a=b",
                    "http://127.0.0.1:1/",
                ])
            #expect(result.exitStatus != 0 && !isShown(result), "\(result)")
        }
        let long = try await run(
            [
                "--variable", "%MY_TOKEN", "--expand-form",
                "f=@/" + String(repeating: "x", count: 190) + "{{MY_TOKEN}}", "http://h/",
            ])
        #expect(long.stderrText.contains("xx[maske") && !isShown(long), "\(long)")
    }

    /// A value from a response, for which the user asks by name.
    @Test func aCapturedOneIsNamed() async throws {
        let server = try LoopbackServer(.respond(body: #"{"t":"captured-1"}"#), .respond())
        let result = try await Command.formpost(
            "-v", "--secret-variable", "t", "--capture", "t=json:/t", "-o", "/dev/null", "-d",
            "a=b",
            server.url, "--next", "--expand-header", "X-A: {{t}}", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0 && result.stderrText.contains("X-A: [masked]"), "\(result)")
        #expect(!result.stderrText.contains("captured-1"))
    }

    /// A parameter that is masked by its name may be in the middle of a secret.
    @Test(arguments: [
        ["-v"], ["--dry-run"], ["--curl"], ["-w", "%{url}"], ["--progress", "json"],
    ])
    func aSecretURLIsMaskedAsAWhole(show: [String]) async throws {
        let server = try LoopbackServer(.respond(500))
        let result = try await Command.formpost(
            arguments: show + [
                "--variable", "%HOOK_URL", "--expand-url", "{{HOOK_URL}}", "-F", "a=b",
            ]
        ).with {
            $0.environment["HOOK_URL"] = server.url("/hidden1/x?token=hidden2&part=hidden3")
        }.run()
        #expect(!(result.stdoutText + result.stderrText).contains("hidden"), "\(result)")
    }

    /// The answer is data: it comes as it is.
    @Test func theAnswerStays() async throws {
        let server = try LoopbackServer(
            .respond(headers: ["X-Echo": Self.secret], body: #"{"echo":"s3c/ret"}"#))
        let result = try await run(
            [
                "-sS", "-i", "--variable", "%MY_TOKEN", "--expand-header", "X-A: {{MY_TOKEN}}",
                "-F",
                "a=b", "-w", "%header{x-echo}", server.url,
            ])
        #expect(result.stdoutText.contains(#"{"echo":"s3c/ret"}"#))
        #expect(result.stdoutText.contains("X-Echo: \(Self.secret)"))
        #expect(result.stdoutText.hasSuffix(Self.secret))
    }

    /// The journal has the URL without them, and tells two apart.
    @Test func theJournalHasNone() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("f", "content")
        let server = try LoopbackServer(.respond())
        for value in ["12345678", "12345678", "87654321"] {
            let result = try await Command.formpost(
                "-sS", "--variable", "%MY_TOKEN", "--journal", "journal", "--each", "f=@f",
                "--expand-url", server.url + "{{MY_TOKEN}}/up"
            ).with {
                $0.workingDirectory = directory.path
                $0.environment["MY_TOKEN"] = value
            }.run()
            #expect(result.exitStatus == 0)
        }
        #expect(server.requests.count == 2)
        let journal = String(decoding: try directory.contents(of: "journal"), as: UTF8.self)
        #expect(journal.contains("/[masked]/up") && !journal.contains("12345678"), "\(journal)")
    }

    /// A numeric secret leaves the stream of progress JSON.
    @Test func theStreamStaysJSON() async throws {
        let server = try LoopbackServer(.respond())
        let body = String(repeating: "x", count: 10_000_000 - 1)
        let directory = try TemporaryDirectory()
        try directory.file("f", body + "y")
        let result = try await Command.formpost(
            "--progress", "json", "--variable", "%PIN_TOKEN", "--expand-header", "X: {{PIN_TOKEN}}",
            "-T", "f", server.url
        ).with {
            $0.workingDirectory = directory.path
            $0.environment["PIN_TOKEN"] = "10000000"
        }.run()
        for line in result.stderrText.split(separator: "\n") {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
        }
        #expect(result.stderrText.contains(#""sent":10000000"#))
    }
}
