import Foundation
import TestSupport
import Testing

/// Files of `-o` that cannot be replaced by a rename.
@Suite(.serialized)
struct OutputPlaceTests {
    private static let whole = Answer.respond(body: "new")
    private static let cut = Answer.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")

    private func run(
        _ answer: Answer, _ options: [String], in directory: TemporaryDirectory,
        _ change: @Sendable (Command) -> Command = { $0 }
    ) async throws -> CommandResult {
        let server = try LoopbackServer(answer)
        let command = Command.formpost(arguments: ["-sS"] + options + ["-F", "a=b", server.url])
        return try await change(command).with { $0.workingDirectory = directory.path }.run()
    }

    private func information(_ path: String) -> stat {
        var information = stat()
        stat(path, &information)
        return information
    }

    /// A link that leads nowhere is found before anything is sent.
    @Test func aLinkWithoutADirectoryIsNoPlace() async throws {
        let directory = try TemporaryDirectory()
        try #require(symlink("missing/file", directory.path("link")) == 0)
        let server = try LoopbackServer()
        for options in [["-o", "link"], ["-w", "%output{link}x"]] {
            let result = try await Command.formpost(
                arguments: ["-sS"] + options + ["-F", "a=b", server.url]
            ).with { $0.workingDirectory = directory.path }.run()
            #expect(result.exitStatus == 23, "\(result)")
        }
        #expect(server.connections.isEmpty)
    }

    /// As curl, which writes to such a file; but only when the response is whole.
    @Test(
        .enabled("runs as root only") { await Command.canDropPrivileges() },
        arguments: [(Self.whole, Int32(0), "new"), (Self.cut, 18, "older")])
    func writesInADirectoryThatTakesNoNewFile(
        answer: Answer, exit: Int32, content: String
    ) async throws {
        let directory = try TemporaryDirectory()
        chmod(try directory.file("answer", "older"), 0o666)
        chmod(directory.path, 0o555)
        let temporary = try TemporaryDirectory()
        chmod(temporary.path, 0o777)
        let before = information(directory.path("answer"))
        let result = try await run(answer, ["-o", "answer"], in: directory) {
            $0.withoutPrivileges().with { $0.environment["TMPDIR"] = temporary.path }
        }
        #expect(result.exitStatus == exit, "\(result)")
        #expect(directory.entries() == ["answer"])
        #expect(temporary.entries() == [])
        #expect(try directory.contents(of: "answer") == Array(content.utf8))
        #expect(information(directory.path("answer")).st_ino == before.st_ino)
    }

