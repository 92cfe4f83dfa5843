import Foundation
import TestSupport
import Testing

/// `--form-glob`: the files that match a pattern, as parts of one request.
@Suite(.serialized)
struct FormGlobTests {
    private static func photos() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for name in ["photos", "photos/deep", "empty"] { try directory.directory(name) }
        for name in [
            "photos/b.jpg", "photos/a.jpg", "photos/c.png", "photos/.d.jpg", "photos/deep/e.jpg",
            "photos/a,b;c.jpg", "photos/[1].txt", "-",
        ] {
            try directory.file(name, "<\(name)>")
        }
        return directory
    }

    private func run(
        _ arguments: [String], in directory: TemporaryDirectory, _ server: LoopbackServer
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: ["-sS"] + arguments + [server.url])
            .with { $0.workingDirectory = directory.path }.run()
    }

    @Test func sendsAPartForEachFile() async throws {
        let directory = try Self.photos()
        let server = try LoopbackServer()
        let result = try await run(
            [
                "-F", "first=1", "--form-glob",
                "p=@photos/*.jpg;type=x/y;headers=\"X-A: 1\";encoder=base64", "-F", "last=2",
                "--boundary", "B",
            ], in: directory, server)
        #expect(result.outcome == Outcome(0))
        let text = { (name: String, value: String) in
            "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let parts = [
            ("a,b;c.jpg", "PHBob3Rvcy9hLGI7Yy5qcGc+"), ("a.jpg", "PHBob3Rvcy9hLmpwZz4="),
            ("b.jpg", "PHBob3Rvcy9iLmpwZz4="),
        ].map { name, content in
            "--B\r\nContent-Disposition: form-data; name=\"p\"; filename=\"\(name)\"\r\n"
                + "Content-Type: x/y\r\nContent-Transfer-Encoding: base64\r\nX-A: 1\r\n\r\n"
                + content + "\r\n"
        }
        let body = text("first", "1") + parts.joined() + text("last", "2") + "--B--\r\n"
        #expect(String(decoding: try await server.request().body.bytes, as: UTF8.self) == body)
    }

    private static let patterns: [(value: String, names: [String])] = [
        ("p=@photos/**/*.jpg", ["a,b;c.jpg", "a.jpg", "b.jpg", "e.jpg"]),
        ("p=@\"photos/a*;c.jpg\"", ["a,b;c.jpg"]), ("p=@photos/a*\\;*", ["a,b;c.jpg"]),
        ("p=@photos/{c,b}.*", ["b.jpg", "c.png"]), ("p=@photos/.*", [".d.jpg"]),
        ("p=@photos/\\[1\\].txt", ["[1].txt"]), ("p=@photos/a.jpg", ["a.jpg"]),
        ("p=@?", ["-"]),
    ]

    @Test func findsWhatThePatternsOfEachFind() async throws {
        let directory = try Self.photos()
        let server = try LoopbackServer()
        for (value, names) in Self.patterns {
            let result = try await run(["--form-glob", value], in: directory, server)
            #expect(result.outcome == Outcome(0), "\(value)")
            let form = try await server.requests(server.requests.count).last?.form()
            #expect(form?.parts.map(\.filenameText) == names, "\(value)")
            #expect(form?.parts.allSatisfy { $0.nameText == "p" } == true)
        }
    }

    private static let refused: [(value: String, exit: Int32, message: String)] = [
        ("p=@photos/*.gif", 26, "no file matches 'photos/*.gif'"),
        ("p=@empty/*", 26, "no file matches 'empty/*'"),
        (
            "p=@photos/[1].txt", 26,
            "no file matches 'photos/[1].txt'; for the file of that name write photos/\\[1\\].txt"
        ),
        (
            "p=@photos", 26,
            "cannot read photos: Is a directory; --form-glob 'p=@photos/*' takes the files in it"
        ),
        ("p=@none", 26, "cannot read none: No such file or directory"),
        ("p=@{photos/a.jpg,none}", 26, "cannot read none: No such file or directory"),
        (
            "p=@photos/*;filename=x", 2,
            "filename= would give one name to every file of the pattern, and would be lost\n"
                + "    p=@photos/*;filename=x\n                         ^"
        ),
        ("p=@-", 2, "standard input is not a pattern: write -F name=@-"),
        ("p", 2, "write name=@pattern, such as 'pictures=@photos/*.jpg'\n    p\n     ^"),
        ("p=<*", 2, "write name=@pattern, such as 'pictures=@photos/*.jpg'\n    p=<*\n      ^"),
        ("p=@", 2, "write name=@pattern, such as 'pictures=@photos/*.jpg'\n    p=@\n      ^"),
        (
            "p=@*;tpye=a/b", 2,
            "'tpye=a/b' is not one of type= filename= headers= encoder= and would be lost: did you "
                + "mean type=?\n    p=@*;tpye=a/b\n         ^"
        ),
    ]

    @Test(arguments: refused.indices) func refuses(index: Int) async throws {
        let directory = try Self.photos()
        let server = try LoopbackServer()
        let row = Self.refused[index]
        let result = try await run(["--form-glob", row.value], in: directory, server)
        #expect(
            result.outcome
                == Outcome(
                    row.exit, stderr: "formpost: (\(row.exit)) --form-glob: \(row.message)\n"))
        #expect(server.connections.isEmpty)
    }

    /// Each request of a batch has all of them.
    @Test func goesWithEach() async throws {
        let directory = try Self.photos()
        let server = try LoopbackServer(.respond())
        let result = try await run(
            ["--each", "f=@photos/[ab].jpg", "--form-glob", "p=@photos/{a.jpg,c.png}"],
            in: directory, server)
        #expect(result.exitStatus == 0)
        let forms = try await server.requests(2).map { try $0.form() }
        #expect(
            forms.map { $0.parts.map(\.filenameText) } == [
                ["a.jpg", "a.jpg", "c.png"], ["b.jpg", "a.jpg", "c.png"],
            ])
    }
}
