import Foundation
import TestSupport
import Testing

/// A file that changes before or while it is sent: exit 26, and the server never gets a body that
/// looks complete.
@Suite(.serialized)
struct FileChangeTests {
    /// More than the buffers between the two programs hold, so that some of it is still unread when
    /// the server has got the first of it: with a small buffer of the server's, 4 MiB.
    private static let size: Int64 = 8 << 20

    /// `big` is being sent, `next` comes after it.
    private typealias Row = (
        name: String, change: @Sendable (TemporaryDirectory) throws -> Void, reason: String
    )

    private static let wayOut = " (--allow-growth sends what it had at the start)"

    private static let rows: [Row] = [
        (
            name: "emptied", change: { try resize($0.path("big"), 0) },
            reason: "big shrank while it was being sent: 8.0 MiB announced, 0 left"
        ),
        (
            name: "one byte shorter", change: { try resize($0.path("big"), size - 1) },
            reason: "big shrank while it was being sent: 8.0 MiB announced, 7.9 left"
        ),
        (
            name: "one byte longer", change: { try resize($0.path("big"), size + 1) },
            reason:
                "big grew while it was being sent: 8388608 bytes announced, 8388609 found\(wayOut)"
        ),
        (
            name: "twice as long", change: { try resize($0.path("big"), 2 * size) },
            reason:
                "big grew while it was being sent: 8.0 MiB announced, 16.0 found\(wayOut)"
        ),
        (
            name: "written to", change: { try overwrite($0.path("big")) },
            reason: "big was written to while it was being sent"
        ),
        (
            name: "next emptied", change: { try resize($0.path("next"), 0) },
            reason: "next shrank while it was being sent: 4 bytes announced, 0 left"
        ),
        (
            name: "next grown", change: { try resize($0.path("next"), 5) },
            reason: "next grew while it was being sent: 4 bytes announced, 5 found\(wayOut)"
        ),
        (
            name: "next written to", change: { try overwrite($0.path("next")) },
            reason: "next was written to while it was being sent"
        ),
        (
            name: "next replaced", change: { try replace("next", in: $0, size: 4) },
            reason: "next was replaced by another file while it was being sent"
        ),
        (
            name: "next removed",
            change: { try FileManager.default.removeItem(atPath: $0.path("next")) },
            reason: "cannot read next: No such file or directory"
        ),
        (
            name: "next a FIFO",
            change: { directory in
                try move("next", in: directory)
                mkfifo(directory.path("next"), 0o600)
            }, reason: "next was replaced by another file while it was being sent"
        ),
        (
            name: "next a directory",
            change: { directory in
                try move("next", in: directory)
                try directory.directory("next")
            }, reason: "next was replaced by another file while it was being sent"
        ),
    ]

    private static func resize(_ path: String, _ size: Int64) throws {
        #expect(truncate(path, off_t(size)) == 0)
    }

    /// The same size, other bytes, another time of modification.
    private static func overwrite(_ path: String) throws {
        let descriptor = open(path, O_WRONLY)
        defer { close(descriptor) }
        #expect(pwrite(descriptor, "X", 1, 2) == 1)
    }

    /// Away, and not deleted: another file could get its inode.
    private static func move(_ name: String, in directory: TemporaryDirectory) throws {
        #expect(rename(directory.path(name), directory.path("moved")) == 0)
    }

    private static func replace(
        _ name: String, in directory: TemporaryDirectory, size: Int64
    ) throws {
        try directory.sparseFile("other", size: size)
        #expect(rename(directory.path("other"), directory.path(name)) == 0)
    }

    @Test(arguments: rows.indices, [[], ["-H", "Transfer-Encoding: chunked"]])
    func neverLooksWhole(row: Int, framing: [String]) async throws {
        try await check(Self.rows[row], framing + ["-F", "f=@big", "-F", "g=@next", "-F", "a=b"])
    }

    /// The text has no line ends that `-d` would leave out.
    @Test(
        arguments: rows.indices,
        [
            ["-d", "@big", "-d", "@next"], ["--json", "@big", "--json", "@next"],
            ["--data-binary", "@big", "--data-urlencode", "n@next"], ["-T", "big"],
        ])
    func neverLooksWholeAsData(row: Int, arguments: [String]) async throws {
        let row = Self.rows[row]
        if arguments.contains("-T"), row.name.hasPrefix("next") { return }
        try await check(row, ["-H", "Expect:"] + arguments)
    }

