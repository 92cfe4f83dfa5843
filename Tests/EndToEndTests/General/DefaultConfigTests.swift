import Foundation
import TestSupport
import Testing

/// The configuration files that are read without being named: for every operation, and in their order.
@Suite(.serialized)
struct DefaultConfigTests {
    private let directory: TemporaryDirectory
    private let server: LoopbackServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try LoopbackServer { _ in .respond() }
    }

    private func run(_ arguments: [String], home: String) async throws -> CommandResult {
        _ = try directory.file(".formpostrc", home)
        return try await Command.formpost(arguments: arguments)
            .with { [path = directory.path] in $0.environment["HOME"] = path }.run()
    }

    private func headers(_ name: String, _ count: Int) async throws -> [String?] {
        try await server.requests(count).map { $0.header(name) }
    }

    /// What a header, a proxy or a CA certificate is needed for is needed by each request.
    @Test func theUsersFileCountsAfterNext() async throws {
        let result = try await run(
            [
                "-d", "a", server.url, "--next", "-d", "b", server.url, "--next", "-d", "c",
                server.url,
            ],
            home: "header = \"X-A: 1\"\nsilent\n")
        #expect(result.exitStatus == 0 && result.stderrText == "", "\(result)")
        #expect(try await headers("X-A", 3) == ["1", "1", "1"])
    }

    @Test func aNamedFileCountsWhereItIsNamed() async throws {
        let file = try directory.file("named", "header = \"X-B: 1\"\n")
        let result = try await run(
            ["-s", "-K", file, "-d", "a", server.url, "--next", "-d", "b", server.url], home: "")
        #expect(result.exitStatus == 0, "\(result)")
        #expect(try await headers("X-B", 2) == ["1", nil])
    }

    /// The command line of an operation has precedence in that operation alone.
    @Test func anOperationCanDiffer() async throws {
        let result = try await run(
            ["-s", "-A", "mine", "-d", "a", server.url, "--next", "-d", "b", server.url],
            home: "user-agent = ours\n")
        #expect(result.exitStatus == 0, "\(result)")
        #expect(try await headers("User-Agent", 2) == ["mine", "ours"])
    }

    /// The URL of the file is the one of each operation that has no other.
    @Test func itsURLIsUsedWhereNoOtherIs() async throws {
        let result = try await run(
            ["-d", "a", "--next", "-d", "b", server.url("/b")],
            home: "url = \(server.url("/a"))\nsilent\n")
        #expect(result.exitStatus == 0, "\(result)")
        #expect(try await server.requests(2).map(\.target) == ["/a", "/b"])
    }

    @Test func disableSkipsIt() async throws {
        let result = try await run(
            ["-q", "-s", "-d", "a", server.url, "--next", "-d", "b", server.url],
            home: "header = \"X-A: 1\"\n")
        #expect(result.exitStatus == 0, "\(result)")
        #expect(try await headers("X-A", 2) == [nil, nil])
    }

    private func withMachinesFile(_ command: Command, mode: String = "644") throws -> Command {
        let file = try directory.file(
            "machine", "header = \"X-A: machine\"\nuser-agent = machine\n")
        let inside = command.after(
            "mount -t tmpfs none /etc && cp '\(file)' /etc/formpostrc && chmod \(mode) /etc/formpostrc"
        )
        return inside.with {
            $0.arguments = ["unshare", "-m", inside.path] + inside.arguments
            $0.path = "/usr/bin/env"
        }
    }

    private static func canMount() async -> Bool {
        await Command.isPossible("with a machine's configuration") { $0.withoutProc() }
    }

    @Test func theMachinesFileComesFirst() async throws {
        guard await Self.canMount() else { return }
        _ = try directory.file(".formpostrc", "user-agent = user\nsilent\n")
        let command = Command.formpost("-d", "a", server.url, "--next", "-d", "b", server.url)
            .with { [path = directory.path] in $0.environment["HOME"] = path }
        let result = try await withMachinesFile(command).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(try await headers("X-A", 2) == ["machine", "machine"])
        #expect(try await headers("User-Agent", 2) == ["user", "user"])
        let version = try await withMachinesFile(Command.formpost("-V")).run()
        #expect(version.stdoutText.hasSuffix("Configuration: /etc/formpostrc\n"))
        let skipped = try await withMachinesFile(Command.formpost("-q", "-V")).run()
        #expect(skipped.stdoutText.hasSuffix("Configuration: none\n"))
    }

    @Test func aMachinesFileThatOthersCanChangeIsRefused() async throws {
        guard await Self.canMount() else { return }
        let result = try await withMachinesFile(
            Command.formpost("-s", "-S", "-d", "a", server.url), mode: "666"
        ).run()
        #expect(
            result.outcome
                == Outcome(
                    26,
                    stderr:
                        "formpost: (26) the configuration file /etc/formpostrc can be changed by "
                        + "others: run chmod go-w, or take it as it is with -q -K - </etc/formpostrc\n"
                ))
        #expect(server.connections.isEmpty)
    }
}
