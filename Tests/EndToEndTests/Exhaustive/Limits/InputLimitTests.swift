import Foundation
import TestSupport
import Testing

/// `-m` and inputs that are read before sending: pipes without a writer, standard input that stays
/// open, endless devices.
@Suite(.serialized)
struct InputLimitTests {
    private let server: LoopbackServer
    private let directory: TemporaryDirectory

    init() throws {
        server = try LoopbackServer()
        directory = try TemporaryDirectory()
        #expect(mkfifo(directory.path("pipe"), 0o600) == 0)
    }

    private static let ofAPipe: [[String]] = [
        ["-F", "f=@pipe"], ["-F", "f=<pipe"],
        ["-F", "a=(", "-F", "f=@pipe,pipe;type=x/y", "-F", "=)"],
        ["-F", "a=b", "-H", "@pipe"], ["-F", "a=b;headers=@pipe"],
        ["--form-lax", "-F", "a=b;headers=@pipe"], ["-F", "a=b", "-w", "@pipe"],
        ["-F", "a=b", "--url-query", "x@pipe"], ["-F", "a=b", "-K", "pipe"],
        ["-F", "f=@pipe", "--dump-body", "dump"],
        ["-F", "f=@pipe", "--chunked", "--dump-body", "d"],
        ["-F", "f=@pipe", "--retry", "5", "--retry-all-errors"],
        ["-F", "a=b", "--netrc-file", "pipe"], ["-F", "a=b", "-b", "pipe"],
    ]

