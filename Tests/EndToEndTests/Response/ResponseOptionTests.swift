import TestSupport
import Testing

/// `--max-filesize`, `-N`, `--stderr`, `--expect-status`.
@Suite(.serialized)
struct ResponseOptionTests {
    private static let chunked = Answer.raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n5\r\nfghij\r\n0\r\n\r\n"
    )
    private static let unframed = Answer.raw("HTTP/1.1 200 OK\r\n\r\nabcdefghij")
    private static let sized = Answer.respond(body: "abcdefghij")

    private static let sizes: [(String, Answer, Int32)] = [
        ("10", sized, 0), ("9", sized, 63), ("0", sized, 0), ("1k", sized, 0), ("10B", sized, 0),
        ("10", chunked, 0), ("9", chunked, 63), ("4", chunked, 63), ("0", chunked, 0),
        ("10", unframed, 0), ("9", unframed, 63), ("1", .respond(204), 0),
        ("9", .respond(404, body: "abcdefghij"), 63),
    ]

    /// curl looks at Content-Length only, at least in 7.88.
    @Test(arguments: sizes.indices)
    func takesNoLargerResponse(row: Int) async throws {
        let (limit, answer, exit) = Self.sizes[row]
        let directory = try TemporaryDirectory()
        try directory.file("o", "older")
        let server = try LoopbackServer(answer)
        let result = try await Command.formpost(
            "-sS", "--max-filesize", limit, "-o", "o", "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        let size = limit == "1" ? "1 byte" : "\(limit) bytes"
        let text = "formpost: (63) the response is longer than --max-filesize (\(size))\n"
        #expect(result.outcome == Outcome(exit, stderr: exit == 63 ? text : ""))
        let content = exit == 63 ? "older" : row == 11 ? "" : "abcdefghij"
        #expect(try directory.contents(of: "o") == Array(content.utf8))
        #expect(directory.entries() == ["o"])
    }

    /// Known from the head: nothing of the body is printed.
    @Test func printsNothingOfAResponseThatSaysItIsTooLarge() async throws {
        let server = try LoopbackServer(Self.sized)
        let result = try await Command.formpost(
            "-s", "--max-filesize", "9", "-F", "a=b", server.url
        ).run()
        #expect(result.outcome == Outcome(63))
    }

    /// The limit is that of the last response, not of a redirect that is dropped.
    @Test func doesNotCountRedirects() async throws {
        let server = try LoopbackServer(
            .respond(307, headers: ["Location": "/x"], body: "abcdefghij"), .respond(body: "abc"))
        let result = try await Command.formpost(
            "-s", "-L", "--max-filesize", "9", "-F", "a=b", server.url
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "abc"))
    }

    /// Received bytes are written before the rest comes, with and without `-N`.
    @Test(arguments: [[], ["-N"], ["--no-buffer"], ["-i"]])
    func writesAtOnce(options: [String]) async throws {
        let go = Gate()
        defer { go.open() }
        let server = try LoopbackServer(
            [
                .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabcde"), .wait(go),
                .send("fghij"),
            ])
        let command = try Command.formpost(
            arguments: options + ["-s", "-F", "a=b", server.url]
        ).start()
        let early = try await command.stdout(containing: "abcde")
        #expect(early.suffix(5) == Array("abcde".utf8)[...])
        go.open()
        let result = await command.result()
        #expect(result.exitStatus == 0)
        #expect(result.stdoutText.hasSuffix("abcdefghij"))
    }

    private static let failed = "formpost: (22) the server answered 404 Not Found\n"

    @Test(arguments: [("-", ""), ("log", ""), ("-", "-s"), ("log", "-s"), ("log", "-sS")])
    func sendsTheNotesElsewhere(file: String, option: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("log", "older and so much longer that it must have been emptied first")
        let server = try LoopbackServer(.respond(404, body: "body\n"))
        let result = try await Command.formpost(
            arguments: ["--stderr", file] + (option.isEmpty ? [] : [option])
                + ["-w", "%{stderr}E\\n%{stdout}O\\n", "-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        let error = option == "-s" ? "" : Self.failed
        let log = error + "E\n"
        if file == "-" {
            let stdout = "body\n" + error + "E\nO\n"
            #expect(result.outcome == Outcome(22, stdout: stdout))
        } else {
            #expect(result.outcome == Outcome(22, stdout: "body\nO\n"))
            #expect(String(decoding: try directory.contents(of: "log"), as: UTF8.self) == log)
        }
    }

    @Test func cannotSendTheNotesNowhere() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "--stderr", "/missing/log", "-F", "a=b", server.url
        ).run()
        let text = "formpost: (23) cannot write /missing/log: No such file or directory\n"
        #expect(result.outcome == Outcome(23, stderr: text))
        #expect(server.connections.isEmpty)
    }

    private static let expectations: [(String, Int, Bool)] = [
        ("200", 200, true), ("200", 201, false), ("2xx", 204, true), ("2XX", 299, true),
        ("2xX", 300, false), ("2xx,409", 409, true), ("2xx,409", 410, false), ("409", 200, false),
        ("200-204", 204, true), ("200-204", 205, false), ("404-404", 404, true),
        ("100-999", 999, true), ("200,201,404", 404, true), ("3xx", 302, true),
        ("4xx,5xx", 503, true),
        ("9xx", 999, true), ("302", 302, true),
    ]

    @Test(arguments: expectations.indices)
    func takesForASuccess(row: Int) async throws {
        let (list, status, isSuccess) = Self.expectations[row]
        let server = try LoopbackServer(.respond(status, "X", headers: ["Location": "/x"]))
        for options in [["--expect-status", list], ["-f", "--expect-status=\(list)"]] {
            let result = try await Command.formpost(
                arguments: options + ["-s", "-F", "a=b", server.url]
            ).run()
            #expect(result.outcome == Outcome(isSuccess ? 0 : 22), "\(list) \(status)")
        }
    }

    /// `-f` uses the list of successes; the last list counts; `--no-fail` accepts all.
    @Test func worksWithTheOthers() async throws {
        let server = try LoopbackServer(.respond(409, body: "body"))
        let rows: [([String], Outcome)] = [
            (["-f", "--expect-status", "409"], Outcome(0, stdout: "body")),
            (["-f", "--expect-status", "200"], Outcome(22)),
            (["--fail-with-body", "--expect-status", "200"], Outcome(22, stdout: "body")),
            (["-f", "--fail-with-body"], Outcome(22, stdout: "body")),
            (["--fail-with-body", "-f"], Outcome(22)),
            (["--no-fail", "--expect-status", "200"], Outcome(0, stdout: "body")),
            (["--expect-status", "409", "--expect-status", "200"], Outcome(22, stdout: "body")),
            (["--expect-status", "200", "--expect-status", "409"], Outcome(0, stdout: "body")),
        ]
        for (options, outcome) in rows {
            let result = try await Command.formpost(
                arguments: options + ["-s", "-F", "a=b", server.url]
            ).run()
            #expect(result.outcome == outcome, "\(options)")
        }
    }

    private static let bad = [
        ("", ""), ("20", "20"), ("2000", "2000"), ("099", "099"), ("0xx", "0xx"), ("xxx", "xxx"),
        ("2x", "2x"), ("20x", "20x"), ("204-200", "204-200"), ("200-", "200-"), ("-200", "-200"),
        ("2xx-3xx", "2xx-3xx"), ("200,", ""), (",200", ""), ("200, 201", " 201"), ("ok", "ok"),
        ("200;201", "200;201"), ("+20", "+20"), ("\u{662}00", "\u{662}00"),
    ]

    @Test(arguments: bad)
    func isNoListOfStatuses(list: String, item: String) async throws {
        let result = try await Command.formpost("--expect-status", list, "-F", "a=b", "x:1").run()
        let text =
            "formpost: (2) --expect-status: '\(item)' is not a status: write 409, 2xx or "
            + "200-204, with commas between\n"
        #expect(result.outcome == Outcome(2, stderr: text))
    }

    private static let refusals: [(options: [String], exit: Int32)] = [
        ([], 22), (["--expect-status", "413"], 0), (["-s"], 22), (["-i"], 22), (["-sS"], 22),
    ]

    /// The bytes sent to a server that refused early, on the status line.
    @Test(arguments: refusals)
    func saysHowMuchWasSent(options: [String], exit: Int32) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 256 << 20)
        let server = try LoopbackServer(
            [.readBytes(2 << 20), .respond(413), .halfClose, .drain], bodies: .count)
        let result = try await Command.formpost(
            arguments: options + ["-H", "Expect:", "-F", "f=@" + file, server.url]
        ).run()
        #expect(result.exitStatus == exit, "\(result)")
        let after = #/, after (\d+\.\d) of 256\.0 MiB\n/#
        let sizes = result.stderrText.matches(of: after).compactMap { Double($0.1) }
        // What the sockets took beyond what was read is not much.
        #expect(sizes.count == [[]: 1, ["-i"]: 1, ["-sS"]: 1][options, default: 0], "\(result)")
        #expect(sizes.allSatisfy { (2..<64).contains($0) }, "\(sizes)")
        let line = "HTTP/1.1 413 Content Too Large"
        #expect(result.stderrText.hasPrefix(line) == (options == ["--expect-status", "413"]))
    }

    /// All of it had been sent: nothing to say.
    @Test func saysNothingOfAWholeUpload() async throws {
        let server = try LoopbackServer(.respond(413))
        let result = try await Command.formpost("-F", "a=b", server.url).run()
        let text = "formpost: (22) the server answered 413 Content Too Large\n"
        #expect(result.outcome == Outcome(22, stderr: text))
    }
}
