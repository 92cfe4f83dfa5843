import TestSupport
import Testing

/// `-m` limits each attempt of `--retry`, as in curl, and `--retry-max-time` all of them together.
@Suite(.serialized)
struct RetryTimeTests {
    private static let once = ["--retry", "1", "--retry-delay", "0.01"]

    /// The message says that the limit was that of the attempt.
    @Test func saysThatAnAttemptTimedOut() async throws {
        let late = "while waiting for the response (139 of 139 bytes sent)"
        let (limit, result) = try await withLongerLimits([0.5, 10, 40]) { limit -> CommandResult in
            let server = try LoopbackServer(.silence)
            return try await Command.formpost(
                arguments: ["-m", limit] + Self.once + ["-F", "a=b", server.url]
            ).run()
        } until: {
            $0.stderrText.ranges(of: late).count == 2
        }
        result.expect(
            28,
            stderr: """
                formpost: the attempt timed out after \(limit) s \(late); trying again in \
                0.01 s (the last attempt)
                formpost: (28) the attempt timed out after \(limit) s \(late)

                """)
    }

    /// A pipe that has not been read may be read in a later attempt, whose limit begins with it.
    @Test func waitsForAPipeAsLongAsForTheAttempt() async throws {
        let directory = try TemporaryDirectory()
        let (_, result) = try await withLongerLimits([1, 10, 40]) { limit -> CommandResult in
            let path = directory.path("socket" + limit)
            let running = try Command.formpost(
                "-S", "-m", limit, "--retry", "1000000", "--retry-delay", "0.05",
                "--retry-connrefused", "--chunked", "-F", "f=@-;filename=x", "--unix-socket", path,
                "http://localhost/x"
            ).with { $0.stdin = .pipe }.start()
            try await Task.sleep(for: .seconds((Double(limit) ?? 0) + 0.2))
            let server = try LoopbackServer(.respond(body: "done\n"), address: .unix(path))
            try await running.stderr(containing: "trying again")
            running.input?.close()
            let result = await running.result()
            #expect(result.exitStatus != 0 || server.requests.count == 1)
            return result
        } until: {
            $0.exitStatus == 0
        }
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stdoutText == "done\n")
    }

    /// The alarm that stands in for a busy process is set anew: by the end of the pause that of the
    /// first attempt would have ended the command.
    @Test
    func setsTheAlarmAnew() async throws {
        let (_, result) = try await withLongerLimits([1, 10, 40]) { limit -> CommandResult in
            let server = try LoopbackServer(.silence, .respond(body: "done\n"))
            return try await Command.formpost(
                "-sS", "-m", limit, "--retry", "1", "--retry-delay", "4", "-F", "a=b", server.url
            ).run()
        } until: {
            $0.exitStatus == 0
        }
        result.expect(0, stdout: "done\n")
    }
}