    /// `-m` stands behind them.
    @Test(arguments: ofAPipe)
    func doesNotWaitForAWriter(arguments: [String]) async throws {
        let result = try await run(arguments + ["-m", "0.3"])
        #expect(
            result.outcome
                == Outcome(
                    28,
                    stderr:
                        "formpost: (28) timed out after 0.3 s while waiting for a writer to open "
                        + "the FIFO pipe\n"))
        #expect(result.wallTime >= 0.3)
        #expect(server.connections.isEmpty)
    }

    /// There is a writer, but it writes nothing more.
    @Test(arguments: [["-F", "f=@pipe"], ["-F", "a=b", "-H", "@pipe"], ["-K", "pipe"]])
    func doesNotWaitForMore(arguments: [String]) async throws {
        let writer = open(directory.path("pipe"), O_RDWR)
        defer { close(writer) }
        #expect(write(writer, "X: y", 4) == 4)
        let result = try await run(["-m", "0.3"] + arguments)
        #expect(
            result.outcome
                == Outcome(
                    28, stderr: "formpost: (28) timed out after 0.3 s while reading pipe\n"))
        #expect(server.connections.isEmpty)
    }

    private static let ofStandardInput: [[String]] = [
        ["-F", "f=@-"], ["-F", "f=<-"], ["-F", "a=b", "-H", "@-"], ["-F", "a=b", "-w", "@-"],
        ["-F", "a=b", "--url-query", "x@-"], ["-F", "a=b", "-K", "-"], ["-F", "f=@/dev/stdin"],
        ["-F", "a=b", "-b", "-"],
    ]

    @Test(arguments: ofStandardInput)
    func doesNotWaitForStandardInput(arguments: [String]) async throws {
        let running = try command(arguments + ["-m", "0.3"]).with { $0.stdin = .pipe }.start()
        // It may have ended already.
        try? await running.input?.write("X: some")
        let result = await running.result()
        let name = arguments.contains("f=@/dev/stdin") ? "/dev/stdin" : "standard input"
        #expect(
            result.outcome
                == Outcome(
                    28, stderr: "formpost: (28) timed out after 0.3 s while reading \(name)\n"))
        #expect(server.connections.isEmpty)
    }

    /// An endless input; the spool file is removed.
    @Test func doesNotReadForEver() async throws {
        let result = try await run(["-m", "0.5", "--max-spool", "1000G", "-F", "f=@-"]) {
            $0.stdin = .file("/dev/zero")
        }
        #expect(
            result.outcome
                == Outcome(
                    28,
                    stderr: "formpost: (28) timed out after 0.5 s while reading standard input\n"
                ))
        #expect(server.connections.isEmpty)
    }

    /// The content is read for its length, for a byte over 127, or for a boundary in it.
    private static let measured: [[String]] = [
        ["-F", "f=@big;encoder=quoted-printable"], ["-F", "f=@big;encoder=7bit"],
        ["--boundary", "b", "-F", "f=@big"],
    ]

    @Test(arguments: measured)
    func doesNotMeasureForEver(arguments: [String]) async throws {
        try directory.sparseFile("big", size: 1 << 42)
        let result = try await run(["-m", "0.5"] + arguments)
        #expect(
            result.outcome
                == Outcome(28, stderr: "formpost: (28) timed out after 0.5 s while reading big\n"))
        #expect(server.connections.isEmpty)
    }

    /// Ctrl-C ends it at once, and until then there is progress.
    @Test(arguments: measured)
    func showsThatItMeasures(arguments: [String]) async throws {
        try directory.sparseFile("big", size: 1 << 42)
        let terminal = try Terminal()
        let running = try Command.formpost(arguments: ["-#"] + arguments + [server.url]).with {
            $0.workingDirectory = directory.path
        }.on(terminal).start()
        try await terminal.output(containing: "iB read")
        running.send(SIGINT)
        #expect(await running.result().signal == SIGINT)
        let text = String(decoding: try await terminal.everything(), as: UTF8.self)
        #expect(text.contains(/big +[\d.]+ [KMG]iB read/), "\(text)")
        #expect(server.connections.isEmpty)
    }

    /// Late input is read, with a sufficient limit or without one; also empty input.
    @Test(arguments: [["-m", "30"], []], ["late", ""])
    func waitsForALateWriter(options: [String], text: String) async throws {
        for framing in [[], ["--chunked"]] {
            let running = try command(options + framing + ["-F", "f=@pipe"]).start()
            let path = directory.path("pipe")
            // Opening it blocks until the command is there to read.
            try await Task.detached {
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try handle.write(contentsOf: Data(text.utf8))
                try handle.close()
            }.value
            #expect(await running.result().outcome == Outcome(0))
        }
        for request in try await server.requests(2) {
            #expect(try request.form().part("f")?.bodyText == text)
        }
    }

    /// What libcurl would read is there for both requests, and messages name the pipe.
    @Test(arguments: [
        (
            ["--netrc-file", "pipe"], "machine 127.0.0.1 login me password pw\n",
            ["Authorization: Basic bWU6cHc="]
        ),
        (["--netrc-file", "pipe"], "machine other login me password pw\n", []),
        (["-b", "pipe"], "127.0.0.1\tFALSE\t/\tFALSE\t0\tn\tv\n", ["Cookie: n=v"]),
    ])
    func readsLoginsAndCookies(
        options: [String], text: String, headers: [String]
    ) async throws {
        let server = try LoopbackServer(.respond(401))
        let running = try Command.formpost(
            arguments: ["-sS"] + options + ["-F", "a=b", server.url("/1"), server.url("/2")]
        ).with { [directory] in $0.workingDirectory = directory.path }.start()
        let path = directory.path("pipe")
        // Opening it blocks until the command is there to read.
        try await Task.detached {
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
        }.value
        let result = await running.result()
        #expect(result.exitStatus == 22, "\(result)")
        let isMissing = headers.isEmpty
        #expect(result.stderrText.contains("pipe has no login for 127.0.0.1") == isMissing)
        for request in try await server.requests(2) {
            let lines = try Transcript(request).headers
            #expect(
                lines.filter { $0.hasPrefix("Authorization:") || $0.hasPrefix("Cookie:") }
                    == headers)
        }
    }

    /// The pipe cannot be read a second time, so it is not left to libcurl.
    @Test(arguments: ["-b", "--netrc-file"]) func readsNoEndlessLoginsAndCookies(option: String)
        async throws
    {
        let server = try LoopbackServer()
        let result = try await Command(
            "/bin/sh",
            arguments: [
                "-c", "cat /dev/zero | \"$0\" -sS \"$1\" /proc/self/fd/0 -F a=b \"$2\"",
                BuiltCommand.formpost, option, server.url,
            ]
        ).run()
        #expect(
            result.outcome
                == Outcome(
                    26,
                    stderr:
                        "formpost: (26) \(option): cannot read /proc/self/fd/0: File too large\n"))
        #expect(server.requests.isEmpty)
    }

    /// While the body is sent in chunks the limit is that of the transfer.
    @Test func endsAStreamThatNobodyWrites() async throws {
        let (limit, result) = try await withLongerLimits([2, 10, 25]) {
            try await run(["-m", $0, "--chunked", "-F", "f=@pipe"])
        } until: {
            $0.stderrText.contains("while sending")
        }
        #expect(result.exitStatus == 28)
        #expect(
            result.stderrText.hasPrefix(
                "formpost: (28) timed out after \(limit) s while sending ("),
            "\(result)")
        #expect(!server.requests.contains { $0.body.isComplete })
    }

    /// Without a limit it waits until Ctrl-C.
    @Test(arguments: [["-F", "f=@pipe"], ["-F", "a=b", "-H", "@pipe"], ["-F", "f=@-"]])
    func canBeInterrupted(arguments: [String]) async throws {
        let running = try command(arguments).with { $0.stdin = .pipe }.start()
        if arguments.last == "f=@-" {
            // More than the pipe holds: when it is written, the command has begun to read.
            try await running.input?.write([UInt8](repeating: 0x78, count: 1 << 20))
            running.send(SIGINT)
            #expect(await running.result().signal == SIGINT)
            return
        }
        let path = directory.path("pipe")
        // Opening it blocks until the command is there to read.
        let writer = try await Task.detached {
            try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        }.value
        running.send(SIGINT)
        #expect(await running.result().signal == SIGINT)
        try writer.close()
    }

    private func command(_ arguments: [String]) -> Command {
        Command.formpost(arguments: ["-sS"] + arguments + [server.url]).with { [directory] in
            $0.workingDirectory = directory.path
        }
    }

    private func run(
        _ arguments: [String], _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> CommandResult {
        try await command(arguments).with(change).run()
    }
}
