import TestSupport
import Testing

/// `-m` ends a transfer in every phase, and nothing else does.
@Suite(.serialized)
struct TimeLimitTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var steps: [Step]
        var reason: String
        var stdout = ""

        var testDescription: String { name }
    }

    private static let rows = [
        Row(
            name: "silence", steps: [.readBody, .drain],
            reason: "while waiting for the response (139 of 139 bytes sent)"),
        Row(
            name: "half a head", steps: [.readBody, .send("HTTP/1.1 200 OK\r\nX:"), .drain],
            reason: "while waiting for the response (139 of 139 bytes sent)"),
        Row(
            name: "a 103 and silence", steps: [.readBody, .respond(103), .drain],
            reason: "while waiting for the response (139 of 139 bytes sent)"),
        Row(
            name: "half a body",
            steps: [.readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .drain],
            reason: "while receiving the response (3 bytes received)", stdout: "abc"),
        Row(
            name: "a byte now and then",
            steps: [
                .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"),
                .dribble(String(repeating: "x", count: 9000), size: 1, pause: 0.02), .drain,
            ],
            reason: "while receiving the response ("),
    ]

    @Test(arguments: rows)
    func endsATransferInItsPhase(row: Row) async throws {
        let server = try LoopbackServer(Answer(row.steps))
        let (limit, result) = try await withLongerLimits {
            try await Command.formpost("-sS", "-m", $0, "-F", "a=b", server.url).run()
        } until: {
            $0.stderrText.contains(row.reason) && $0.stdoutText.hasPrefix(row.stdout)
        }
        #expect(result.exitStatus == 28, "\(result)")
        #expect(
            result.stderrText.hasPrefix("formpost: (28) timed out after \(limit) s \(row.reason)"),
            "\(result)")
        #expect(result.stdoutText.hasPrefix(row.stdout))
        #expect(result.leftovers == [])
        #expect(!result.timedOut)
    }

    @Test(
        arguments: [
            (["-d", "a=b"], 3), (["-d", "@file"], 4), (["--json", "{}"], 2), (["-T", "file"], 5),
            (["--data-binary", "@file"], 5),
        ])
    func endsATransferOfData(arguments: [String], size: Int) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("file", "text\n")
        let server = try LoopbackServer(.silence)
        let reason = "while waiting for the response (\(size) of \(size) bytes sent)"
        let (limit, result) = try await withLongerLimits {
            try await Command.formpost(
                arguments: ["-sS", "-m", $0] + arguments + [server.url("/x")]
            ).with { $0.workingDirectory = directory.path }.run()
        } until: {
            $0.stderrText.contains(reason)
        }
        result.expect(28, stderr: "formpost: (28) timed out after \(limit) s \(reason)\n")
    }

    @Test func endsWhileSending() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 28)
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([.wait(stop)], bodies: .count)
        let (limit, result) = try await withLongerLimits {
            try await Command.formpost(
                "-m", $0, "-H", "Expect:", "-F", "f=@" + file, server.url
            ).run()
        } until: {
            $0.stderrText.contains("while sending")
        }
        #expect(result.exitStatus == 28)
        let message =
            /formpost: \(28\) timed out after (\d+) s while sending \((0|\d+\.\d) of 256\.0 MiB sent\)\n/
        #expect(try message.wholeMatch(in: result.stderrText)?.1 == limit[...], "\(result)")
    }

    /// The server accepts, but does not answer the TLS hello.
    @Test func endsWhileConnecting() async throws {
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer(script: .answers([]), onConnect: { _ in [.wait(stop)] })
        let result = try await Command.formpost(
            "-m", "0.4", "-F", "a=b", server.url("/", scheme: "https")
        ).run()
        result.expect(28, stderr: "formpost: (28) timed out after 0.4 s while connecting\n")
    }

    @Test func letsASlowServerThink() async throws {
        let server = try LoopbackServer([.readBody, .pause(0.3), .respond(200, body: "at last")])
        let result = try await Command.formpost("-s", "-m", "30", "-F", "a=b", server.url).run()
        result.expect(0, stdout: "at last")
    }
}
