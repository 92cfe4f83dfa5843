import Foundation
import TestSupport
import Testing

/// `--form-tree`: a directory's files as parts, with their paths as filenames.
@Suite(.serialized)
struct FormTreeTests {
    private static func site() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for name in ["site", "site/b", "site/b/c", "site/empty", "other"] {
            try directory.directory(name)
        }
        for name in [
            "site/z.txt", "site/b/a.css", "site/b/c/d.json", "site/.env", "site/b-1", "site/-",
            "other/x",
        ] {
            try directory.file(name, "<\(name)>")
        }
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: directory.path("site/link.png"), withDestinationPath: "../other/x")
        return directory
    }

    private func run(
        _ arguments: [any RawBytes], in directory: TemporaryDirectory, _ server: LoopbackServer
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: ["-sS"] + arguments + [server.url])
            .with { $0.workingDirectory = directory.path }.run()
    }

    @Test func sendsAllFilesInOrder() async throws {
        let directory = try Self.site()
        let server = try LoopbackServer()
        let result = try await run(
            ["-F", "first=1", "--form-tree", "file=site", "-F", "last=2", "--boundary", "B"],
            in: directory, server)
        #expect(result.outcome == Outcome(0))
        let rows = [
            ("site/-", "application/octet-stream", "site/-"),
            ("site/.env", "application/octet-stream", "site/.env"),
            ("site/b-1", "application/octet-stream", "site/b-1"),
            ("site/b/a.css", "text/css", "site/b/a.css"),
            ("site/b/c/d.json", "application/json", "site/b/c/d.json"),
            ("site/link.png", "image/png", "other/x"),
            ("site/z.txt", "text/plain", "site/z.txt"),
        ]
        let text = { (name: String, value: String) in
            "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let parts = rows.map { name, type, content in
            "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
                + "Content-Type: \(type)\r\n\r\n<\(content)>\r\n"
        }
        let body = text("first", "1") + parts.joined() + text("last", "2") + "--B--\r\n"
        #expect(String(decoding: try await server.request().body.bytes, as: UTF8.self) == body)
    }

    /// What `ipfs add` sends: Go's `url.QueryEscape` of the path. Without it nothing is escaped.
    @Test func escapesNamesAsIPFSDoes() async throws {
        let directory = try TemporaryDirectory()
        try directory.directory("site")
        for name in ["c++.html", "100%.txt", "a b-._~", "ü"] {
            _ = try directory.file("site/\(name)", "x")
        }
        let plain = ["site/100%.txt", "site/a b-._~", "site/c++.html", "site/ü"]
        let escaped = [
            "site%2F100%25.txt", "site%2Fa+b-._~", "site%2Fc%2B%2B.html", "site%2F%C3%BC",
        ]
        for (option, names) in [([], plain), (["--form-tree-escape"], escaped)] {
            let server = try LoopbackServer()
            let result = try await run(["--form-tree", "f=site"] + option, in: directory, server)
            #expect(result.outcome == Outcome(0))
            #expect(try await server.request().form().parts.map(\.filenameText) == names)
        }
        let line = try await Command.formpost(
            "--curl", "--form-tree", "f=site", "--form-tree-escape", "http://h/"
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(line.stdoutText.contains("filename=site%2Fc%2B%2B.html"), "\(line)")
    }

    /// What stands for the directory does not matter: its name does.
    @Test(arguments: [
        ("site/b", "b/"), ("site/b/", "b/"), ("./site//b", "b/"), ("site/b/c/..", "b/"),
        ("site/b/.", "b/"),
    ])
    func namesThemFromTheLastComponentOn(path: String, prefix: String) async throws {
        let directory = try Self.site()
        let server = try LoopbackServer()
        let result = try await run(["--form-tree", "f=\(path)"], in: directory, server)
        #expect(result.outcome == Outcome(0))
        #expect(
            try await server.request().form().parts.map(\.filenameText)
                == [prefix + "a.css", prefix + "c/d.json"])
    }

    @Test func namesTheWorkingDirectory() async throws {
        let directory = try Self.site()
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", "--form-tree", "f=.", server.url)
            .with { $0.workingDirectory = directory.path("site/b/c") }.run()
        #expect(result.outcome == Outcome(0))
        #expect(try await server.request().form().parts.map(\.filenameText) == ["c/d.json"])
    }

    @Test func followsNoLinkToADirectory() async throws {
        let directory = try Self.site()
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: directory.path("site/b/up"), withDestinationPath: "..")
        let server = try LoopbackServer()
        let result = try await Command.formpost("--form-tree", "f=site/b", server.url)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(
            result.outcome
                == Outcome(
                    0,
                    stderr:
                        "formpost: warning: --form-tree: site/b/up is a link to a directory and "
                        + "is not sent\nHTTP/1.1 200 OK\n"))
        #expect(try await server.request().form().parts.count == 2)
    }

    /// One that is named itself is.
    @Test func followsItsOwnLink() async throws {
        let directory = try Self.site()
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: directory.path("latest"), withDestinationPath: "site/b/c")
        let server = try LoopbackServer()
        let result = try await run(["--form-tree", "f=latest"], in: directory, server)
        #expect(result.outcome == Outcome(0))
        #expect(try await server.request().form().parts.map(\.filenameText) == ["latest/d.json"])
    }

    private static let refused: [(argument: String, exit: Int32, message: String)] = [
        ("f=site/empty", 26, "--form-tree: there is no file in site/empty"),
        (
            "f=nowhere", 26,
            "--form-tree: cannot read the directory nowhere: No such file or directory"
        ),
        ("f=", 26, "--form-tree: cannot read the directory '': No such file or directory"),
        ("f=other/x", 26, "--form-tree: cannot read the directory other/x: Not a directory"),
        (
            "f=pipes", 26, "--form-tree: pipes/p is neither a file nor a directory"
        ),
        (
            "f=dangling", 26,
            "--form-tree: cannot read dangling/to: No such file or directory"
        ),
        (
            "site", 2,
            "--form-tree: there is no '=' in it: write name=directory\n    site\n        ^"
        ),
    ]

    @Test(arguments: refused.indices) func refuses(index: Int) async throws {
        let directory = try Self.site()
        try directory.directory("pipes")
        try #require(mkfifo(directory.path("pipes/p"), 0o600) == 0)
        try directory.directory("dangling")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("dangling/to"), withDestinationPath: "nowhere")
        let server = try LoopbackServer()
        let row = Self.refused[index]
        let result = try await run(["--form-tree", row.argument], in: directory, server)
        #expect(
            result.outcome == Outcome(row.exit, stderr: "formpost: (\(row.exit)) \(row.message)\n"))
        #expect(server.connections.isEmpty)
    }

    @Test func refusesWhatItMayNotRead() async throws {
        guard await Command.canDropPrivileges() else { return }
        let directory = try Self.site()
        try #require(chmod(directory.path, 0o755) == 0)
        for name in ["site", "site/b", "site/b/c"] {
            try #require(chmod(directory.path(name), 0o755) == 0)
        }
        for (closed, what) in [
            ("site/b", "the directory site/b"), ("site/b/a.css", "site/b/a.css"),
        ] {
            let mode: mode_t = closed == "site/b" ? 0o755 : 0o600
            try #require(chmod(directory.path(closed), 0) == 0)
            let server = try LoopbackServer()
            let result = try await Command.formpost("-sS", "--form-tree", "f=site/b", server.url)
                .withoutPrivileges().with { $0.workingDirectory = directory.path }.run()
            #expect(result.exitStatus == 26)
            #expect(
                result.stderrText
                    == "formpost: (26) --form-tree: cannot read \(what): Permission denied\n")
            #expect(server.connections.isEmpty)
            try #require(chmod(directory.path(closed), mode) == 0)
        }
    }

    @Test func keepsNamesOfAnyBytes() async throws {
        let directory = try TemporaryDirectory()
        try directory.directory("d")
        let name = Array("\(directory.path)/d/".utf8) + [0xFF, 0x22, 0x0A]
        let path = (name + [0]).map { CChar(bitPattern: $0) }
        try #require(close(open(path, O_CREAT | O_WRONLY, 0o600)) == 0)
        let server = try LoopbackServer()
        let result = try await run(["--form-tree", "f=d"], in: directory, server)
        #expect(result.outcome == Outcome(0))
        let line = Array("filename=\"d/".utf8) + [0xFF] + Array("%22%0A\"".utf8)
        #expect(try await server.request().body.bytes.contains(line))
    }
}
