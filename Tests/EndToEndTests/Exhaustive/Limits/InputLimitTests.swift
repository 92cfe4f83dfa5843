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

    /// While the body is sent in chunks the limit is that of the transfer.
    @Test(arguments: ["f=@pipe", "f=@-;filename=x"])
    func endsAStreamThatNobodyWrites(field: String) async throws {
        let (limit, result) = try await withLongerLimits([2, 10, 25]) { limit -> CommandResult in
            let running = try command(["-m", limit, "--chunked", "-F", field])
                .with { $0.stdin = .pipe }.start()
            // It may have ended already.
            if field == "f=@-;filename=x" { try? await running.input?.write("some") }
            return await running.result()
        } until: {
            $0.stderrText.contains("while sending")
        }
        #expect(result.exitStatus == 28)
        let text = "formpost: (28) timed out after \(limit) s while sending ("
        #expect(result.stderrText.hasPrefix(text), "\(result)")
        #expect(!server.requests.contains { $0.body.isComplete })
    }

    /// Without a limit it waits until Ctrl-C.
    @Test(arguments: [["-F", "f=@pipe"], ["-F", "a=b", "-H", "@pipe"]])
    func canBeInterrupted(arguments: [String]) async throws {
        let running = try command(arguments).start()
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
}
