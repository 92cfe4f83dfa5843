import TestSupport
import Testing

/// `--json` with text that is not JSON is doubted, and sent as it is.
@Suite struct JSONDataTests {
    @Test(arguments: [
        (["--json", "{a:1}"], "{a:1}"), (["--json", #"{"a""#, "--json", "}"], #"{"a"}"#),
        (["--variable", "v=1", "--expand-json", "{a:{{v}}}"], "{a:1}"),
    ])
    func isDoubted(arguments: [String], body: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: ["-sS"] + arguments + [server.url]).run()
        let option = arguments.contains("--json") ? "--json" : "--expand-json"
        let warning =
            "formpost: warning: \(option): the body is not JSON: names and texts need double quotes, "
            + #"as in '{"a":"b"}'"# + "\n"
        #expect(result.outcome == Outcome(0, stderr: warning))
        #expect(try await server.request().body.text == body)
    }

    /// In pieces, of another type, or not declared to be JSON.
    @Test(arguments: [
        ["--json", #"{"a""#, "--json", ":1}"], ["--json", "1"], ["--json", ""], ["-d", "{a:1}"],
        ["--json", "{}\n{}", "-H", "Content-Type: application/x-ndjson"],
    ])
    func isNotDoubted(arguments: [String]) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: arguments + [server.url]).run()
        #expect(result.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))
    }
}
