import TestSupport
import Testing

/// `--retry-jitter`: the pause is longer, and the line about it says so.
@Suite struct JitterTests {
    @Test func isSaid() async throws {
        let server = try LoopbackServer(.respond(503), .respond(200))
        let result = try await Command.formpost(
            "--retry", "1", "--retry-delay", "0.4", "--retry-jitter", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0)
        let line = try #require(
            result.stderrText.wholeMatch(
                of:
                    #/formpost: the server answered 503 Service Unavailable; trying again in (0\.\d+) s(?:, (0\.\d+) s of it at random)? \(0 left\)\nHTTP\/1\.1 200 OK\n/#
            ), "\(result)")
        let (pause, jitter) = (Double(line.1) ?? 0, Double(line.2 ?? "0") ?? -1)
        #expect((0..<0.2).contains(jitter))
        #expect(abs(pause - 0.4 - jitter) < 0.0015)
        #expect(result.wallTime >= pause)
    }

    /// What the server asks for is bounded by the time for retries.
    @Test(arguments: [["--retry-max-time", "5"], ["--retry-max-time", "5", "--retry-jitter"]])
    func retryAfterIsBounded(options: [String]) async throws {
        let server = try LoopbackServer(.respond(503, headers: ["Retry-After": "6"]))
        let result = try await Command.formpost(
            arguments: ["-sS", "--retry", "3"] + options + ["-F", "a=b", server.url]
        ).run()
        let text =
            "formpost: (22) the server answered 503 Service Unavailable and asks to wait 6 s, longer "
            + "than --retry-max-time leaves\n"
        #expect(result.outcome == Outcome(22, stderr: text))
    }
}
