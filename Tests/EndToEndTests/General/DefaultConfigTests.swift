import TestSupport
import Testing

/// The configuration file of the machine, which is read before the user's. For other files see
/// Scenarios/config.txt.
@Suite(
    .serialized,
    .enabled("unshare -m is not permitted") {
        await Command.isPossible("with a machine's configuration") { $0.withMachinesFile("") }
    })
struct DefaultConfigTests {
    private static let content = "header = \"X-A: machine\"\nuser-agent = machine\n"

    @Test func comesFirst() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer { _ in .respond() }
        try directory.file(".formpostrc", "user-agent = user\nsilent\n")
        let command = Command.formpost("-d", "a", server.url, "--next", "-d", "b", server.url)
            .with { $0.environment["HOME"] = directory.path }
        let result = try await command.withMachinesFile(Self.content).run()
        result.expect(0)
        let requests = try await server.requests(2)
        #expect(requests.map { $0.header("X-A") } == ["machine", "machine"])
        #expect(requests.map { $0.header("User-Agent") } == ["user", "user"])
        let version = try await Command.formpost("-V").withMachinesFile(Self.content).run()
        #expect(version.stdoutText.hasSuffix("Configuration: /etc/formpostrc\n"))
        let skipped = try await Command.formpost("-q", "-V").withMachinesFile(Self.content).run()
        #expect(skipped.stdoutText.hasSuffix("Configuration: none\n"))
    }

    @Test func isRefusedIfOthersCanChangeIt() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-s", "-S", "-d", "a", server.url)
            .withMachinesFile(Self.content, mode: "666").run()
        let text =
            "formpost: (26) the configuration file /etc/formpostrc can be changed by others: run "
            + "chmod go-w; -q leaves it out, and -q -K /etc/formpostrc reads it with a warning\n"
        result.expect(26, stderr: text)
        #expect(server.connections.isEmpty)
    }
}

extension Command {
    /// In a system with this file in /etc.
    fileprivate func withMachinesFile(_ content: String, mode: String = "644") -> Command {
        afterMounting(
            "mount -t tmpfs none /etc && printf %s '\(content)' >/etc/formpostrc && "
                + "chmod \(mode) /etc/formpostrc")
    }
}
