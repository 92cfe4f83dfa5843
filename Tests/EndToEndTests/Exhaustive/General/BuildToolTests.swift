import Foundation
import TestSupport
import Testing

/// What a build lacks is said in one sentence, and an image is made of what was asked for.
@Suite struct BuildToolTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func check(_ arguments: [String], cc: String = "true") async throws -> CommandResult {
        try await Command(
            Fixtures.path("../Sources/Packaging/check-tools"), arguments: arguments
        ).with { $0.environment["CC"] = cc }.run()
    }

    @Test func whatIsThereIsEnough() async throws {
        let folder = directory.path("new/folder")
        try await check(["true", folder]).expect(0)
    }

    @Test func withoutSwift() async throws {
        let result = try await check(["no-swift", directory.path])
        result.expect(
            1,
            stderr: "make: there is no 'no-swift' here, and Swift 6 builds formpost: install it "
                + "(https://www.swift.org/install), or name it: make SWIFT=/path/to/swift\n")
    }

    @Test func withoutACompiler() async throws {
        let result = try await check(["true", directory.path], cc: "no-cc")
        result.expect(
            1,
            stderr: "make: there is no C compiler 'no-cc' here: install one (Debian: gcc and "
                + "libc6-dev), or name it: make CC=clang\n")
    }

    /// A read-only tree: `/proc` cannot be written by anybody.
    @Test func withoutAFolder() async throws {
        let result = try await check(["true", "/proc/build"])
        result.expect(
            1,
            stderr: "make: the build folder /proc/build cannot be written: name another one: "
                + "make BUILD=/tmp/formpost\n")
    }

    /// A clone, an archive, and neither.
    @Test(.enabled(if: Command.isInstalled("git"), "git is not installed"))
    func theCommitIsKnown() async throws {
        for name in ["tree", "tree/Sources", "tree/Sources/Packaging"] {
            try directory.directory(name)
        }
        for name in ["commit", "archived-commit"] {
            _ = try directory.file(
                "tree/Sources/Packaging/\(name)",
                String(
                    contentsOfFile: Fixtures.path("../Sources/Packaging/\(name)"), encoding: .utf8))
        }
        let commit = {
            try await Command(
                "/bin/sh", arguments: [directory.path("tree/Sources/Packaging/commit")]
            ).run().stdoutText
        }
        #expect(try await commit() == "")
        let script =
            "cd '\(directory.path("tree"))' && git init -q && git add . && "
            + "git -c user.name=a -c user.email=a@b commit -qm x && git rev-parse HEAD"
        let head = try await Command("/bin/sh", arguments: ["-c", script]).run().stdoutText
        #expect(try await commit() == head)
        _ = try directory.file("tree/new", "")
        #expect(try await commit() == head.dropLast() + "+\n")
        let archived = String(repeating: "a", count: 40)
        _ = try directory.file("tree/Sources/Packaging/archived-commit", archived + "\n")
        #expect(try await commit() == archived + "\n")
    }

    /// `make image BASE=…`, by an engine that records its arguments.
    @Test func anImageWithAShell() async throws {
        try directory.directory("bin")
        let engine = try directory.file(
            "bin/docker",
            "#!/bin/sh\necho \"$@\" >>\"$ENGINE_LOG\"\n[ \"$1\" != image ] || echo 90000000\n")
        try #require(chmod(engine, 0o755) == 0)
        let result = try await Command(
            Fixtures.path("../Sources/Packaging/build-image"),
            arguments: [BuiltCommand.formpost, directory.path("image"), "debian:12-slim"]
        ).with {
            $0.environment["PATH"] = "\(directory.path("bin")):/usr/bin:/bin"
            $0.environment["ENGINE_LOG"] = directory.path("log")
        }.run()
        result.expect(0, stdout: "image: formpost:0.1.0-shell by docker, 90.0 MB\n")
        let log = String(decoding: try directory.contents(of: "log"), as: UTF8.self)
        #expect(
            log.contains(
                "build -q -f Sources/Packaging/Dockerfile.shell --build-arg BASE=debian:12-slim -t "
                    + "formpost:0.1.0-shell -t formpost:shell \(directory.path("image"))\n"))
        #expect(log.contains("run --rm formpost:0.1.0-shell formpost --version\n"))
        let files = directory.entries(under: "image")
        #expect(files.contains("bin/formpost") && files.contains("share/doc/formpost/NOTICES"))
    }
}
