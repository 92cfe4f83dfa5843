import Foundation
import TestSupport
import Testing

/// Configuration files of other users and groups. For modes see Scenarios/config.txt.
@Suite(.serialized, .enabled(if: geteuid() == 0, "needs root"))
struct ConfigTrustTests {
    private static let nobody: uid_t = 65534

    struct Row: Sendable {
        var mode: mode_t
        var owner: uid_t = 0
        var group: gid_t
        var runsAsNobody = false
        /// Why the file is not trusted; nil if it is.
        var reason: String?
        /// Whether it is refused where it was not named.
        var isRefused = true
    }

    private static let writable = "can be changed by others: run chmod go-w"
    private static let foreign = "belongs to another user"

    private static let rows = [
        Row(mode: 0o664, group: 0), Row(mode: 0o664, group: 1, reason: writable),
        Row(mode: 0o600, owner: nobody, group: 0, reason: foreign),
        Row(mode: 0o664, owner: nobody, group: nobody, runsAsNobody: true),
        Row(mode: 0o664, owner: nobody, group: 1, runsAsNobody: true, reason: writable),
        Row(mode: 0o646, owner: nobody, group: nobody, runsAsNobody: true, reason: writable),
        // A container's volume is the home directory.
        Row(mode: 0o644, owner: 1, group: 1, runsAsNobody: true, reason: foreign, isRefused: false),
    ]

    /// A default file is refused, and a named one is only warned of: a container's root is often given such.
    @Test(arguments: rows) func isTrusted(row: Row) async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file(".formpostrc", "form-string = a=b\n")
        chown(path, row.owner, row.group)
        chmod(path, row.mode)
        chmod(directory.path, 0o755)
        let server = try LoopbackServer()
        func run(_ arguments: String...) async throws -> Outcome {
            let command = Command.formpost(arguments: arguments + [server.url])
            return try await (row.runsAsNobody ? command.withoutPrivileges() : command)
                .with { [path = directory.path] in $0.environment["HOME"] = path }.run().outcome
        }
        let reason = row.reason.map { "the configuration file \(path) \($0)" }
        let warning = reason.map { "formpost: warning: \($0)\n" } ?? ""
        let refusal = reason.map {
            "formpost: (26) \($0); -q leaves it out, and -q -K \(path) reads it with a warning\n"
        }
        let isRefused = row.reason != nil && row.isRefused
        #expect(
            try await run("-sS")
                == Outcome(isRefused ? 26 : 0, stderr: isRefused ? refusal ?? "" : warning))
        #expect(server.connections.isEmpty == isRefused)
        #expect(
            try await run("-q", "-K", path) == Outcome(0, stderr: warning + "HTTP/1.1 200 OK\n"))
        #expect(try await run("-q", "-s", "-K", path) == Outcome(0))
    }
}
