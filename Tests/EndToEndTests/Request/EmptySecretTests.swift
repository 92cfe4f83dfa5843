import Foundation
import TestSupport
import Testing

/// A credential whose variable is empty is not sent.
@Suite struct EmptySecretTests {
    private func run(_ arguments: [String], _ value: String = "") async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).with {
            for name in ["TOKEN", "LOGIN"] { $0.environment[name] = value }
        }.run()
    }

    private static let refused: [(option: String, value: String)] = [
        ("header", "Authorization: Bearer {{LOGIN}}"), ("header", "X-Api-Key:{{LOGIN:trim}}"),
        ("user", "anna:{{LOGIN}}"), ("user", "{{LOGIN}}:secret"), ("proxy-user", "a:{{LOGIN}}"),
        ("oauth2-bearer", "{{LOGIN}}"), ("form", "password={{LOGIN}}"),
        ("form-string", "token={{LOGIN:b64}}"), ("data", "a=b&token={{LOGIN}}"),
        ("json", #"{"a":1,"token":"{{LOGIN:json}}"}"#), ("data-urlencode", "token={{LOGIN}}"),
        ("cookie", "session={{LOGIN}}"), ("url-query", "token={{LOGIN}}"),
        // These are secrets by their names.
        ("form", "comment={{TOKEN}}"), ("header", "X-Tenant: {{TOKEN}}"),
        ("variable", "login=anna:{{TOKEN}}"),
    ]

    @Test(arguments: refused, ["", " \n"])
    func isRefused(row: (option: String, value: String), value: String) async throws {
        let server = try LoopbackServer(.respond())
        let name = row.value.contains("TOKEN") ? "TOKEN" : "LOGIN"
        let result = try await run(
            [
                "-s", "--variable", "%\(name)", "--expand-\(row.option)", row.value, "-d", "a=b",
                server.url,
            ], value)
        #expect(
            result.outcome
                == Outcome(
                    2,
                    stderr: """
                        formpost: (2) --expand-\(row.option): the variable '\(name)' is empty, and an \
                        empty credential is not sent: set it to the secret

                        """))
        #expect(server.requests.isEmpty)
    }

    @Test func inTheURL() async throws {
        for url in [
            "http://127.0.0.1:1/bot{{TOKEN}}/x", "http://127.0.0.1:1/?sig={{LOGIN}}",
            "http://a:{{LOGIN}}@127.0.0.1:1/",
        ] {
            let result = try await run(
                ["--variable", "%TOKEN", "--variable", "%LOGIN", "-F", "a=b", "--expand-url", url])
            #expect(result.exitStatus == 2 && result.stderrText.contains("is empty"), "\(result)")
        }
    }

    /// No credential, a default, or a text beside it.
    @Test(arguments: [
        ["--variable", "%LOGIN", "--expand-form-string", "comment={{LOGIN}}"],
        ["--variable", "%LOGIN", "--expand-header", "X-Tenant: a{{LOGIN}}", "-F", "a=b"],
        ["--variable", "%TOKEN", "-F", "a=b"],
        ["--variable", "%NONE=abc", "--expand-header", "X-Api-Key: {{NONE}}", "-F", "a=b"],
        ["--variable", "a=", "--expand-json", #"{"token":"t","name":"{{a}}"}"#],
    ])
    func othersAreSent(arguments: [String]) async throws {
        let server = try LoopbackServer(.respond())
        let result = try await run(["-sS"] + arguments + [server.url])
        #expect(result.outcome == Outcome(0))
        #expect(server.requests.count == 1)
    }
}
