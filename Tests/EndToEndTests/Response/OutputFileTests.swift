import Foundation
import TestSupport
import Testing

/// What happens to the file of `-o` while the response comes.
@Suite(.serialized)
struct OutputFileTests {
    /// Runs formpost until half of the response has come; changes the directory; lets it go on.
    private func run(
        _ options: [String] = [], in directory: TemporaryDirectory,
        meanwhile change: (RunningCommand) throws -> Void
    ) async throws -> CommandResult {
        let goOn = Gate()
        defer { goOn.open() }
        let server = try LoopbackServer([
            .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .wait(goOn),
            .send("def"),
        ])
        let running = try Command.formpost(
            arguments: options + ["-o", directory.path("out"), "-F", "a=b", server.url]
        ).start()
        try await running.stderr(containing: "HTTP/1.1 200 OK")
        try change(running)
        goOn.open()
        return await running.result()
    }

    /// It has no name before it is whole: even SIGKILL leaves nothing.
    @Test(arguments: [nil, "older"])
    func nothingIsLeftByKILL(older: String?) async throws {
        let directory = try TemporaryDirectory()
        if let older { try directory.file("out", older) }
        let before = directory.entries()
        _ = try await run(in: directory) { running in
            #expect(directory.entries() == before)
            running.send(SIGKILL)
        }
        #expect(directory.entries() == before)
        if let older { #expect(try directory.contents(of: "out") == Array(older.utf8)) }
    }

    /// A file that appears in the meantime is replaced, as an older one is, and has one name.
    @Test func whatAppearsMeanwhileIsReplaced() async throws {
        let directory = try TemporaryDirectory()
        let result = try await run(in: directory) { _ in try directory.file("out", "meanwhile") }
        #expect(result.exitStatus == 0)
        #expect(directory.entries() == ["out"])
        #expect(try directory.contents(of: "out") == Array("abcdef".utf8))
        var status = stat()
        #expect(stat(directory.path("out"), &status) == 0 && status.st_nlink == 1)
    }

    /// With `--no-clobber` it takes the next name, which `-w` knows.
    @Test func itTakesTheNextNameWithNoClobber() async throws {
        let directory = try TemporaryDirectory()
        let options = ["--no-clobber", "-w", "%{filename_effective}"]
        let result = try await run(options, in: directory) { _ in
            try directory.file("out", "meanwhile")
        }
        #expect(result.exitStatus == 0)
        #expect(result.stdoutText == directory.path("out.1"))
        #expect(directory.entries() == ["out", "out.1"])
        #expect(try directory.contents(of: "out") == Array("meanwhile".utf8))
        #expect(try directory.contents(of: "out.1") == Array("abcdef".utf8))
    }

    /// Why it could not get its name is what the system said.
    @Test(arguments: [[], ["--no-clobber"]])
    func aDirectoryThatGoesAwayIsToldOf(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        let result = try await run(options, in: directory) { _ in rmdir(directory.path) }
        #expect(result.exitStatus == 23)
        let text = "(23) cannot write \(directory.path("out")): No such file or directory"
        #expect(result.stderrText.contains(text), "\(result)")
    }

    /// The name of a file becomes a link to another file: that file is left alone. What is put in place by a
    /// rename replaces the link.
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
        let text = "formpost: (23) cannot write answer: another file or a link now has its name\n"
        let isRenamed = options[0] != "-w"
        #expect(result.exitStatus == (isRenamed ? 0 : 23), "\(result)")
        #expect(result.stderrText == (isRenamed ? "" : text))
        #expect(result.leftovers == [])
        #expect(try directory.contents(of: "victim") == Array("victim".utf8))
        #expect(try directory.contents(of: "other") == Array("older".utf8))
        #expect(directory.entries() == ["answer", "other", "victim"])
        var status = stat()
        #expect(lstat(directory.path("answer"), &status) == 0)
        #expect((status.st_mode & S_IFMT == S_IFREG) == isRenamed)
    }

    /// Cookies on a full disk.
    @Test(
        .enabled("unshare -m is not permitted") {
            await Command.isPossible("with a small disk") { $0.withSmallDisk(at: "/mnt") }
        })
    func aLinkedFileStaysWhereThereIsNoRoom() async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "a=\(String(repeating: "x", count: 4000))"]))
        let inside = """
            mkdir d && mount -t tmpfs -o size=12k none d && cd d && echo older >jar && ln jar other \
            && head -c 8192 /dev/zero >fill && "$0" "$@"; echo $?; cat jar other
            """
        let directory = try TemporaryDirectory()
        let command = Command.formpost("-s", "-c", "jar", "-F", "a=b", server.url)
        let result = try await Command(
            "/usr/bin/env",
            arguments: ["unshare", "-m", "sh", "-c", inside, command.path] + command.arguments
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.stdoutText == "23\nolder\nolder\n", "\(result)")
    }
}
