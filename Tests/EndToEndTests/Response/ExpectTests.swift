import Foundation
import TestSupport
import Testing

/// `--expect`: what a response must have.
@Suite struct ExpectTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var expected: String
        var body: String
        /// `nil`: it is met.
        var reason: String?

        init(_ expected: String, _ body: String, _ reason: String? = nil) {
            (self.expected, self.body, self.reason) = (expected, body, reason)
        }

        var testDescription: String { "\(expected) \(body)" }
    }

    private static let html = #"<input name="a" value="1"><meta name="m" content="x">"#

    static let rows = [
        Row("json:/ok=true", #"{"ok":true}"#),
        Row("json:/ok=true", #"{"ok":"true"}"#),
        Row("json:/ok=true", #"{"ok":false}"#, "the response has false there"),
        Row("json:/ok=true", "{}", "the response has no value at this place"),
        Row("json:/ok=true", #"{"ok":null}"#, "this place has null, which is no text"),
        Row(
            "json:/ok=true", "OK",
            "the response is not what JSON is read from (line 1, column 1): not JSON: here should be a "
                + "text in double quotes, a number, true or false"),
        Row("json:/ok=true", "", "the response is empty"),
        Row("json:/a/token=1", #"{"a":{"token":"t0ken"}}"#, "the response has [masked] there"),
        Row(
            "json:/u=1", #"{"u":"https://a:b@h/"}"#, "the response has https://a:[masked]@h/ there"),
        Row("json:/n=12", #"{"n":12}"#),
        Row("json:/n=12", #"{"n":12.0}"#, "the response has 12.0 there"),
        Row("json:/a/0=b=c", #"{"a":["b=c"]}"#),
        Row(#"json:/a\=b=c\=d"#, #"{"a=b":"c\\=d"}"#), Row(#"json:/a\=b"#, #"{"a=b":1}"#),
        Row(#"json:/a\b\=/c=1"#, #"{"a\\b=":{"c":1}}"#),
        Row("json:/a", #"{"a":{}}"#), Row("json:/a", #"{"a":""}"#),
        Row("json:/a", #"{"a":null}"#, "this place has null, which is no text"),
        Row("json:/a=", #"{"a":""}"#), Row("json:/a=", #"{"a":"x"}"#, "the response has x there"),
        Row("header:x-id", ""), Row("header:X-Id=7 8", ""),
        Row("header:x-id=7", "", "the response has 7 8 there"),
        Row("header:x-no", "", "the response has no header 'x-no'"),
        Row("cookie:sid=abc", ""), Row("cookie:sid=ab", "", "the response has [masked] there"),
        Row("cookie:no", "", "the response sets no cookie 'no'"),
        Row("input:a=1", html),
        Row("input:b", html, "the response has no <input> 'b' with a value"),
        Row("meta:m=x", html), Row("meta:n", html, "the response has no <meta> 'n' with a content"),
        Row("text:accepted", "It was accepted."), Row("text:a:b=c", "xa:b=c"),
        Row("text:accepted", "no", "the response has no such text"),
        Row("text:accepted", "", "the response has no such text"),
    ]

    private static func answer(_ body: String) -> Answer {
        .respond(200, headers: ["X-Id": "7 8", "Set-Cookie": "sid=abc; Path=/"], body: body)
    }

    @Test(arguments: rows) func isMetOrNot(row: Row) async throws {
        let server = try LoopbackServer(Self.answer(row.body))
        let result = try await Command.formpost(
            "-sS", "--expect", row.expected, "-F", "a=b", server.url
        ).run()
        let error = row.reason.map { reason in
            let shown = row.expected.contains(" ") ? "'\(row.expected)'" : row.expected
            return "formpost: (22) --expect \(shown): \(reason)\n"
        }
        // The answer is printed all the same.
        #expect(
            result.outcome
                == Outcome(error == nil ? 0 : 22, stdout: row.body, stderr: error ?? ""))
    }

    @Test func allMustBeMet() async throws {
        let server = try LoopbackServer(Self.answer(#"{"ok":true}"#))
        let result = try await Command.formpost(
            "-sS", "--expect", "json:/ok=true", "--expect", "header:x-no", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 22)
        #expect(
            result.stderrText
                == "formpost: (22) --expect header:x-no: the response has no header 'x-no'\n")
    }

    /// A bad status is said first.
    @Test func theStatusComesFirst() async throws {
        let server = try LoopbackServer(.respond(500, body: "x"))
        let result = try await Command.formpost(
            "-sS", "--expect", "text:y", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 22)
        #expect(result.stderrText.contains("the server answered 500"))
    }

    @Test func isTriedAgain() async throws {
        let server = try LoopbackServer(
            .respond(200, body: "busy"), .respond(200, body: "busy"), .respond(200, body: "done"))
        let result = try await Command.formpost(
            "--retry", "3", "--retry-delay", "0.01", "--expect", "text:done", "-F", "a=b",
            server.url
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stdoutText == "done")
        #expect(
            result.stderrText.components(separatedBy: "the response has no such text; trying again")
                .count == 3, "\(result.stderrText)")
        #expect(try await server.requests(3).count == 3)
    }

    @Test func isTriedNoMoreThanAllowed() async throws {
        let server = try LoopbackServer(.respond(200, body: "busy"))
        let result = try await Command.formpost(
            "-sS", "--retry", "1", "--retry-delay", "0.01", "--expect", "text:done", "-F", "a=b",
            server.url
        ).run()
        #expect((result.exitStatus, result.stdoutText) == (22, "busy"))
        #expect(try await server.requests(2).count == 2)
    }

    /// The journal has only what was accepted.
    @Test func countsForTheJournal() async throws {
        let directory = try TemporaryDirectory()
        for name in ["a", "b"] { try directory.file(name, name) }
        let server = try LoopbackServer(
            .respond(200, body: #"{"ok":false}"#), .respond(200, body: #"{"ok":true}"#))
        let command = Command.formpost(
            "-sS", "--journal", "journal", "--expect", "json:/ok=true", "--each", "f=@?",
            server.url
        ).with { $0.workingDirectory = directory.path }
        #expect(try await command.run().exitStatus == 22)
        #expect(try await command.run().exitStatus == 0)
        let sent = try await server.requests(3).map { try $0.form().part("f")?.bodyText }
        #expect(sent == ["a", "b", "a"])
    }

    @Test(arguments: [
        ("ok", "is not json:/POINTER, header:NAME"), ("json:ok", "is not a JSON Pointer"),
        ("text:", "is not json:/POINTER"), ("header:", "is not json:/POINTER"),
        ("header:a b", "is not a header name"), ("status:200", "is not json:/POINTER"),
    ])
    func isRefused(value: String, reason: String) async throws {
        let result = try await Command.formpost(
            "--expect", value, "-F", "a=b", "http://127.0.0.1:9/"
        ).run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.contains(reason), "\(result.stderrText)")
    }
}
