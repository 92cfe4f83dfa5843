import Foundation
import TestSupport
import Testing

/// `--allow-growth`: of a file that grows while it is sent, the start is sent, with a warning.
@Suite(.serialized)
struct FileGrowthTests {
    private static let size: Int64 = 8 << 20

    private static let inputs: [(arguments: [String], name: String)] = [
        (["-F", "f=@big"], "big"), (["-F", "f=@-"], "standard input"), (["-T", "big"], "big"),
        (["-T", "-"], "standard input"), (["-d", "@big"], "big"), (["--json", "@big"], "big"),
        (["-F", "f=<big;encoder=base64"], "big"),
        (["-F", "f=@big", "-H", "Transfer-Encoding: chunked"], "big"),
    ]

    /// Sends `big` and calls `change` when the server has read some of it.
    private func run(
        _ arguments: [String], _ change: (TemporaryDirectory) throws -> Void
    ) async throws -> (result: CommandResult, request: RecordedRequest) {
        let directory = try TemporaryDirectory()
        try directory.file("big", [UInt8](repeating: 0x78, count: Int(Self.size)))
        let (reached, changed) = (Gate(), Gate())
        defer { changed.open() }
        let server = try LoopbackServer(
            [.readBytes(1 << 20), .open(reached), .wait(changed), .readBody, .respond(200)],
            bodies: .count, receiveBuffer: 64 << 10)
        let command = try Command.formpost(
            arguments: ["--allow-growth", "-H", "Expect:"] + arguments + [server.url]
        ).with {
            $0.workingDirectory = directory.path
            $0.stdin = .file(directory.path("big"))
        }.start()
        try await reached.waitUntilOpen()
        try change(directory)
        changed.open()
        return (await command.result(), try await server.request())
    }

    private static func append(_ text: String, in directory: TemporaryDirectory) throws {
        let descriptor = open(directory.path("big"), O_WRONLY | O_APPEND)
        defer { close(descriptor) }
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    @Test(arguments: inputs.indices) func sendsWhatWasThere(index: Int) async throws {
        let input = Self.inputs[index]
        let (result, request) = try await run(input.arguments) {
            try Self.append("later\n", in: $0)
        }
        result.expect(
            0,
            stderr: "HTTP/1.1 200 OK\nformpost: warning: \(input.name) grew by 6 bytes while it "
                + "was being sent: only what it had at the start is in the upload\n")
        #expect(request.body.isComplete)
    }

    private static let refused: [(change: @Sendable (String) -> Void, reason: String)] = [
        (
            { truncate($0, off_t(size - 1)) },
            "big shrank while it was being sent: 8.0 MiB announced, 7.9 left"
        ),
        (
            { path in
                let descriptor = open(path, O_WRONLY)
                pwrite(descriptor, "X", 1, 2)
                close(descriptor)
            }, "big was written to while it was being sent"
        ),
    ]

    @Test(arguments: refused.indices) func refusesOtherChanges(index: Int) async throws {
        let row = Self.refused[index]
        let (result, request) = try await run(["-F", "f=@big"]) { row.change($0.path("big")) }
        result.expect(26, stderr: "formpost: (26) \(row.reason); the upload was aborted\n")
        #expect(!request.body.isComplete)
    }

    /// Each of many requests measures the file at its turn.
    @Test func isMeasuredByEachOfMany() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("log", "line 1\n")
        for name in ["a", "b"] { try directory.file(name, name) }
        let log = directory.path("log")
        let server = try LoopbackServer { _ in
            [
                .readBody,
                .choose { _ in
                    let descriptor = open(log, O_WRONLY | O_APPEND)
                    defer { close(descriptor) }
                    _ = write(descriptor, "more\n", 5)
                    return [.respond(200)]
                },
            ]
        }
        let result = try await Command.formpost(
            "--allow-growth", "--each", "f=@?", "-F", "log=@log", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == 0)
        #expect(!result.stderrText.contains("grew"))
        let sent = try await server.requests(2).map { try $0.form().part("log")?.bodyText }
        #expect(sent == ["line 1\n", "line 1\nmore\n"])
    }
}
