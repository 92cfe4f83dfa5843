import Foundation
import TestSupport
import Testing

/// `make dist`, of the command that was built for the tests.
@Suite(
    .enabled(
        if: Command.isInstalled("make") && Command.isInstalled("git")
            && FileManager.default.fileExists(atPath: Fixtures.path("../.git")),
        "needs make and a clone"))
struct DistTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ arguments: String...) async throws -> CommandResult {
        try await Command("/usr/bin/env", arguments: arguments).with {
            $0.workingDirectory = Fixtures.path("..")
        }.run()
    }

    @Test func theArchivesHoldTheSourceAndWhatIsInstalled() async throws {
        let built = BuiltCommand.formpost.split(separator: "/").dropLast().joined(separator: "/")
        let made = try await run(
            "make", "-s", "-o", "/\(built)/formpost", "released=/\(built)", "dist",
            "tree=\(directory.path("tree"))", "dist=\(directory.path("dist"))")
        try #require(made.exitStatus == 0, "\(made)")

        let line = try await Command.formpost("--version").run().stdoutText
        let version = try #require(line.split(separator: " ").dropFirst().first)
        let archives = directory.entries(under: "dist").filter { $0.hasSuffix(".tar.gz") }.sorted()
        try #require(archives.count == 2)
        let binary = String(archives[0].dropLast(".tar.gz".count))
        #expect(binary.hasPrefix("formpost-\(version)-linux-"))
        #expect(archives[1] == "formpost-\(version).tar.gz")

        let files = try await run("tar", "tzf", directory.path("dist/\(archives[0])"))
        #expect(
            Set(files.stdoutText.split(separator: "\n").filter { !$0.hasSuffix("/") })
                == Set(
                    [
                        "README.md", "bin/formpost", "share/bash-completion/completions/formpost",
                        "share/fish/vendor_completions.d/formpost.fish",
                        "share/man/man1/formpost.1", "share/zsh/site-functions/_formpost",
                    ].map { "\(binary)/\($0)" }))

        let sources = try await run("tar", "tzf", directory.path("dist/\(archives[1])"))
        let names = sources.stdoutText.split(separator: "\n")
        #expect(names.allSatisfy { $0.hasPrefix("formpost-\(version)/") })
        #expect(names.contains("formpost-\(version)/Package.swift"))

        let sums = try directory.contents(of: "dist/SHA256SUMS")
        let checked = try await Command(
            "/usr/bin/env", arguments: ["sha256sum", "--strict", "-c"]
        ).with {
            $0.workingDirectory = directory.path("dist")
            $0.stdin = .bytes(sums)
        }.run()
        #expect(checked.stdoutText == archives.map { "\($0): OK\n" }.joined())
    }
}
