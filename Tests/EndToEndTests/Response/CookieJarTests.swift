import Foundation
import TestSupport
import Testing

/// What `-c` saves, and that it says so when it cannot.
@Suite struct CookieJarTests {
    private static func answers(_ count: Int = 1) -> [Answer] {
        (0..<count).map { number in
            .respond(
                headers: [
                    "Set-Cookie": "first=\(number); Path=/x; Secure; HttpOnly",
                    "set-cookie": "session=\(number)",
                ], body: "body \(number)\n")
        }
    }

    private static func formpost(
        _ arguments: String..., in directory: TemporaryDirectory, limit: String = ""
    ) async throws -> CommandResult {
        try await formpost(
            arguments: arguments, in: directory, script: limit + "exec \"$0\" \"$@\"")
    }

    private static func formpost(
        arguments: [String], in directory: TemporaryDirectory, script: String = "exec \"$0\" \"$@\""
    ) async throws -> CommandResult {
        try await Command("/bin/sh", arguments: ["-c", script, BuiltCommand.formpost] + arguments)
            .with { $0.workingDirectory = directory.path }.run()
    }

    @Test func isThatOfTwoRequests() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer { request in
            .respond(headers: ["Set-Cookie": "n\(request.number)=1"])
        }
        let result = try await Self.formpost(
            "-sS", "-c", "jar", "-F", "a=b", server.url, "--next", "-sS", "-c", "jar", "-F", "a=b",
            server.url, in: directory)
        #expect(result.outcome == Outcome(0))
        let jar = String(decoding: try directory.contents(of: "jar"), as: UTF8.self)
        #expect(jar.contains("\tn1\t1\n") && jar.contains("\tn2\t1\n"), "\(jar)")
    }

    /// A pipe of cookies is read once, also for a redirect and another attempt.
    @Test(.timeLimit(.minutes(10))) func isReadOnce() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("jar", "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tabc\n")
        let server = try LoopbackServer(
            .respond(503), .respond(302, headers: ["Location": "/next"]), .respond(200))
        let result = try await Self.formpost(
            arguments: [
                "-sS", "-L", "--retry", "1", "--retry-delay", "0", "-b", "pipe", "-F", "a=b",
                server.url,
            ], in: directory, script: "mkfifo pipe; cat jar > pipe & \"$0\" \"$@\"; exit $?")
        #expect(result.outcome == Outcome(0))
        #expect(
            try await server.requests(3).map { $0.header("Cookie") } == [
                "session=abc", "session=abc", "session=abc",
            ])
    }

    /// Also that what an older file has is read, and replaced. From libcurl 8 on a cookie that was set
    /// again is in another place.
    @Test(.comparesWithCurl) func isWhatCurlSaves() async throws {
        let older = """
            # Netscape HTTP Cookie File
            127.0.0.1\tFALSE\t/\tFALSE\t4102444800\told\tkept
            127.0.0.1\tFALSE\t/\tFALSE\t1000000000\tgone\texpired
            127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tolder

            """
        var saved: [String] = []
        for program in [Command.formpost, Command.curl] {
            let directory = try TemporaryDirectory()
            try directory.file("jar", older)
            let server = try LoopbackServer(
                .respond(headers: [
                    "Set-Cookie": "a=1; Path=/", "set-cookie": "never=1; Max-Age=0",
                ]),
                .respond(headers: ["Set-Cookie": "b=2; HttpOnly", "set-cookie": "session=new"]))
            let result = try await program([
                "-sS", "-b", "jar", "-c", "jar", "-F", "a=b", server.url, server.url,
            ])
            .with { $0.workingDirectory = directory.path }.run()
            #expect(result.exitStatus == 0, "\(result)")
            saved.append(String(decoding: try directory.contents(of: "jar"), as: UTF8.self))
        }
        let lines = saved.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        #expect(lines[0].sorted() == lines[1].sorted())
        #expect(lines[0].prefix(4) == lines[1].prefix(4))
        #expect(saved[0].contains("\tsession\tnew\n") && saved[0].contains("\told\tkept\n"))
    }

    /// Each response, what `-w` prints of it, and the cookies.
    @Test(.comparesWithCurl) func isPrintedAfterEachResponse() async throws {
        var printed: [String] = []
        for program in [Command.formpost, Command.curl] {
            let server = try LoopbackServer(script: .answers(Self.answers(2)))
            let result = try await program([
                "-sS", "-c", "-", "-w", "after\\n", "-F", "a=b", server.url("/x/1"),
                server.url("/x/2"),
            ]).run()
            #expect(result.exitStatus == 0, "\(result)")
            printed.append(result.stdoutText)
        }
        #expect(printed[0] == printed[1])
        #expect(printed[0].hasPrefix("body 0\nafter\n# Netscape"), "\(printed[0])")
    }

    /// Not for each hop and each attempt.
    @Test(.comparesWithCurl) func isPrintedOnce() async throws {
        var printed: [String] = []
        for program in [Command.formpost, Command.curl] {
            let server = try LoopbackServer(
                .respond(307, headers: ["Location": "/x", "Set-Cookie": "a=1; Path=/"]),
                .respond(503, headers: ["Set-Cookie": "b=2; Path=/"]),
                .respond(307, headers: ["Location": "/x"]), .respond(body: "end\n"))
            let result = try await program([
                "-sS", "-L", "--retry", "1", "--retry-delay", "1", "-c", "-", "-d", "x", server.url,
            ]).run()
            #expect(result.exitStatus == 0, "\(result)")
            printed.append(result.stdoutText)
        }
        #expect(printed[0].hasPrefix("end\n# Netscape"), "\(printed[0])")
        #expect(printed[0].components(separatedBy: "# Netscape").count == 2)
    }

    /// An older file stays whole.
    @Test func staysAsItWasWhenThereIsNoRoom() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("jar", "older")
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "a=\(String(repeating: "x", count: 4000))"]))
        let result = try await Self.formpost(
            "-sS", "-c", "jar", "-w", "%{exitcode}", "-F", "a=b", server.url, in: directory,
            limit: "trap '' XFSZ; ulimit -f 1; ")
        let text = "formpost: (23) cannot write jar: File too large\n"
        #expect(result.outcome == Outcome(23, stdout: "23", stderr: text))
        #expect(directory.entries() == ["jar"])
        #expect(try directory.contents(of: "jar") == Array("older".utf8))
    }

    @Test func deviceIsFull() async throws {
        let server = try LoopbackServer(script: .answers(Self.answers()))
        let result = try await Command.formpost("-sS", "-c", "/dev/full", "-F", "a=b", server.url)
            .run()
        let text = "formpost: (23) cannot write /dev/full: No space left on device\n"
        #expect(result.outcome == Outcome(23, stdout: "body 0\n", stderr: text))
    }

    @Test func standardOutputIsFull() async throws {
        let server = try LoopbackServer(.respond(204, headers: ["Set-Cookie": "a=b"]))
        let result = try await Command.formpost("-sS", "-c", "-", "-F", "a=b", server.url)
            .with { $0.stdout = .file("/dev/full") }.run()
        let text = "formpost: (23) cannot write to standard output: No space left on device\n"
        #expect(result.exitStatus == 23)
        #expect(result.stderrText == text)
    }

    /// It is said once, whatever else was to be printed there.
    @Test(arguments: [[], ["-w", "x"]])
    func aFullChannelIsSaidOnce(options: [String]) async throws {
        let server = try LoopbackServer(.respond(headers: ["Set-Cookie": "a=b"], body: "a"))
        for kept in [[], ["-o", "/dev/null"]] where !(options + kept).isEmpty {
            let result = try await Command.formpost(
                arguments: ["-sS", "-c", "-", "-F", "a=b"] + kept + options + [server.url]
            ).with { $0.stdout = .file("/dev/full") }.run()
            let lines = result.stderrText.split(separator: "\n")
            #expect(result.exitStatus == 23)
            // One for the response, if it was to be printed, and one for what follows.
            #expect(lines.count == (kept.isEmpty ? 2 : 1), "\(result)")
        }
    }

    /// The failure of the request counts, and both are said.
    @Test func secondFailure() async throws {
        let server = try LoopbackServer(.respond(500, headers: ["Set-Cookie": "a=b"]))
        let result = try await Command.formpost("-sS", "-c", "/dev/full", "-F", "a=b", server.url)
            .run()
        #expect(result.exitStatus == 22)
        let lines = result.stderrText.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("formpost: (22) "), "\(result)")
        #expect(lines.last == "formpost: (23) cannot write /dev/full: No space left on device")
    }

    /// Of several requests each saves what there is when it is shown.
    @Test func severalAtATime() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(
            script: .answers((0..<20).map { .respond(headers: ["Set-Cookie": "n\($0)=1"]) }))
        let result = try await Self.formpost(
            "-sS", "-Z", "-c", "jar", "-F", "a=b", server.url("/[1-20]"), in: directory)
        #expect(result.outcome == Outcome(0))
        let lines = String(decoding: try directory.contents(of: "jar"), as: UTF8.self)
            .split(separator: "\n").filter { $0.hasPrefix("127.0.0.1\t") }
        #expect(lines.count == 20, "\(lines)")
    }

    /// One that fails before there is an answer, too.
    @Test func savesAfterAFailure() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("old", "127.0.0.1\tFALSE\t/\tFALSE\t4102444800\told\tkept\n")
        let server = try LoopbackServer([.readBody, .close])
        let result = try await Self.formpost(
            "-s", "-b", "old", "-c", "jar", "-F", "a=b", server.url, in: directory)
        #expect(result.exitStatus == 52)
        let text = String(decoding: try directory.contents(of: "jar"), as: UTF8.self)
        #expect(text.hasSuffix("\told\tkept\n"), "\(text)")
    }

    /// It ends before libcurl has read the file of `-b`, or there is no libcurl to read it.
    @Test(arguments: [["-m", "0.000001"], ["-F", "b=@-", "-m", "0.01"]])
    func anOlderFileStaysWhereNothingWasRead(options: [String]) async throws {
        let older = "127.0.0.1\tFALSE\t/\tFALSE\t4102444800\told\tkept\n"
        let directory = try TemporaryDirectory()
        try directory.file("jar", older)
        let server = try LoopbackServer(.silence)
        let result = try await Self.formpost(
            arguments: ["-s", "-b", "jar", "-c", "jar", "-F", "a=b"] + options + [server.url],
            in: directory)
        #expect(result.exitStatus == 28, "\(result)")
        let text = String(decoding: try directory.contents(of: "jar"), as: UTF8.self)
        #expect(text.hasSuffix(older), "\(text)")
    }

    /// Where the file must be written in place.
    @Test(
        .enabled { await Command.isPossible("with a small disk") { $0.withSmallDisk(at: "/mnt") } })
    func aLinkedFileStaysWhereThereIsNoRoom() async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "a=\(String(repeating: "x", count: 4000))"]))
        let inside = """
            mkdir d && mount -t tmpfs -o size=12k none d && cd d && echo older >jar && ln jar other \
            && head -c 8192 /dev/zero >fill && "$0" "$@"; echo $?; cat jar other
            """
        let directory = try TemporaryDirectory()
        let result = try await Self.formpost(
            arguments: ["-s", "-c", "jar", "-F", "a=b", server.url], in: directory,
            script: "exec unshare -m sh -c '\(inside)' \"$0\" \"$@\"")
        #expect(result.stdoutText == "23\nolder\nolder\n", "\(result)")
    }

    /// Not by somebody else's rights: root could write it.
    @Test func saysWhyItCannotBeWritten() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("jar", "older")
        chmod(path, 0o444)
        // A file could be put in its place.
        chmod(directory.path, 0o777)
        let server = try LoopbackServer()
        for options in [["-c", path], ["-w", "%output{\(path)}x"]] {
            let result = try await Command.formpost(
                arguments: ["-sS"] + options + ["-F", "a=b", server.url]
            ).withoutPrivileges().run()
            let text = "formpost: (23) cannot write \(path): Permission denied\n"
            #expect(result.outcome == Outcome(23, stderr: text))
        }
        #expect(server.connections.isEmpty)
    }
}
