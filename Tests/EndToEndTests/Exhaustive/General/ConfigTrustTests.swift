import Foundation
import TestSupport
import Testing

/// A configuration file that others can change: refused where it was not named, warned of where it was.
@Suite(.serialized)
struct ConfigTrustTests {
    private static let rows: [(mode: Int, group: UInt32?, isTrusted: Bool)] = [
        (0o600, nil, true), (0o644, nil, true), (0o664, nil, true), (0o664, 1, false),
        (0o646, nil, false), (0o666, nil, false), (0o602, nil, false),
    ]

    private func file(
        _ row: (mode: Int, group: UInt32?, isTrusted: Bool), named name: String = "rc"
    ) throws -> (TemporaryDirectory, String) {
        let directory = try TemporaryDirectory()
        let path = try directory.file(name, "form-string = a=b\n")
        if let group = row.group { chown(path, getuid(), group) }
        chmod(path, mode_t(row.mode))
        chmod(directory.path, 0o755)
        return (directory, path)
    }

    /// One that is read without being named.
    @Test(arguments: rows)
    func aDefaultFileIsRefused(row: (mode: Int, group: UInt32?, isTrusted: Bool)) async throws {
        let (directory, path) = try file(row, named: ".formpostrc")
        let server = try LoopbackServer()
        let result = try await Command.formpost("-s", "-S", server.url)
            .with { $0.environment["HOME"] = directory.path }.run()
        let text =
            "formpost: (26) the configuration file \(path) can be changed by others: run chmod go-w, "
            + "or take it as it is with -q -K - <\(path)\n"
        #expect(result.outcome == (row.isTrusted ? Outcome(0) : Outcome(26, stderr: text)))
        #expect(server.connections.isEmpty == !row.isTrusted)
        let own = try await Command.formpost("-q", "-sS", "-K", "-", server.url)
            .with { $0.stdin = .bytes(Array("form-string = a=b\n".utf8)) }.run()
        #expect(own.outcome == Outcome(0))
        withExtendedLifetime(directory) {}
    }

    /// A runner of GitLab clones with umask 0: everybody may write the file that a job names.
    @Test(arguments: rows)
    func aNamedFileIsWarnedOf(row: (mode: Int, group: UInt32?, isTrusted: Bool)) async throws {
        let (directory, path) = try file(row)
        let server = try LoopbackServer()
        let result = try await Command.formpost("-K", path, server.url).run()
        #expect(result.exitStatus == 0, "\(result)")
        let warning =
            "formpost: warning: the configuration file \(path) can be changed by others: run chmod go-w\n"
        #expect(result.stderrText.hasPrefix(warning) != row.isTrusted, "\(result)")
        withExtendedLifetime(directory) {}
    }

    /// A default file of another user is refused, and one that was named only warned of: a
    /// container's root is often given such.
    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func rootAndTheOwner() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file(".formpostrc", "form-string = a=b\n")
        chmod(path, 0o600)
        chown(path, 65534, getegid())
        let server = try LoopbackServer()
        let byDefault = try await Command.formpost("-sS", server.url)
            .with { $0.environment["HOME"] = directory.path }.run()
        let refusal =
            "formpost: (26) the configuration file \(path) belongs to another user: run chown, or "
            + "take it as it is with -q -K - <\(path)\n"
        #expect(byDefault.outcome == Outcome(26, stderr: refusal))
        #expect(server.connections.isEmpty)
        let named = try await Command.formpost("-K", path, server.url).run()
        let warning =
            "formpost: warning: the configuration file \(path) belongs to another user: run chown\n"
        #expect(named.exitStatus == 0)
        #expect(named.stderrText.hasPrefix(warning), "\(named)")
    }

    @Test(arguments: rows)
    func othersAreWarned(row: (mode: Int, group: UInt32?, isTrusted: Bool)) async throws {
        let (directory, path) = try file(row)
        if geteuid() == 0 { chown(path, 65534, row.group ?? 65534) }
        let server = try LoopbackServer()
        for options in [[], ["-s"]] {
            let result = try await Command.formpost(arguments: options + ["-K", path, server.url])
                .withoutPrivileges().run()
            #expect(result.exitStatus == 0, "\(result)")
            let warning =
                "formpost: warning: the configuration file \(path) can be changed by others: run "
                + "chmod go-w\n"
            let isWarned = !row.isTrusted && options.isEmpty
            #expect(result.stderrText.hasPrefix(warning) == isWarned, "\(result)")
        }
        withExtendedLifetime(directory) {}
    }
}
