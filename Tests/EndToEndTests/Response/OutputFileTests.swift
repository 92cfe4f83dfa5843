import Foundation
import TestSupport
import Testing

/// `-o`: a file appears when the response is whole, and no device or FIFO is replaced by one.
@Suite(.serialized)
struct OutputFileTests {
    private func run(
        _ options: [String], answer: Answer = .respond(body: "new"),
        in directory: TemporaryDirectory
    ) async throws -> CommandResult {
        let server = try LoopbackServer(answer)
        return try await Command.formpost(arguments: options + ["-F", "a=b", server.url])
            .with { $0.workingDirectory = directory.path }.run()
    }

    private func mode(_ path: String) -> mode_t {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_mode & 0o7777 : 0
    }

    @Test func takesTheBody() async throws {
        let directory = try TemporaryDirectory()
        let result = try await run(["-o", "answer"], in: directory)
        #expect(result.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))
        #expect(directory.entries() == ["answer"])
        #expect(try directory.contents(of: "answer") == Array("new".utf8))
        let mask = umask(0)
        umask(mask)
        #expect(mode(directory.path("answer")) == 0o666 & ~mask)
    }

    /// As in curl: it is what the server means.
    @Test(.comparesWithCurl) func isLeftByA304() async throws {
        for program in ReferenceCurl.programs {
            let server = try LoopbackServer(.respond(304))
            let directory = try TemporaryDirectory()
            try directory.file("answer", "older")
            for name in ["answer", "new"] {
                _ = try await program(["-s", "-o", name, "-F", "a=b", server.url])
                    .with { $0.workingDirectory = directory.path }.run()
            }
            #expect(directory.entries() == ["answer"])
            #expect(try directory.contents(of: "answer") == Array("older".utf8))
        }
    }

