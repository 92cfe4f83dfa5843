import TestSupport
import Testing

/// Retries that are refused although `--retry` has some left, and their messages.
@Suite(.serialized)
struct RetryRefusalTests {
    /// A response that asks for too long a pause is the final one.
    @Test(
        arguments: [
            (["--retry-max-time", "30"], "--retry-max-time leaves"),
            (["--retry-max-time", "30", "-m", "20"], "--retry-max-time leaves"),
            ([], "six hours (--retry-max-time can allow it)"),
            (["-m", "2000000000"], "six hours (--retry-max-time can allow it)"),
        ] as [([String], String)])
    func doesNotWaitForYears(options: [String], bound: String) async throws {
        let server = try LoopbackServer(
            .respond(503, headers: ["Retry-After": "999999999"], body: "busy\n"))
        let result = try await Command.formpost(
            arguments: ["--retry", "5"] + options + ["-F", "a=b", server.url]
        ).run()
        let busy = "503 Service Unavailable"
        #expect(
            result.outcome
                == Outcome(
                    22, stdout: "busy\n",
                    stderr: "formpost: (22) the server answered \(busy) and asks "
                        + "to wait 999999999 s, longer than \(bound)\n"))
        #expect(server.requests.count == 1)
    }

    /// The same for a pause of `--retry-delay`.
    @Test func doesNotWaitForNoTime() async throws {
        let port = try DeadPort.refusing()
        let result = try await Command.formpost(
            "-sS", "--retry", "5", "--retry-connrefused", "--retry-delay", "60",
            "--retry-max-time", "59", "-F", "a=b", port.url
        ).run()
        #expect(result.exitStatus == 7, "\(result)")
        #expect(
            result.stderrText.hasSuffix(
                ": Connection refused; not retried: the pause of 60 s is longer than "
                    + "--retry-max-time leaves\n"),
            "\(result)")
    }

    /// The option that would allow the retry, if there is one.
    @Test(
        arguments: [
            (
                ["--retry", "3"], [.readBody, .close], 52, "; not retried; --retry-all-errors would"
            ),
            (
                ["--retry", "3"], [.readBody, .reset], 56, "; not retried; --retry-all-errors would"
            ),
            (["--retry", "3"], .respond(501), 22, "; not retried; --retry-all-errors would"),
            (["--retry", "3"], .respond(404), 22, ""), (["--retry", "0"], .respond(501), 22, ""),
            ([], [.readBody, .close], 52, ""),
            (["--retry", "3", "--no-fail"], .respond(501), 0, ""),
        ] as [([String], Answer, Int32, String)])
    func namesTheWayOut(
        options: [String], answer: Answer, exit: Int32, end: String
    ) async throws {
        let server = try LoopbackServer(answer)
        let result = try await Command.formpost(
            arguments: ["-sS"] + options + ["-F", "a=b", server.url]
        ).run()
        #expect(result.exitStatus == exit, "\(result)")
        #expect(server.requests.count == 1)
        let isNamed = result.stderrText.contains("not retried")
        #expect(end.isEmpty ? !isNamed : result.stderrText.hasSuffix(end + "\n"), "\(result)")
    }

    /// A stream that was read could not be sent again with any option.
    @Test func namesNoWayOutForAStream() async throws {
        let server = try LoopbackServer([.readBody, .close])
        let result = try await Command.formpost(
            "-sS", "--retry", "3", "--chunked", "-F", "f=@-", server.url
        ).with { $0.stdin = .bytes("piped") }.run()
        #expect(result.exitStatus == 52)
        #expect(!result.stderrText.contains("not retried"), "\(result)")
    }
}
