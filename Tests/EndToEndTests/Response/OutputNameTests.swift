import Foundation
import TestSupport
import Testing

/// `--output-dir`, `--create-dirs`, `--no-clobber`, `--remove-on-error`: which file `-o` writes.
@Suite(.serialized)
struct OutputNameTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var options: String
        var before: [String] = []
        var after: [String]
        var exit: Int32 = 0
        var stdout = ""
        /// Of `formpost`; curl has none.
        var reason: String?

        var testDescription: String { options }
    }

    private static let rows = [
        Row(options: "-o x", after: ["x"]),
        Row(options: "-o x --output-dir .", after: ["x"]),
        Row(options: "-o x --output-dir ./", after: ["x"]),
        Row(options: "-o x --output-dir d", before: ["d/"], after: ["d", "d/x"]),
        Row(options: "-o /x --output-dir d", before: ["d/"], after: ["d", "d/x"]),
        Row(options: "-o - --output-dir d", after: [], stdout: "new"),
        Row(
            options: "-o x --output-dir d", after: [], exit: 23,
            reason: "d/x: No such file or directory"),
        Row(options: "-o x --output-dir d --create-dirs", after: ["d", "d/x"]),
        Row(
            options: "-o e/f/x --output-dir d --create-dirs",
            after: ["d", "d/e", "d/e/f", "d/e/f/x"]),
        Row(options: "-o d/x --create-dirs", after: ["d", "d/x"]),
        Row(options: "-o d//e/x --create-dirs", after: ["d", "d/e", "d/e/x"]),
        Row(options: "-o d/e/x --create-dirs", before: ["d/"], after: ["d", "d/e", "d/e/x"]),
        Row(options: "-o x --create-dirs", after: ["x"]),
        Row(
            options: "-o d/x --create-dirs --no-create-dirs", after: [], exit: 23,
            reason: "d/x: No such file or directory"),
        Row(
            options: "-o d/x --create-dirs", before: ["d"], after: ["d"], exit: 23,
            reason: "d/x: Not a directory"),
        Row(options: "-o x --no-clobber", after: ["x"]),
        Row(options: "-o x --no-clobber", before: ["x"], after: ["x", "x.1"]),
        Row(options: "-o x --no-clobber", before: ["x", "x.1"], after: ["x", "x.1", "x.2"]),
        Row(options: "-o x --no-clobber", before: ["x", "x.2"], after: ["x", "x.1", "x.2"]),
        Row(options: "-o x --no-clobber --clobber", before: ["x"], after: ["x"]),
        Row(
            options: "-o x --no-clobber --output-dir d", before: ["d/", "d/x"],
            after: ["d", "d/x", "d/x.1"]),
        Row(options: "-o x --remove-on-error", before: ["x"], after: ["x"]),
    ]

    @Test(.comparesWithCurl, arguments: rows)
    func writesTheSameFileAsCurl(row: Row) async throws {
        let options = row.options.split(separator: " ").map(String.init)
        for (isCurl, program) in [(false, Command.formpost), (true, Command.curl)] {
            let directory = try TemporaryDirectory()
            for name in row.before {
                if name.hasSuffix("/") {
                    try directory.directory(String(name.dropLast()))
                } else {
                    try directory.file(name, "older")
                }
            }
            let server = try LoopbackServer(.respond(body: "new"))
            let result = try await program(["-sS"] + options + ["-F", "a=b", server.url])
                .with { $0.workingDirectory = directory.path }.run()
            #expect(result.exitStatus == row.exit, "\(program) \(result)")
            #expect(directory.entries() == row.after, "\(result)")
            #expect(result.stdoutText == row.stdout)
            if !isCurl {
                let text = row.reason.map { "formpost: (23) cannot write \($0)\n" }
                #expect(result.stderrText == text ?? "")
            }
            let replaces = row.after.filter { row.before.contains($0) && row.exit == 0 }
            for name in replaces where !row.before.contains(name + "/") {
                let keeps = options.contains("--no-clobber") && !options.contains("--clobber")
                let content = try directory.contents(of: name)
                #expect(content == Array((keeps ? "older" : "new").utf8), "\(name)")
            }
        }
    }

    /// Directories are made as curl makes them.
    @Test(.comparesWithCurl) func makesDirectoriesOfCurlsMode() async throws {
        var modes: [mode_t] = []
        for program in [Command.formpost, Command.curl] {
            let directory = try TemporaryDirectory()
            let server = try LoopbackServer()
            _ = try await program(["-sS", "--create-dirs", "-o", "d/x", "-F", "a=b", server.url])
                .with { $0.workingDirectory = directory.path }.run()
            var information = stat()
            #expect(stat(directory.path("d"), &information) == 0)
            modes.append(information.st_mode & 0o7777)
        }
        let mask = umask(0)
        umask(mask)
        // curl uses mode 0750; formpost uses 0777 with the user's umask.
        #expect(modes == [0o777 & ~mask, 0o750 & ~mask])
    }

    /// `x` to `x.100` are there: found out before anything is sent.
    @Test func findsNoNameAfterAHundred() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("x", "")
        for number in 1...100 { try directory.file("x.\(number)", "") }
        let server = try LoopbackServer()
        let command = Command.formpost("-o", "x", "--no-clobber", "-F", "a=b", server.url)
            .with { $0.workingDirectory = directory.path }
        let text = "formpost: (23) cannot write x: File exists\n"
        #expect(try await command.run().outcome == Outcome(23, stderr: text))
        #expect(server.connections.isEmpty)
        unlink(directory.path("x.100"))
        #expect(try await command.run().exitStatus == 0)
        #expect(try directory.contents(of: "x.99") == [])
    }

    /// Two uploads at once, to one name: the later one takes the next.
    @Test func keepsAFileThatCameMeanwhile() async throws {
        let directory = try TemporaryDirectory()
        let (reached, go) = (Gate(), Gate())
        let server = try LoopbackServer(
            [.readBody, .open(reached), .wait(go), .respond(200, body: "ours")])
        let command = try Command.formpost(
            "-s", "-o", "x", "--no-clobber", "-w", "%{filename_effective}", "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.start()
        try await reached.waitUntilOpen()
        try directory.file("x", "theirs")
        go.open()
        #expect(await command.result().outcome == Outcome(0, stdout: "x.1"))
        #expect(directory.entries() == ["x", "x.1"])
        #expect(try directory.contents(of: "x") == Array("theirs".utf8))
        #expect(try directory.contents(of: "x.1") == Array("ours".utf8))
    }

    /// A link that leads nowhere is there, too.
    @Test func keepsALink() async throws {
        let directory = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("x"), withDestinationPath: "nowhere")
        let server = try LoopbackServer(.respond(body: "new"))
        let result = try await Command.formpost(
            "-s", "-o", "x", "--no-clobber", "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0))
        #expect(directory.entries() == ["x", "x.1"])
    }

    /// A failed transfer leaves no file without `--no-remove-on-error`.
    @Test(arguments: [
        ([], []), (["--remove-on-error"], []), (["--no-remove-on-error"], ["x"]),
        (["--no-clobber"], []),
    ])
    func leavesNothingOfAFailure(options: [String], left: [String]) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"))
        let result = try await Command.formpost(
            arguments: options + ["-s", "-o", "x", "-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(18))
        #expect(directory.entries() == left)
    }
}