    /// Also where a 304 is no failure.
    @Test(arguments: [["--no-fail"], ["--expect-status", "304"]])
    func isLeftByAnAccepted304(options: [String]) async throws {
        let server = try LoopbackServer(.respond(304))
        let directory = try TemporaryDirectory()
        try directory.file("answer", "older")
        let result = try await Command.formpost(
            arguments: ["-s", "-o", "answer", "-F", "a=b", server.url] + options
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0))
        #expect(try directory.contents(of: "answer") == Array("older".utf8))
    }

    /// With `-i` there is something to write.
    @Test(.comparesWithCurl) func hasTheHeadOfA304() async throws {
        for program in ReferenceCurl.programs {
            let server = try LoopbackServer(.respond(304))
            let directory = try TemporaryDirectory()
            try directory.file("answer", "older")
            _ = try await program(["-s", "-i", "-o", "answer", "-F", "a=b", server.url])
                .with { $0.workingDirectory = directory.path }.run()
            let text = String(decoding: try directory.contents(of: "answer"), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 304 Not Modified\r\n") && text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func takesTheHeadToo() async throws {
        let directory = try TemporaryDirectory()
        let result = try await run(["-i", "-o", "answer"], in: directory)
        #expect(result.outcome == Outcome(0))
        #expect(
            try directory.contents(of: "answer")
                == Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew".utf8))
    }

    @Test func isEmptyForNoBody() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "older")
        let result = try await run(["-o", "answer"], answer: .respond(204), in: directory)
        #expect(result.exitStatus == 0)
        #expect(try directory.contents(of: "answer") == [])
    }

    /// A whole response is kept whatever its status says, unless `-f` suppresses it.
    @Test(arguments: [([], "new"), (["-f"], "older")])
    func keepsTheBodyOfAFailure(options: [String], content: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "older")
        let result = try await run(
            options + ["-s", "-o", "answer"], answer: .respond(500, body: "new"), in: directory)
        #expect(result.outcome == Outcome(22))
        #expect(directory.entries() == ["answer"])
        #expect(try directory.contents(of: "answer") == Array(content.utf8))
    }

    private static let failures: [(Answer, [String], Int32)] = [
        (.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), [], 18),
        (.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz"), [], 56),
        ([.readBody, .close], [], 52),
        ([.readBody, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .wait(Gate())], ["-m", "2"], 28),
    ]

    @Test(arguments: failures.indices)
    func staysAsItWasWhenTheResponseIsNotWhole(row: Int) async throws {
        let (answer, options, status) = Self.failures[row]
        for older in [nil, "older"] {
            let directory = try TemporaryDirectory()
            if let older { try directory.file("answer", older) }
            let result = try await run(
                options + ["-s", "-o", "answer"], answer: answer, in: directory)
            #expect(result.exitStatus == status)
            #expect(directory.entries() == (older == nil ? [] : ["answer"]))
            if let older { #expect(try directory.contents(of: "answer") == Array(older.utf8)) }
        }
    }

    @Test func keepsPermissionsAndLinks() async throws {
        let directory = try TemporaryDirectory()
        try directory.directory("sub")
        chmod(try directory.file("sub/real", "older"), 0o640)
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("link"), withDestinationPath: "sub/real")
        let result = try await run(["-s", "-o", "link"], in: directory)
        #expect(result.outcome == Outcome(0))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: directory.path("link"))
                == "sub/real")
        #expect(try directory.contents(of: "sub/real") == Array("new".utf8))
        #expect(mode(directory.path("sub/real")) == 0o640)
        #expect(directory.entries() == ["link", "sub", "sub/real"])
    }

    @Test func makesTheFileThatALinkLeadsTo() async throws {
        let directory = try TemporaryDirectory()
        try directory.directory("sub")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("link"), withDestinationPath: "sub/new")
        let result = try await run(["-s", "-o", "link"], in: directory)
        #expect(result.outcome == Outcome(0))
        #expect(directory.entries() == ["link", "sub", "sub/new"])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: directory.path("link"))
                == "sub/new")
    }

    /// As in curl; replacing a write-protected file would bypass its protection.
    @Test(.enabled("runs as root only") { await Command.canDropPrivileges() })
    func respectsAWriteProtectedFile() async throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o777)
        let answer = try directory.file("answer", "older")
        chmod(answer, 0o444)
        let server = try LoopbackServer()
        let result = try await Command.formpost("-o", answer, "-F", "a=b", server.url)
            .withoutPrivileges().run()
        let text = "formpost: (23) cannot write \(answer): Permission denied\n"
        #expect(result.outcome == Outcome(23, stderr: text))
        #expect(server.connections.isEmpty)
        #expect(try directory.contents(of: "answer") == Array("older".utf8))
    }

    @Test func takesTheLongestName() async throws {
        let directory = try TemporaryDirectory()
        let name = String(repeating: "x", count: 255)
        let result = try await run(["-s", "-o", name], in: directory)
        #expect(result.outcome == Outcome(0))
        #expect(directory.entries() == [name])
    }

    @Test func writesToAFIFO() async throws {
        let directory = try TemporaryDirectory()
        let fifo = directory.path("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        async let read = onThread { try? fileBytes(fifo) }
        let result = try await run(["-s", "-o", "fifo"], in: directory)
        #expect(result.outcome == Outcome(0))
        #expect(await read == Array("new".utf8))
        #expect(directory.entries() == ["fifo"])
    }

    @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
    func writesToStandardOutput(path: String) async throws {
        let directory = try TemporaryDirectory()
        let result = try await run(["-s", "-o", path], in: directory)
        #expect(result.outcome == Outcome(0, stdout: "new"))
    }

    @Test func doesNotReplaceDevices() async throws {
        let directory = try TemporaryDirectory()
        var (before, after) = (stat(), stat())
        #expect(stat("/dev/full", &before) == 0)
        let full = try await run(["-s", "-S", "-o", "/dev/full"], in: directory)
        #expect(
            full.outcome
                == Outcome(
                    23, stderr: "formpost: (23) cannot write /dev/full: No space left on device\n"))
        #expect(try await run(["-s", "-o", "/dev/null"], in: directory).outcome == Outcome(0))
        #expect(stat("/dev/full", &after) == 0)
        #expect((before.st_ino, before.st_mode) == (after.st_ino, after.st_mode))
    }

    /// Standard output redirected into a file is written to where it stands.
    @Test func appendsWhereStandardOutputAppends() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("log", "before\n")
        let server = try LoopbackServer(.respond(body: "new\n"))
        let result = try await Command(
            "/bin/sh",
            arguments: [
                "-c", "\"$@\" >>log", "sh", BuiltCommand.formpost, "-s", "-F", "a=b", server.url,
            ]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0))
        #expect(try directory.contents(of: "log") == Array("before\nnew\n".utf8))
    }

    private static let unusable: [(String, String)] = [
        ("missing/answer", "cannot write missing/answer: No such file or directory"),
        ("directory", "cannot write directory: Is a directory"),
        ("file/answer", "cannot write file/answer: Not a directory"),
    ]

    /// Found before anything is sent: an upload without its response must not be repeated.
    @Test(arguments: unusable)
    func cannotBeWritten(path: String, reason: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.directory("directory")
        try directory.file("file", "")
        let server = try LoopbackServer()
        let result = try await Command.formpost("-o", path, "-F", "a=b", server.url)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(23, stderr: "formpost: (23) \(reason)\n"))
        #expect(server.connections.isEmpty)
        #expect(directory.entries() == ["directory", "file"])
    }
}
