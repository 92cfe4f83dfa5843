import Foundation
import TestSupport
import Testing

/// Input without a length: drained to memory or to a file without a name.
@Suite(.serialized)
struct SpoolTests {
    /// The temporary file has no name from the beginning: not even a kill leaves it.
    @Test(arguments: [SIGTERM, SIGKILL])
    func leavesNothingWhenItIsKilled(signal: Int32) async throws {
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer([.readBytes(1 << 20), .open(reached), .wait(stop)])
        let command = try Command.formpost("-F", "f=@-;filename=x", server.url)
            .with { $0.stdin = .bytes(FilePattern().bytes(4 << 20)) }.start()
        try await reached.waitUntilOpen()
        command.send(signal)
        let result = await command.result()
        #expect(result.signal == signal)
        #expect(result.leftovers == [])
    }

    /// A long response is held until no retry can follow.
    @Test func namesTheDirectoryOfAResponse() async throws {
        let body = String(repeating: "x", count: 2 << 20)
        let server = try LoopbackServer([.readBody, .respond(200, body: body)])
        let result = try await Command.formpost("-sS", "--retry", "1", "-F", "a=b", server.url)
            .with { $0.environment["TMPDIR"] = "/nonexistent" }.run()
        #expect(result.exitStatus == 23)
        #expect(result.stderrText.contains("a temporary file in /nonexistent: No such file or"))
    }

    /// A file system of 1 MiB for temporary files.
    @Test(
        .enabled("unshare -m is not permitted") {
            await Command.isPossible("with a small disk") { $0.withSmallDisk(at: "/mnt") }
        })
    func saysThatTheDiskIsFull() async throws {
        let server = try LoopbackServer()
        let directory = try TemporaryDirectory()
        let disk = try directory.directory("disk")
        let result = try await Command.formpost("-F", "f=@-;filename=x", server.url)
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
}