    /// It is written where it is: a new file would lack its list.
    @Test(.enabled(if: Command.isInstalled("python3"), "python3 is not installed"))
    func keepsAccessControlLists() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("answer", "older")
        let list = "user:nobody:rw"
        func python(_ call: String) async throws -> String {
            let script = "import os; print(os.\(call))"
            let result = try await Command(
                "/usr/bin/env", arguments: ["python3", "-c", script, path]
            ).run()
            return result.stdoutText
        }
        _ = try await python("setxattr(os.sys.argv[1], 'user.list', b'\(list)')")
        let before = information(path)
        let result = try await run(Self.whole, ["-o", "answer"], in: directory)
        #expect(result.outcome == Outcome(0))
        #expect(try directory.contents(of: "answer") == Array("new".utf8))
        #expect(information(path).st_ino == before.st_ino)
        #expect(try await python("getxattr(os.sys.argv[1], 'user.list')") == "b'\(list)'\n")
    }

    /// Creating a new file there fails.
    @Test(.enabled("runs as root only") { await Command.canDropPrivileges() })
    func makesNoFileInADirectoryThatTakesNone() async throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o555)
        let result = try await run(Self.whole, ["-o", "answer"], in: directory) {
            $0.withoutPrivileges()
        }
        let text = "formpost: (23) cannot write answer: Permission denied\n"
        #expect(result.outcome == Outcome(23, stderr: text))
    }

    /// Hard links remain links to the same file.
    @Test(arguments: [(Self.whole, Int32(0), "new"), (Self.cut, 18, "older")])
    func keepsHardLinks(answer: Answer, exit: Int32, content: String) async throws {
        let directory = try TemporaryDirectory()
        chmod(try directory.file("answer", "older"), 0o640)
        #expect(link(directory.path("answer"), directory.path("other")) == 0)
        let result = try await run(answer, ["-o", "answer"], in: directory)
        #expect(result.exitStatus == exit, "\(result)")
        #expect(directory.entries() == ["answer", "other"])
        #expect(try directory.contents(of: "other") == Array(content.utf8))
        let (answer, other) = (
            information(directory.path("answer")), information(directory.path("other"))
        )
        #expect(answer.st_ino == other.st_ino)
        #expect(answer.st_mode & 0o7777 == 0o640)
        #expect(result.leftovers == [])
    }

    /// The name of a file that has hard links becomes a link to another file during the transfer: that file
    /// is left alone. Cookies, which are put in place by a rename, replace the link.
    @Test(arguments: [
        ["-o", "answer"], ["-c", "answer"], ["-w", "%output{answer}new"],
        ["-w", "%output{>>answer}new"],
    ])
    func followsNoLinkThatAppears(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "older")
        try directory.file("victim", "victim")
        #expect(link(directory.path("answer"), directory.path("other")) == 0)
        let server = try LoopbackServer { [directory] _ in
            unlink(directory.path("answer"))
            symlink("victim", directory.path("answer"))
            return .respond(headers: ["Set-Cookie": "a=b; Max-Age=99"], body: "new")
        }
        let result = try await Command.formpost(
            arguments: ["-sS"] + options + ["-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        let text =
            "formpost: (23) cannot write answer: another file or a link has taken its name "
            + "meanwhile\n"
        #expect(result.exitStatus == (options[0] == "-c" ? 0 : 23), "\(result)")
        #expect(result.stderrText == (options[0] == "-c" ? "" : text))
        #expect(result.leftovers == [])
        #expect(try directory.contents(of: "victim") == Array("victim".utf8))
        #expect(try directory.contents(of: "other") == Array("older".utf8))
        #expect(directory.entries() == ["answer", "other", "victim"])
        var status = stat()
        #expect(lstat(directory.path("answer"), &status) == 0)
        #expect((status.st_mode & S_IFMT == S_IFREG) == (options[0] == "-c"))
    }

    /// A link that was there at the start leads to the file.
    @Test(arguments: [["-o", "link"], ["-w", "%output{link}new"]])
    func followsALinkThatWasThere(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "older")
        #expect(symlink("answer", directory.path("link")) == 0)
        let result = try await run(.respond(body: "new"), options, in: directory)
        #expect(result.exitStatus == 0, "\(result)")
        #expect(try directory.contents(of: "answer") == Array("new".utf8))
        #expect(directory.entries() == ["answer", "link"])
    }

    /// A short response over a long one, and more than one piece of it.
    @Test(arguments: [0, 5_000_000])
    func writesOverAllOfALinkedFile(size: Int) async throws {
        let directory = try TemporaryDirectory()
        try directory.patternFile("answer", size: 100_000)
        #expect(link(directory.path("answer"), directory.path("other")) == 0)
        let body = FilePattern().bytes(size)
        let result = try await run(.respond(body: body), ["-o", "answer"], in: directory)
        #expect(result.outcome == Outcome(0))
        #expect(try directory.contents(of: "other") == body)
    }

    @Test(.enabled(if: geteuid() == 0, "files of others are root's to make"))
    func keepsTheOwner() async throws {
        let directory = try TemporaryDirectory()
        let answer = try directory.file("answer", "older")
        #expect(chown(answer, 65534, 65533) == 0)
        chmod(answer, 0o604)
        let result = try await run(Self.whole, ["-o", "answer"], in: directory)
        #expect(result.outcome == Outcome(0))
        let after = information(answer)
        #expect((after.st_uid, after.st_gid) == (65534, 65533))
        #expect(after.st_mode & 0o7777 == 0o604)
        #expect(try directory.contents(of: "answer") == Array("new".utf8))
    }

    /// A writable file of another user keeps its owner.
    @Test(.enabled("runs as root only") { await Command.canDropPrivileges() })
    func keepsAnotherOwner() async throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o777)
        let answer = try directory.file("answer", "older")
        chmod(answer, 0o666)
        let temporary = try TemporaryDirectory()
        chmod(temporary.path, 0o777)
        let result = try await run(Self.whole, ["-o", "answer"], in: directory) {
            $0.withoutPrivileges().with { $0.environment["TMPDIR"] = temporary.path }
        }
        #expect(result.outcome == Outcome(0))
        #expect(information(answer).st_uid == geteuid())
        #expect(directory.entries() == ["answer"])
        #expect(try directory.contents(of: "answer") == Array("new".utf8))
    }

    @Test func refusesALoopOfLinks() async throws {
        let directory = try TemporaryDirectory()
        for (link, target) in [("a", "b"), ("b", "a")] {
            try FileManager.default.createSymbolicLink(
                atPath: directory.path(link), withDestinationPath: target)
        }
        let result = try await run(Self.whole, ["-o", "a"], in: directory)
        let text = "formpost: (23) cannot write a: Too many levels of symbolic links\n"
        #expect(result.outcome == Outcome(23, stderr: text))
        #expect(directory.entries() == ["a", "b"])
    }

    /// The system takes no more bytes in the middle of the response.
    @Test(arguments: [false, true])
    func staysAsItWasWhenThereIsNoRoom(isLinked: Bool) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "older")
        if isLinked { link(directory.path("answer"), directory.path("other")) }
        let server = try LoopbackServer(.respond(body: FilePattern().bytes(1 << 20)))
        let script = "trap '' XFSZ; ulimit -f 64; exec \"$@\""
        let result = try await Command(
            "/bin/sh",
            arguments: ["-c", script, "sh", BuiltCommand.formpost]
                + ["-sS", "-o", "answer", "-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        let text = "formpost: (23) cannot write answer: File too large\n"
        #expect(result.outcome == Outcome(23, stderr: text))
        #expect(directory.entries() == (isLinked ? ["answer", "other"] : ["answer"]))
        #expect(try directory.contents(of: "answer") == Array("older".utf8))
    }

    /// A descriptor that a shell has opened is written, and the file behind it not replaced: what
    /// others write there before and after stays.
    @Test(
        arguments: [
            ("-o /dev/stdout \"$2\"", ">"), ("--dump-body /dev/stdout", ">"),
            ("-o /dev/fd/3 \"$2\" 3>&1", ">>"), ("-o /proc/self/fd/1 \"$2\"", ">>"),
        ])
    func writesToADescriptor(arguments: String, redirection: String) async throws {
        let directory = try TemporaryDirectory()
        let file = directory.path("out")
        let server = try LoopbackServer(.respond(body: "body\n"))
        let script = """
            { echo before; "$1" -s -F a=b --boundary B \(arguments.contains("$2") ? "" : "http://h/") \
            \(arguments); echo after; } \(redirection) "$3"
            """
        let result = try await Command(
            "/bin/sh", arguments: ["-c", script, "sh", Command.formpost().path, server.url, file]
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        let bytes = try Array(Data(contentsOf: URL(filePath: file)))
        let text = String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self)
        #expect(text.hasPrefix("before\n"), "\(text)")
        #expect(text.hasSuffix("\nafter\n"), "\(text)")
        #expect(text.contains("body\n") || text.contains("--B--\n"), "\(text)")
    }
}
