import TestSupport
import Testing

/// What a number of seconds may look like: as curl has it, or a clear error before anything is sent.
@Suite(.serialized)
struct TimeoutValueTests {
    private static let options = [
        "-m", "--connect-timeout", "--stall-timeout", "--speed-time", "--retry-delay",
        "--retry-max-time", "--expect100-timeout",
    ]

    /// Curl takes all of these, apart from those of its options that want whole seconds.
    @Test(arguments: ["0", "0.5", "5", "007", "1e3", "9e15", ".5", "2147483647", "2147483648"])
    func acceptsWhatIsATime(value: String) async throws {
        for option in Self.options where !(option == "-m" && ["0.5", ".5"].contains(value)) {
            let server = try LoopbackServer(.respond(body: "ok"))
            let result = try await Command.formpost("-sS", option, value, "-F", "a=b", server.url)
                .run()
            #expect(result.outcome == Outcome(0, stdout: "ok"), "\(option)")
        }
    }

    @Test(arguments: [
        "inf", "nan", "-inf", "1e300", "9223372036854775807", "-1", "-0.5", "x", "", "5x", "0x10",
        "1e", " 5", "5 ", "1,5", "--", "\u{661}",
    ])
    func refusesWhatIsNone(value: String) async throws {
        for option in Self.options {
            let server = try LoopbackServer()
            let result = try await Command.formpost("-sS", option, value, "-F", "a=b", server.url)
                .run()
            #expect(result.exitStatus == 2, "\(option) \(result)")
            #expect(result.stdout.isEmpty)
            #expect(result.stderrText.hasPrefix("formpost: (2) "))
            #expect(result.stderrText.split(separator: "\n").count == 1)
            #expect(server.connections.isEmpty)
        }
    }

    @Test(arguments: [
        ("--retry", "-1"), ("--retry", "x"), ("--retry", "1.5"), ("--retry", ""),
        ("--retry", "99999999999999999999"), ("-Y", "-1"), ("-Y", "x"),
        ("-Y", "9223372036854775808"),
        ("-Y", "9223372036854775807K"),
    ])
    func refusesWhatIsNoNumber(option: String, value: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", option, value, "-F", "a=b", server.url).run()
        #expect(result.exitStatus == 2, "\(result)")
        #expect(server.connections.isEmpty)
    }

    /// The largest values neither trap nor end anything.
    @Test func acceptsTheLargest() async throws {
        let server = try LoopbackServer(.respond(body: "ok"))
        let result = try await Command.formpost(
            "-sS", "-m", "9e15", "--connect-timeout", "9e15", "--stall-timeout", "9e15", "-Y", "0",
            "-y", "9e15", "--retry", "2147483647", "--retry-delay", "9e15", "--retry-max-time",
            "9e15", "--max-redirs", "2147483647", "-F", "a=b", server.url
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "ok"))
    }
}
