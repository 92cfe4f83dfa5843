import Foundation
import TestSupport
import Testing

/// `--progress json`: how each request ends for programs, and with which exit status.
@Suite(.serialized)
struct ProgressStreamEndTests {
    private func entries(_ arguments: [String]) async throws -> (CommandResult, [StreamEntry]) {
        let result = try await Command.formpost(
            arguments: ["-o", "/dev/null", "--progress", "json"] + arguments
        ).run()
        return (result, try StreamEntry.all(in: result.stderrText))
    }

    private func ends(_ entries: [StreamEntry]) -> [String] {
        entries.filter { ["end", "skipped", "notsent"].contains($0.event) }.map {
            "\($0.event) \($0.index ?? 0) \($0.exit.map(String.init) ?? "-")"
        }
    }

    /// A response that breaks off is no end: another attempt follows.
    @Test func anAttemptFollowsABrokenResponse() async throws {
        let server = try LoopbackServer(
            [.readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .close],
            .respond(201, body: "abcdefghi"))
        let (result, entries) = try await entries([
            "--retry", "1", "--retry-delay", "0.01", "--retry-all-errors", "-F", "a=b", server.url,
        ])
        #expect(result.exitStatus == 0)
        let told = entries.filter {
            !["progress", "waiting", "retrying", "message"].contains($0.event)
        }
        #expect(told.map(\.event) == ["start", "response", "retry", "response", "end"])
        #expect(told.map(\.status) == [nil, 200, nil, 201, 201])
        #expect(told.last?.exit == 0 && told.last?.error == nil)
    }

    /// The exit status is that of the command, and the error the line of it.
    @Test func whatCannotBeWrittenIsTheEnd() async throws {
        let server = try LoopbackServer(.respond())
        let (result, entries) = try await entries([
            "-w", "%output{/dev/full}x", "-F", "a=b", server.url,
        ])
        #expect(result.exitStatus == 23)
        let end = try #require(entries.last)
        #expect(end.event == "end" && end.status == 200 && end.exit == 23)
        #expect(entries.contains { $0.event == "message" && $0.text == end.error })
    }

    /// A pipe that is ready takes a page, and no more without waiting.
    @Test func aLineThatNobodyReadsIsGivenUp() async throws {
        let server = try LoopbackServer()
        let directory = try TemporaryDirectory()
        let path = directory.path("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDWR)
        defer { close(reader) }
        let result = try await Command.formpost(
            "--progress", "json", "--progress-to", path, "-F", "a=b",
            server.url("/" + String(repeating: "x", count: 40_000))
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stderrText.hasSuffix("HTTP/1.1 200 OK\n"), "\(result)")
        #expect(try await server.request().body.count > 0)
    }

    /// Each has an end, and what --fail-early leaves out is told.
    @Test func whatIsLeftOutIsTold() async throws {
        let server = try LoopbackServer(.respond(), .respond(404))
        let (result, entries) = try await entries([
            "--fail-early", "-F", "a=b", server.url("/[1-4]"),
        ])
        #expect(result.exitStatus == 22)
        #expect(ends(entries) == ["end 1 0", "end 2 22", "notsent 3 -", "notsent 4 -"])
        #expect(entries.last?.event == "summary" && entries.last?.exit == 22)
    }

    /// One that was under way is ended.
    @Test func whatIsEndedIsTold() async throws {
        let (arrived, ended) = (Gate(), Gate())
        let server = try LoopbackServer { request in
            request.target == "/1"
                ? Answer([.readBody, .wait(arrived), .respond(404)])
                : Answer([.readBody, .open(arrived), .wait(ended)])
        }
        defer { ended.open() }
        let (result, entries) = try await entries([
            "-Z", "--parallel-max", "2", "--fail-early", "-F", "a=b", server.url("/[1-4]"),
        ])
        #expect(result.exitStatus == 22)
        #expect(
            ends(entries) == ["end 1 22", "end 2 28", "notsent 3 -", "notsent 4 -"])
    }

    /// A request whose value was not captured.
    @Test func whatWantsAValueIsTold() async throws {
        let server = try LoopbackServer(.respond(body: "{}"))
        let (result, entries) = try await entries([
            "-d", "a", "--capture", "t=json:/t", server.url, "--next", "--expand-data", "{{t}}",
            server.url,
        ])
        #expect(result.exitStatus == 8)
        #expect(ends(entries) == ["end 1 8", "notsent 2 -"])
    }
}
