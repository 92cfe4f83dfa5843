import Foundation
import TestSupport
import Testing

/// An upload by URLSession alone supports fewer options, and those work.
@Suite(.serialized, .enabled { await Command.canDoWithoutHooks() })
struct WithoutHooksTests {
    private func run(
        _ arguments: [any RawBytes], _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).withoutHooks().with(change).run()
    }

    // MARK: What is sent

    /// A streamed body is chunked; no unrequested header is sent.
    @Test func theMainJob() async throws {
        let server = try LoopbackServer(.respond(body: "stored\n"))
        let result = try await run(
            [
                "-A", "me", "-e", "http://from/", "-u", "me:pw", "-b", "c=d", "-H", "X-A: b",
                "-H", "X-E;", "-H", "Accept:", "-H", "Accept-Encoding:", "-F", "reqtype=fileupload",
                "-F", "file=@Fixtures/img.png", server.url("/a/../upload?a[]=%20|&\u{E9}#f"),
            ]
        ) { $0.workingDirectory = Repository.path }
        #expect(result.outcome == Outcome(0, stdout: "stored\n", stderr: "HTTP/1.1 200 OK\n"))
        let request = try await server.request()
        let boundary = String(decoding: try request.form().boundary, as: UTF8.self)
        #expect(request.target == "/upload?a%5b%5d=%20%7c&%c3%a9")
        #expect(
            Set(request.headers.map { String(decoding: $0.line, as: UTF8.self) }) == [
                "Host: 127.0.0.1:\(server.port)", "User-Agent: me", "Referer: http://from/",
                "Authorization: Basic bWU6cHc=", "Cookie: c=d", "X-A: b", "X-E:",
                "Content-Type: multipart/form-data; boundary=\(boundary)",
                "Transfer-Encoding: chunked",
            ])
        let parts = try request.form().parts
        #expect(parts.map(\.bodyText.count) == [10, parts[1].bodyText.count])
        #expect(parts[1].body == (try fileBytes(Repository.path + "/Fixtures/img.png")))
    }

    /// The same form as with the hooks, for all kinds of parts.
    @Test(arguments: [
        (["-F", "a=b"], ""), (["-F", "f=@-;type=x/y"], "piped"), (["-F", "f=<-"], "piped"),
        (["--chunked", "-F", "f=@-"], "piped"), (["-F", "f=@big"], ""),
        (["-F", "a=(", "-F", "f=@big,small;filename=x", "-F", "=)", "-F", "f=<small"], ""),
        (["-F", "g=(;type=multipart/mixed", "-F", "a=b", "-F", "=@small", "-F", "=)"], ""),
        (["-F", "f=@big;encoder=base64"], ""),
        (["-H", "Transfer-Encoding: chunked", "-F", "a=b"], ""),
        (["-H", "Content-Type: multipart/x", "-F", "a=b"], ""),
    ])
    func sendsTheSame(arguments: [String], input: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.patternFile("big", size: 5_000_000)
        try directory.file("small", "small")
        let server = try LoopbackServer()
        let all = ["-s", "--boundary", "b"] + arguments + [server.url]
        for command in [Command.formpost(arguments: all), .formpost(arguments: all).withoutHooks()]
        {
            let result = try await command.with {
                $0.workingDirectory = directory.path
                $0.stdin = .bytes(input)
            }.run()
            #expect(result.outcome == Outcome(0))
        }
        let requests = try await server.requests(2)
        #expect(requests[0].body.bytes == requests[1].body.bytes)
        #expect(requests[0].header("Content-Type") == requests[1].header("Content-Type"))
        #expect(requests[1].framing == .chunked)
    }

    @Test(arguments: ["PUT", "DELETE", "PATCH", "M-SEARCH", "foo"])
    func takesMethods(method: String) async throws {
        let server = try LoopbackServer()
        #expect(
            try await run(["-sS", "-X", method, "-F", "a=b", server.url]).outcome == Outcome(0))
        #expect(try await server.request().method == method)
        #expect(try await server.request().form().parts.count == 1)
    }

    @Test func logsInAsTheURLSays() async throws {
        let server = try LoopbackServer()
        let url = server.url.replacing("http://", with: "http://me:p%40w@")
        #expect(try await run(["-sS", "-F", "a=b", url]).outcome == Outcome(0))
        #expect(try await server.request().headers(named: "Authorization") == ["Basic bWU6cEB3"])
    }

    // MARK: What comes back

    private static let answers: [(Answer, [String], Outcome)] = [
        (.respond(201, body: "made"), [], Outcome(0, stdout: "made")),
        (
            .respond(404, body: "no\n"), [],
            Outcome(
                22, stdout: "no\n", stderr: "formpost: (22) the server answered 404 Not Found\n")
        ),
        (
            .respond(404, body: "no\n"), ["-f"],
            Outcome(22, stderr: "formpost: (22) the server answered 404 Not Found\n")
        ),
        (.respond(404, body: "no\n"), ["--no-fail"], Outcome(0, stdout: "no\n")),
        (
            .respond(200, headers: ["X-A": "b"], body: "ok\n"), ["-i"],
            Outcome(0, stdout: "HTTP/1.1 200\r\nContent-Length: 3\r\nX-A: b\r\n\r\nok\n")
        ),
        (
            .respond(200, body: "ok\n"), ["-w", "%{http_code} %{size_upload} %{exitcode}"],
            Outcome(0, stdout: "ok\n200 139 0")
        ),
        (
            .respond(307, headers: ["Location": "/x"], body: "moved\n"), [],
            Outcome(
                22, stdout: "moved\n",
                stderr:
                    "formpost: (22) the server answered 307 Temporary Redirect: "
                    + "moved to /x: upload there, or use -L\n"
            )
        ),
        (
            .respond(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: "who?\n"), [],
            Outcome(
                22, stdout: "who?\n",
                stderr: "formpost: (22) the server answered 401 Unauthorized: it wants a login: -u "
                    + "user:password\n")
        ),
        (.raw(""), [], Outcome(52)), ([.readBody, .reset], [], Outcome(56)),
        // 18 with the hooks: URLSession tells a failure of libcurl's in words only.
        (.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), [], Outcome(56, stdout: "abc")),
    ]

    @Test(arguments: answers.indices)
    func endsAsItShould(index: Int) async throws {
        let (answer, options, expected) = Self.answers[index]
        let server = try LoopbackServer(answer)
        let result = try await run(["-sS"] + options + ["-F", "a=b", server.url])
        #expect(result.exitStatus == expected.exit, "\(result)")
        #expect(result.stdoutText == expected.stdout)
        #expect(result.leftovers == [])
        #expect(!result.timedOut)
        if !expected.stderr.isEmpty { #expect(result.stderrText == expected.stderr) }
    }

    @Test func writesFiles() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(.respond(body: "stored\n"))
        let result = try await run(
            ["-sS", "-o", "body", "-D", "head", "-F", "a=b", server.url]
        ) { $0.workingDirectory = directory.path }
        #expect(result.outcome == Outcome(0))
        #expect(try directory.contents(of: "body") == Array("stored\n".utf8))
        #expect(
            try directory.contents(of: "head")
                == Array("HTTP/1.1 200\r\nContent-Length: 7\r\n\r\n".utf8))
    }

    // MARK: Again

    @Test func followsRedirects() async throws {
        for (status, method, parts) in [(307, "POST", 1), (308, "POST", 1), (303, "GET", 0)] {
            let journey = try await Journey(
                { Command.formpost(arguments: $0).withoutHooks() },
                {
                    [
                        "-sS", "-L", "-u", "me:pw", "-b", "c=d", "-H", "Cookie: e=f", "-F", "a=b",
                        $0.redirect(status, $0.other.url("/x")),
                    ]
                })
            #expect(journey.result.outcome == Outcome(0, stdout: "done\n"))
            let request = try await journey.other.request()
            #expect(request.method == method)
            #expect(request.headers(named: "Authorization") == [])
            #expect(request.headers(named: "Cookie") == [])
            #expect((try? request.form().parts.count) ?? 0 == parts)
            let first = try await journey.home.request()
            #expect(first.headers(named: "Cookie") == ["e=f"])
        }
    }

    @Test func triesAgain() async throws {
        let server = try LoopbackServer(.respond(503), .respond(body: "stored\n"))
        let result = try await run(
            ["-sS", "--retry", "2", "--retry-delay", "0.01", "-F", "a=b", server.url])
        #expect(result.outcome == Outcome(0, stdout: "stored\n"))
        let requests = try await server.requests(2)
        #expect(requests[0].body.bytes == requests[1].body.bytes)
    }

    // MARK: Limits

    /// URLSession reports sent bytes, so there is no stall.
    @Test func isPatientWithWhatMoves() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 96 << 20)
        let steps = (0..<12).flatMap { _ in [Step.readBytes(8 << 20), .pause(0.45)] }
        let server = try LoopbackServer(Answer(steps + [.readBody, .respond(200)]), bodies: .count)
        let result = try await run(
            ["-sS", "--stall-timeout", "4", "-F", "f=@" + file, server.url])
        #expect(result.outcome == Outcome(0), "\(result)")
        #expect(result.wallTime > 5)
    }

    @Test(arguments: [["-m"], ["--stall-timeout"], ["-Y", "1000000", "-y"]])
    func endsWhatDoesNotMove(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 28)
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([.readBytes(1), .wait(stop)], bodies: .count)
        let (_, result) = try await withLongerLimits([1, 5, 30]) {
            try await run(["-sS"] + options + [$0, "-F", "f=@" + file, server.url])
        } until: {
            $0.stderrText.contains("while sending")
        }
        #expect(result.exitStatus == 28, "\(result)")
        #expect(result.stderrText.contains(" while sending ("))
        #expect(!result.timedOut)
    }

    @Test func endsASilence() async throws {
        let server = try LoopbackServer(.silence)
        let (limit, result) = try await withLongerLimits {
            try await run(["-sS", "-m", $0, "-F", "a=b", server.url])
        } until: {
            $0.stderrText.contains("while waiting")
        }
        #expect(
            result.outcome
                == Outcome(
                    28,
                    stderr: "formpost: (28) timed out after \(limit) s while waiting for the "
                        + "response (139 of 139 bytes sent)\n"))
    }

    // MARK: What goes wrong

    /// URLSession reports the response alone; a body that was not taken whole is no success.
    @Test func anEarlySuccessIsNone() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 64 << 20)
        let server = try LoopbackServer(
            [
                .readBytes(1 << 20),
                .respond(200, headers: ["Connection": "close"], body: "stored\n"), .close,
            ], bodies: .count)
        for _ in 1...5 {
            let result = try await run(["-sS", "-F", "f=@" + file, server.url])
            #expect([55, 56].contains(result.exitStatus), "\(result)")
            #expect(result.stderrText.hasPrefix("formpost: (5"), "\(result)")
            #expect(result.leftovers == [])
        }
        #expect(server.requests.allSatisfy { !$0.body.isComplete })
    }

    @Test func tellsWhatIsWrong() async throws {
        let port = try DeadPort.refusing()
        let rows: [([String], Int32)] = [
            (["-F", "a=b", port.url], 7), (["-F", "a=b", "http://name.invalid/"], 6),
            (["-F", "a=@missing", port.url], 26), (["-F", "a=b", "http://h:99999/"], 3),
            (["-F", "a=b", "ftp://h/"], 1), (["-F", "a=b", "--proto", "=https", port.url], 1),
        ]
        for (arguments, exit) in rows {
            let result = try await run(["-sS"] + arguments)
            #expect(result.exitStatus == exit, "\(result)")
            #expect(result.stderrText.hasPrefix("formpost: (\(exit)) "))
            #expect(result.stdout == [])
        }
    }

    @Test func aFileThatShrinksIsNoWholeForm() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 64 << 20)
        let (reached, goOn) = (Gate(), Gate())
        let server = try LoopbackServer(
            [.readBytes(1), .open(reached), .wait(goOn), .readBody, .respond(200)], bodies: .count)
        let command = try Command.formpost("-sS", "-F", "f=@" + file, server.url).withoutHooks()
            .start()
        try await reached.waitUntilOpen()
        #expect(truncate(file, 1000) == 0)
        goOn.open()
        let result = await command.result()
        #expect(result.exitStatus == 26, "\(result)")
        #expect(try await server.request().clientClosedEarly)
    }

    /// Each has a connection, of which there are six: a response that nobody sees must not keep it.
    @Test func responsesWithoutAnEndAreGivenUp() async throws {
        let busy: Answer = [
            .readBody, .send("HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"),
            .drain,
        ]
        let server = try LoopbackServer(
            script: .answers(Array(repeating: busy, count: 8) + [.respond(200)]))
        let result = try await run([
            "-s", "-m", "20", "--retry", "8", "--retry-delay", "0.01", "-F", "a=b", server.url,
        ])
        #expect(result.exitStatus == 0, "\(result)")
        #expect(server.connections.count == 9)
    }
}
