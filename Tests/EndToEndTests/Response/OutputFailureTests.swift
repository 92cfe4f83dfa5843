import TestSupport
import Testing

/// A response that cannot be written is exit 23: no trap, no stack trace, no signal.
@Suite(.serialized)
struct OutputFailureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var stdout: Command.Output
        var reason: String

        var testDescription: String { name }
    }

    private static let rows = [
        Row(name: "closed", stdout: .closed, reason: "Bad file descriptor"),
        Row(name: "full", stdout: .file("/dev/full"), reason: "No space left on device"),
        Row(name: "broken pipe", stdout: .brokenPipe, reason: "Broken pipe"),
    ]

    @Test(arguments: rows)
    func cannotWriteToStandardOutput(row: Row) async throws {
        for options in [[], ["-i"], ["-v"]] {
            let server = try LoopbackServer(.respond(body: "stored\n"))
            let result = try await Command.formpost(
                arguments: options + ["-F", "a=b", server.url]
            ).with { $0.stdout = row.stdout }.run()
            let text =
                "formpost: (23) cannot write the response to standard output: \(row.reason)\n"
            #expect(result.exitStatus == 23, "\(result)")
            #expect(result.stderrText.hasSuffix(text), "\(result)")
            #expect(result.leftovers == [])
            #expect(try await server.request().body.isComplete)
        }
    }

    /// What is no response; `-w` prints after one.
    @Test(
        arguments: rows,
        [
            ["--help"], ["-V"], ["--generate", "man"], ["--curl"], ["--dry-run"], ["--dry-run=raw"],
            ["-w", "x"],
        ])
    func cannotWriteOtherThings(row: Row, options: [String]) async throws {
        let server = try LoopbackServer(.respond(204))
        let result = try await Command.formpost(
            arguments: ["-sS"] + options + ["-F", "a=b", server.url]
        ).with { $0.stdout = row.stdout }.run()
        let text = "formpost: (23) cannot write to standard output: \(row.reason)\n"
        #expect(result.outcome == Outcome(23, stderr: text))
        #expect(server.connections.isEmpty == (options[0] != "-w"))
    }

    /// Without output there is no failure.
    @Test(arguments: rows)
    func needsNoStandardOutputForNothing(row: Row) async throws {
        let server = try LoopbackServer(.respond(204))
        let result = try await Command.formpost("-F", "a=b", server.url)
            .with { $0.stdout = row.stdout }.run()
        #expect(result.exitStatus == 0)
    }

    /// The reader of a large response goes away in the middle of it, as `head -c` does.
    @Test func outlivesItsReader() async throws {
        let server = try LoopbackServer(
            .respond(body: [UInt8](repeating: 0x78, count: 16 << 20)))
        let script = "{ \"$@\" 2>err; echo $? >status; } | head -c 3"
        let directory = try TemporaryDirectory()
        let result = try await Command(
            "/bin/sh",
            arguments: ["-c", script, "sh", BuiltCommand.formpost, "-sS", "-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.stdoutText == "xxx")
        #expect(try directory.contents(of: "status") == Array("23\n".utf8))
        #expect(
            String(decoding: try directory.contents(of: "err"), as: UTF8.self)
                == "formpost: (23) cannot write the response to standard output: Broken pipe\n")
    }

    /// A failure to write to stderr is not an error.
    @Test(arguments: [Command.Output.closed, .file("/dev/full"), .brokenPipe])
    func worksWithoutStandardError(stderr: Command.Output) async throws {
        let server = try LoopbackServer(.respond(body: "stored\n"))
        for options in [[], ["-v"]] {
            let result = try await Command.formpost(
                arguments: options + ["-F", "a=b", server.url]
            ).with { $0.stderr = stderr }.run()
            #expect(result.outcome == Outcome(0, stdout: "stored\n"))
        }
    }

    /// A descriptor that was closed is not taken over by a socket or a file of ours.
    @Test(arguments: ["<&-", ">&-", "2>&-", "<&- 2>&-", "<&- >&-", "<&- >&- 2>&-"])
    func keepsItsHandsOffClosedDescriptors(redirections: String) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("f", "hello")
        let server = try LoopbackServer(.respond(body: "stored\n"))
        let result = try await Command(
            "/bin/sh",
            arguments: [
                "-c", "\"$@\" \(redirections)", "sh", BuiltCommand.formpost, "-v", "-F",
                "f=@" + file, server.url,
            ]
        ).run()
        let hasOutput = !redirections.contains(" >&-") && !redirections.hasPrefix(">&-")
        #expect(result.exitStatus == (hasOutput ? 0 : 23), "\(result)")
        #expect(result.stdoutText == (hasOutput ? "stored\n" : ""))
        #expect(try await server.request().form().part("f")?.bodyText == "hello")
    }
}
