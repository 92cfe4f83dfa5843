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

    /// The content is read for its length, for a byte over 127, or for a boundary in it.
    private static let measured: [[String]] = [
        ["-F", "f=@big;encoder=quoted-printable"], ["-F", "f=@big;encoder=7bit"],
        ["--boundary", "b", "-F", "f=@big"],
    ]

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
            await running.result().expect(0)
        }
        for request in try await server.requests(2) {
            #expect(try request.form().part("f")?.bodyText == text)
        }
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