    /// Sends `big` and `next`, and changes them when the server has read some of it.
    private func run(
        _ arguments: [String], bodies: BodyPolicy = .count,
        _ change: @Sendable (TemporaryDirectory) throws -> Void
    ) async throws -> (result: CommandResult, request: RecordedRequest) {
        let directory = try TemporaryDirectory()
        try directory.file("big", [UInt8](repeating: 0x78, count: Int(Self.size)))
        try directory.file("next", "next")
        let (reached, changed) = (Gate(), Gate())
        defer { changed.open() }
        let server = try LoopbackServer(
            [.readBytes(1 << 20), .open(reached), .wait(changed), .readBody, .respond(200)],
            bodies: bodies, receiveBuffer: 64 << 10)
        let command = try Command.formpost(arguments: arguments + [server.url]).with {
            $0.workingDirectory = directory.path
            $0.stdin = .file(directory.path("big"))
        }.start()
        try await reached.waitUntilOpen()
        try change(directory)
        changed.open()
        let result = await command.result()
        #expect(server.requests.count == 1)
        return (result, try await server.request())
    }

    private func check(_ row: Row, _ arguments: [String]) async throws {
        let (result, request) = try await run(arguments, row.change)
        result.expect(26, stderr: "formpost: (26) \(row.reason); the upload was aborted\n")
        #expect(!request.body.isComplete && request.clientClosedEarly)
    }

    private static let growing: [(arguments: [String], name: String)] = [
        (["-F", "f=@big"], "big"), (["-F", "f=<-"], "standard input"), (["-T", "big"], "big"),
        (["-T", "-"], "standard input"), (["-d", "@big"], "big"), (["--json", "@big"], "big"),
        (["-F", "f=<big;encoder=base64"], "big"),
        (["-F", "f=@big", "-H", "Transfer-Encoding: chunked"], "big"),
    ]

    /// `--allow-growth`: of a file that grows while it is sent, the start is sent, with a warning.
    @Test(arguments: growing) func sendsWhatWasThere(arguments: [String], name: String) async throws
    {
        let options = ["--allow-growth", "-H", "Expect:"]
        let (result, request) = try await run(options + arguments) {
            try Self.resize($0.path("big"), Self.size + 6)
        }
        result.expect(
            0,
            stderr: "HTTP/1.1 200 OK\nformpost: warning: \(name) grew by 6 bytes while it "
                + "was being sent: only what it had at the start is in the upload\n")
        #expect(request.body.isComplete)
    }

    @Test(arguments: ["emptied", "one byte shorter", "written to"])
    func refusesOtherChangesWithGrowth(name: String) async throws {
        let row = try #require(Self.rows.first { $0.name == name })
        try await check(row, ["--allow-growth", "-H", "Expect:", "-F", "f=@big"])
    }

    private static let taken: [@Sendable (TemporaryDirectory) throws -> Void] = [
        { try FileManager.default.removeItem(atPath: $0.path("big")) },
        { try replace("big", in: $0, size: 1) },
    ]

    /// A file that is unlinked, or replaced by a rename, while it is open, still has the bytes that
    /// were announced: from a path, or from standard input.
    @Test(arguments: taken.indices, ["f=@big", "f=@-;filename=big"])
    func sendsWhatHasLostItsName(change: Int, field: String) async throws {
        let (result, request) = try await run(
            ["-sS", "-F", field], bodies: .keep, Self.taken[change])
        result.expect(0)
        let body = try request.form().part("f")?.body
        #expect(body == [UInt8](repeating: 0x78, count: Int(Self.size)))
    }

    /// A second attempt opens the path again, and finds another file: it is not sent for the one
    /// that was measured. What standard input has is the same still.
    @Test(
        arguments: taken.indices, [("f=@big", Int32(26)), ("f=@-", 0)] as [(String, Int32)])
    func doesNotSendAnotherFileInItsPlace(change: Int, input: (String, Int32)) async throws {
        let directory = try TemporaryDirectory()
        try directory.sparseFile("big", size: 1 << 20)
        let (reached, changed) = (Gate(), Gate())
        defer { changed.open() }
        let server = try LoopbackServer(
            [.readBody, .open(reached), .wait(changed), .respond(503)], .respond())
        let command = try Command.formpost(
            "-sS", "--retry", "1", "--retry-delay", "0.01", "-F", input.0, server.url
        ).with {
            $0.workingDirectory = directory.path
            $0.stdin = .file(directory.path("big"))
        }.start()
        try await reached.waitUntilOpen()
        try Self.taken[change](directory)
        changed.open()
        let result = await command.result()
        #expect(result.exitStatus == input.1, "\(result)")
        #expect(server.requests.dropFirst().allSatisfy { $0.body.isComplete == (input.1 == 0) })
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
