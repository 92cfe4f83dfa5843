import Foundation
import TestSupport
import Testing

/// Input without a length: drained to memory or to a file without a name, or streamed as it comes.
@Suite(.serialized)
struct SpoolTests {
    private static let sizes = [0, 1, 1 << 20, 1 << 20 + 1, 3_000_000]

    @Test(arguments: sizes)
    func sendsAPipeWithItsLength(size: Int) async throws {
        let bytes = FilePattern().bytes(size)
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", "-F", "f=@-", server.url)
            .with { $0.stdin = .bytes(bytes) }.run()
        let warning = size == 0 ? "formpost: warning: standard input is empty\n" : ""
        #expect(result.outcome == Outcome(0, stderr: warning))
        let request = try await server.request()
        #expect(request.framing == .contentLength(request.body.count))
        #expect(try request.form().part("f")?.body == bytes)
    }

    /// A file with size 0 and content.
    @Test func readsAFileWithoutASize() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", "-F", "f=@/proc/version", server.url).run()
        #expect(result.outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.framing == .contentLength(request.body.count))
        #expect(try request.form().part("f")?.body == fileBytes("/proc/version"))
    }

    /// The server has the first of it while the rest is not there yet.
    @Test func streamsAsItComes() async throws {
        let early = Gate()
        let server = try LoopbackServer([.readBytes(150), .open(early), .readBody, .respond(200)])
        let command = try Command.formpost("-sS", "--chunked", "-F", "f=@-", server.url)
            .with { $0.stdin = .pipe }.start()
        let first = String(repeating: "x", count: 500)
        try await command.input?.write(first)
        try await early.waitUntilOpen()
        #expect(!command.hasEnded)
        try await command.input?.write("and the rest")
        command.input?.close()
        #expect(await command.result().outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.framing == .chunked)
        #expect(try request.form().part("f")?.bodyText == first + "and the rest")
    }

    /// The temporary file has no name from the beginning: not even a kill leaves it.
    @Test(arguments: [SIGTERM, SIGKILL])
    func leavesNothingWhenItIsKilled(signal: Int32) async throws {
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer([.readBytes(1 << 20), .open(reached), .wait(stop)])
        let command = try Command.formpost("-F", "f=@-", server.url)
            .with { $0.stdin = .bytes(FilePattern().bytes(4 << 20)) }.start()
        try await reached.waitUntilOpen()
        command.send(signal)
        let result = await command.result()
        #expect(result.signal == signal)
        #expect(result.leftovers == [])
    }

    /// Refused without `--max-spool`: it would fill the disk.
    @Test(arguments: [
        ("f=@/dev/zero", "/dev/zero"), ("f=</dev/urandom", "/dev/urandom"),
        ("f=@-", "standard input"),
    ])
    func refusesWhatHasNoEnd(argument: String, name: String) async throws {
        let server = try LoopbackServer()
        let run = { (options: [String]) in
            try await Command.formpost(arguments: options + ["-F", argument, server.url])
                .with { $0.stdin = .file("/dev/zero") }.run()
        }
        let text = "\(name) has no end: give --max-spool SIZE, or send it with --chunked\n"
        #expect(try await run([]).outcome == Outcome(26, stderr: "formpost: (26) " + text))
        let limited = try await run(["--max-spool", "3M"])
        #expect(limited.exitStatus == 26)
        #expect(limited.stderrText.contains("--max-spool"))
        #expect(server.connections.isEmpty)
        // In chunks it is sent until the time is up.
        let chunked = try await run(["--chunked", "-m", "1"])
        #expect(chunked.exitStatus == 28)
        #expect(server.connections.count == 1)
    }

    /// A file system of 1 MiB for temporary files.
    @Test(
        .enabled { await Command.isPossible("with a small disk") { $0.withSmallDisk(at: "/mnt") } })
    func saysThatTheDiskIsFull() async throws {
        let server = try LoopbackServer()
        let directory = try TemporaryDirectory()
        let disk = try directory.directory("disk")
        let result = try await Command.formpost("-F", "f=@-", server.url)
            .withSmallDisk(at: disk).with {
                $0.stdin = .bytes(FilePattern().bytes(4 << 20))
                $0.environment["TMPDIR"] = disk
            }.run()
        #expect(result.exitStatus == 26)
        let text = result.stderrText
        #expect(text.hasPrefix("formpost: (26) standard input is too long for the free space in "))
        #expect(text.hasSuffix(" read): set TMPDIR to a larger directory, or use --chunked\n"))
        #expect(server.connections.isEmpty)
    }

    /// As if it were not set.
    @Test func anEmptyVariableNamesNoDirectory() async throws {
        let server = try LoopbackServer(bodies: .count)
        let result = try await Command.formpost("-sS", "-F", "f=@-", server.url).with {
            $0.stdin = .bytes(FilePattern().bytes(3 << 20))
            $0.environment["TMPDIR"] = ""
        }.run()
        #expect(result.outcome == Outcome(0))
    }

    @Test func saysWhereItCannotSpool() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "f=@-", server.url).with {
            $0.stdin = .bytes(FilePattern().bytes(2 << 20))
            $0.environment["TMPDIR"] = "/nonexistent"
        }.run()
        let text = "cannot write a temporary file in /nonexistent: No such file or directory\n"
        #expect(result.outcome == Outcome(26, stderr: "formpost: (26) " + text))
        #expect(server.connections.isEmpty)
    }
}
