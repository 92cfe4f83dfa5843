import Foundation
import TestSupport
import Testing

/// A name server that does not answer holds up the request that asks it, and no other.
@Suite(
    .serialized,
    .enabled("unshare -m is not permitted") {
        await Command.isPossible("with files of its own") { $0.withSmallDisk(at: "/mnt") }
    })
struct SilentResolverTests {
    /// A directory with the system's files, as the command is to see them; what is asked is not answered
    /// for half a minute.
    private func command(
        _ arguments: [String], nameServer: String, in directory: TemporaryDirectory
    ) throws -> Command {
        try directory.file(
            "resolv", "nameserver \(nameServer)\noptions timeout:30 attempts:1\n")
        try directory.file("nsswitch", "hosts: files dns\n")
        let mounts = ["resolv": "resolv.conf", "nsswitch": "nsswitch.conf"].map {
            "mount --bind '\(directory.path($0))' /etc/\($1)"
        }.joined(separator: " && ")
        return Command.formpost(arguments: arguments).afterMounting(mounts)
    }

    @Test func holdsUpNoOtherRequest() async throws {
        let directory = try TemporaryDirectory()
        let silent = try UnansweredPort(53)
        let server = try LoopbackServer(.respond(body: "OK"))
        let result = try await command(
            [
                "-sS", "--connect-timeout", "1", "-F", "a=b", "http://no.test/", "--next", "-sS",
                "-m",
                "20", "-F", "a=b", server.url,
            ], nameServer: silent.address, in: directory
        ).run()
        withExtendedLifetime(silent) {}
        #expect(result.exitStatus == 28 && result.stdoutText == "OK", "\(result)")
        #expect(
            result.stderrText
                == "formpost: (28) http://no.test/: Resolving timed out after 1000 milliseconds while "
                + "connecting\n" || result.stderrText.contains(" timed out after 10"), "\(result)")
        #expect(server.requests.count == 1)
    }
}

/// A UDP port that takes datagrams and answers none.
private final class UnansweredPort {
    let address: String
    private let number: Int32

    /// On the first loopback address with a free port: another run of the tests has its own.
    init(_ port: UInt16) throws {
        let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(number >= 0)
        let free = (153...254).lazy.map { "127.0.0.\($0)" }.first { address in
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = port.bigEndian
            place.sin_addr.s_addr = inet_addr(address)
            let size = socklen_t(MemoryLayout.size(ofValue: place))
            return withUnsafePointer(to: &place) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, size) == 0 }
            }
        }
        address = try #require(free, "port \(port) of a loopback address")
        self.number = number
    }

    deinit { close(number) }
}
