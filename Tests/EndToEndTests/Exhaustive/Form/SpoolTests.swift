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
