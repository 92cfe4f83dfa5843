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
            $0.timeout = 300  // large archives
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
                        "share/doc/formpost/HISTORY", "share/doc/formpost/NOTICES",
                        "share/doc/formpost/progress.schema.json",
                        "share/fish/vendor_completions.d/formpost.fish",
                        "share/man/man1/formpost.1", "share/zsh/site-functions/_formpost",
                    ].map { "\(binary)/\($0)" }))

        let sources = try await run("tar", "tzf", directory.path("dist/\(archives[1])"))
        let names = sources.stdoutText.split(separator: "\n")
        #expect(names.allSatisfy { $0.hasPrefix("formpost-\(version)/") })
        #expect(names.contains("formpost-\(version)/Package.swift"))
        // The archive knows its commit.
        let commit = try await run("git", "rev-parse", "HEAD").stdoutText
        let archived = try await run(
            "tar", "xzOf", directory.path("dist/\(archives[1])"),
            "formpost-\(version)/Sources/Packaging/archived-commit")
        #expect(archived.stdoutText == commit)

        // What is inside, and what it needs.
        let bill = try directory.contents(of: "dist/\(binary).spdx.json")
        let document = try JSONDecoder().decode(Bill.self, from: Data(bill))
        #expect(document.spdxVersion == "SPDX-2.3")
        let found = Set(document.packages.map(\.name))
        #expect(found.isSuperset(of: ["formpost", "libcurl.so.4", "libc.so.6"]), "\(found)")
        #expect(document.packages.first?.sourceInfo == "commit " + commit.dropLast())
        #expect(
            Set(document.relationships.map(\.relatedSpdxElement))
                == Set(document.packages.map(\.SPDXID)).subtracting(["SPDXRef-formpost"]))

        let sums = try directory.contents(of: "dist/SHA256SUMS")
        let checked = try await Command(
            "/usr/bin/env", arguments: ["sha256sum", "--strict", "-c"]
        ).with {
            $0.workingDirectory = directory.path("dist")
            $0.stdin = .bytes(sums)
        }.run()
        let summed = (archives + ["\(binary).spdx.json"]).sorted()
        #expect(checked.stdoutText == summed.map { "\($0): OK\n" }.joined())
    }

    /// The members of the bill of materials that are looked at.
    private struct Bill: Decodable {
        struct Package: Decodable {
            let SPDXID: String
            let name: String
            let sourceInfo: String?
        }
        struct Relationship: Decodable { let relatedSpdxElement: String }
        let spdxVersion: String
        let packages: [Package]
        let relationships: [Relationship]
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func aCloneOfSomebodyElseIsNotRead() async throws {
        let tree = directory.path("tree")
        let script =
            "mkdir -p $0/Sources && cp -r Sources/Packaging $0/Sources && git init -q $0 && "
            + "chown 65534:65534 $0 $0/.git && $0/Sources/Packaging/build-dist formpost tree dist"
        try await run("sh", "-c", script, tree).expect(
            1,
            stderr: "dist: git does not read this clone, since it belongs to somebody else: run "
                + "git config --global --add safe.directory '\(tree)'\n")
    }
}
