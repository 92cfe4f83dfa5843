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

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// `big` is being sent, `next` comes after it.
        var change: @Sendable (TemporaryDirectory) throws -> Void
        var reason: String

        var testDescription: String { name }
    }

    private static let wayOut = " (--allow-growth sends what it had at the start)"

    private static let rows = [
        Row(
            name: "emptied", change: { try resize($0.path("big"), 0) },
            reason: "big shrank while it was being sent: 8.0 MiB announced, 0 left"),
        Row(
            name: "one byte shorter", change: { try resize($0.path("big"), size - 1) },
            reason: "big shrank while it was being sent: 8.0 MiB announced, 7.9 left"
        ),
        Row(
            name: "one byte longer", change: { try resize($0.path("big"), size + 1) },
            reason:
                "big grew while it was being sent: 8388608 bytes announced, 8388609 found\(wayOut)"),
        Row(
            name: "twice as long", change: { try resize($0.path("big"), 2 * size) },
            reason:
                "big grew while it was being sent: 8.0 MiB announced, 16.0 found\(wayOut)"
        ),
        Row(
            name: "written to", change: { try overwrite($0.path("big")) },
            reason: "big was written to while it was being sent"),
        Row(
            name: "next emptied", change: { try resize($0.path("next"), 0) },
            reason: "next shrank while it was being sent: 4 bytes announced, 0 left"),
        Row(
            name: "next grown", change: { try resize($0.path("next"), 5) },
            reason: "next grew while it was being sent: 4 bytes announced, 5 found\(wayOut)"),
        Row(
            name: "next written to", change: { try overwrite($0.path("next")) },
            reason: "next was written to while it was being sent"),
        Row(
            name: "next replaced", change: { try replace("next", in: $0, size: 4) },
            reason: "next was replaced by another file while it was being sent"),
        Row(
            name: "next removed",
            change: { try FileManager.default.removeItem(atPath: $0.path("next")) },
            reason: "cannot read next: No such file or directory"),
        Row(
            name: "next a FIFO",
            change: { directory in
                try move("next", in: directory)
                mkfifo(directory.path("next"), 0o600)
            }, reason: "next was replaced by another file while it was being sent"),
        Row(
            name: "next a directory",
            change: { directory in
                try move("next", in: directory)
                try directory.directory("next")
            }, reason: "next was replaced by another file while it was being sent"),
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

    @Test(arguments: rows, [[], ["-H", "Transfer-Encoding: chunked"]])
    func neverLooksWhole(row: Row, framing: [String]) async throws {
        try await check(row, framing + ["-F", "f=@big", "-F", "g=@next", "-F", "a=b"])
    }

    /// The text has no line ends that `-d` would leave out.
    @Test(
        arguments: rows,
        [
            ["-d", "@big", "-d", "@next"], ["--json", "@big", "--json", "@next"],
            ["--data-binary", "@big", "--data-urlencode", "n@next"], ["-T", "big"],
        ])
    func neverLooksWholeAsData(row: Row, arguments: [String]) async throws {
        if arguments.contains("-T"), row.name.hasPrefix("next") { return }
        try await check(row, ["-H", "Expect:"] + arguments)
    }

    private func check(_ row: Row, _ arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("big", [UInt8](repeating: 0x78, count: Int(Self.size)))
        try directory.file("next", "next")
        let (reached, changed) = (Gate(), Gate())
        defer { changed.open() }
        let server = try LoopbackServer(
            [.readBytes(1 << 20), .open(reached), .wait(changed), .readBody, .respond(200)],
            bodies: .count, receiveBuffer: 64 << 10)
        let command = try Command.formpost(arguments: arguments + [server.url]).with {
            $0.workingDirectory = directory.path
        }.start()
        try await reached.waitUntilOpen()
        try row.change(directory)
        changed.open()
        let result = await command.result()
        result.expect(26, stderr: "formpost: (26) \(row.reason); the upload was aborted\n")
        let request = try await server.request()
        #expect(!request.body.isComplete)
        #expect(request.clientClosedEarly)
        #expect(server.requests.count == 1)
    }

    struct Taken: Sendable, CustomTestStringConvertible {
        var name: String
        var change: @Sendable (TemporaryDirectory) throws -> Void

        var testDescription: String { name }
    }

    private static let taken = [
        Taken(
            name: "removed",
            change: { try FileManager.default.removeItem(atPath: $0.path("big")) }),
        Taken(name: "replaced", change: { try replace("big", in: $0, size: 1) }),
    ]

    /// A file that is unlinked, or replaced by a rename, while it is open, still has the bytes that
    /// were announced: from a path, or from standard input.
    @Test(arguments: taken, ["f=@big", "f=@-;filename=big"])
    func sendsWhatHasLostItsName(row: Taken, field: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.patternFile("big", size: Self.size)
        let (reached, changed) = (Gate(), Gate())
        defer { changed.open() }
        let server = try LoopbackServer(
            [.readBytes(1 << 20), .open(reached), .wait(changed), .readBody, .respond(200)],
            receiveBuffer: 64 << 10)
        let command = try Command.formpost("-sS", "-F", field, server.url).with {
            $0.workingDirectory = directory.path
            $0.stdin = .file(directory.path("big"))
        }.start()
        try await reached.waitUntilOpen()
        try row.change(directory)
        changed.open()
        await command.result().expect(0)
        let request = try await server.request()
        #expect(try request.form().part("f")?.body == FilePattern().bytes(Int(Self.size)))
    }

    /// A second attempt opens the path again, and finds another file: it is not sent for the one
    /// that was measured. What standard input has is the same still.
    @Test(
        arguments: taken, [("f=@big", Int32(26)), ("f=@-", 0)] as [(String, Int32)])
    func doesNotSendAnotherFileInItsPlace(row: Taken, input: (String, Int32)) async throws {
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
        try row.change(directory)
        changed.open()
        let result = await command.result()
        #expect(result.exitStatus == input.1, "\(result)")
        #expect(server.requests.dropFirst().allSatisfy { $0.body.isComplete == (input.1 == 0) })
    }

    /// A spooled pipe cannot change, and an unchanged file is sent.
    @Test func sendsWhatStays() async throws {
        let directory = try TemporaryDirectory()
        try directory.sparseFile("big", size: Self.size)
        try directory.file("next", "next")
        let server = try LoopbackServer(bodies: .count)
        let result = try await Command.formpost("-F", "f=@big", "-F", "g=@next", server.url)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == 0)
        #expect(try await server.request().body.isComplete)
    }
}
