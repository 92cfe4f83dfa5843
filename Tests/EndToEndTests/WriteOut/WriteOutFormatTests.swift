import Foundation
import TestSupport
import Testing

/// How a line of `-w` is written.
@Suite struct WriteOutFormatTests {
    /// With one write, so that the lines of commands side by side do not mix: as a datagram shows.
    @Test func aLineIsWrittenAtOnce() async throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_DGRAM.rawValue)
        #else
            let kind = SOCK_DGRAM
        #endif
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        let server = try LoopbackServer(.respond(201, headers: ["X-A": "1"]))
        let command = Command.formpost(
            "-s", "-w", "%{http_code} %{method} %header{x-a}, %{urlnum}\\n", "-F", "a=b", server.url
        )
        let result = try await command.with { [end = ends[1]] in $0.stdout = .descriptor(end) }
            .run()
        #expect(result.exitStatus == 0)
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(ends[0], &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "201 POST 1, 0\n")
        #expect(read(ends[0], &bytes, bytes.count) == -1)
    }
}
