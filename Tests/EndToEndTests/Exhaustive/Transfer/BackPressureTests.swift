import Foundation
import TestSupport
import Testing

/// Large responses with a slow reader, and early ones.
@Suite(.serialized)
struct BackPressureTests {
    private static let megabyte = [UInt8](repeating: 0x78, count: 1 << 20)

    /// The memory limit of the process in bytes, independent of the size of the transfer.
    static let memoryLimit: Int64 = 64 << 20

    @Test func holdsBackAServerWhenNobodyReads() async throws {
        let (allSent, readNow) = (Gate(), Gate())
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(64 << 20)\r\n\r\n"
        let server = try LoopbackServer(
            Answer(
                [.readBody, .send(head)]
                    + [Step](repeating: .send(Self.megabyte), count: 64) + [.open(allSent)]))
        let command = try Command.formpost("-s", "-F", "a=b", server.url)
            .with { $0.stdout = .unreadUntil(readNow) }.start()
        // A process that took all it can get would have done so long before.
        await #expect(throws: SupportError.self) { try await allSent.waitUntilOpen(timeout: 1) }
        let peak = try #require(command.peakMemory())
        #expect(peak < Self.memoryLimit)
        readNow.open()
        let result = await command.result()
        #expect(result.exitStatus == 0)
        #expect(result.stdout.count == 64 << 20)
        #expect(Data(result.stdout) == Data(repeating: 0x78, count: 64 << 20))
        #expect(result.peakMemory < Self.memoryLimit)
    }

    @Test(arguments: [200, 302, 404])
    func passesHalfAGigabyteThrough(status: Int) async throws {
        let head =
            "HTTP/1.1 \(status) X\r\nLocation: /there\r\nContent-Length: \(512 << 20)\r\n\r\n"
        let server = try LoopbackServer(
            Answer(
                [.readBody, .send(head)] + [Step](repeating: .send(Self.megabyte), count: 512)))
        let result = try await Command.formpost("-s", "-F", "a=b", server.url)
            .with { $0.stdout = .file("/dev/null") }.run()
        // A body that was not read to its announced end is an 18.
        #expect(result.exitStatus == (status == 200 ? 0 : 22))
        #expect(result.peakMemory < Self.memoryLimit)
    }

    @Test func dropsASuppressedBodyAndStillReadsIt() async throws {
        let server = try LoopbackServer(
            Answer(
                [.readBody, .send("HTTP/1.1 404 X\r\nContent-Length: \(64 << 20)\r\n\r\n")]
                    + [Step](repeating: .send(Self.megabyte), count: 64)))
        let result = try await Command.formpost("-s", "-f", "-F", "a=b", server.url).run()
        result.expect(22)
    }

    /// Printed at once, though 1 GiB is still to be sent and the server takes no more of it.
    @Test func takesAnEarlyAnswer() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 30)
        // The peak of a command that ends before it is watched is not known.
        let (isWatched, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer(
            [
                .readBytes(1 << 20), .wait(isWatched),
                .respond(413, headers: ["Connection": "close"], body: "too large\n"), .wait(stop),
            ], bodies: .count)
        let command = try Command.formpost("-F", "f=@" + file, server.url).start()
        isWatched.open()
        let result = await command.result()
        #expect(result.exitStatus == 22 && result.stdoutText == "too large\n", "\(result)")
        #expect(result.peakMemory < Self.memoryLimit)
        #expect(server.requests.first?.body.isComplete == false)
    }
}
