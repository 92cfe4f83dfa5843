import TestSupport
import Testing

/// `--retry` and related options: when and how often a request is sent again, and the messages.
@Suite(.serialized)
struct RetryTests {
    private static let quick = ["-sS", "--retry-delay", "0.01"]

    struct Row: Sendable, CustomTestStringConvertible {
        var options: [String] = ["--retry", "1"]
        var answer: Answer
        var name: String
        var requests: Int
        var exit: Int32

        var testDescription: String { "\(name) \(options.joined(separator: " "))" }
    }

    private static let all = ["--retry", "1", "--retry-all-errors"]

    private static func status(_ status: Int, _ requests: Int, _ options: [String]) -> Row {
        Row(
            options: options, answer: .respond(status), name: "\(status)", requests: requests,
            exit: status == 200 ? 0 : requests == 2 ? 0 : 22)
    }

    private static let rows =
        [408, 429, 500, 502, 503, 504, 522, 524].map { status($0, 2, ["--retry", "1"]) }
        + [200, 400, 404, 413, 501, 505, 520, 521, 523].map { status($0, 1, ["--retry", "1"]) }
        + [408, 503].flatMap {
            [status($0, 1, []), status($0, 1, ["--retry", "0"])]
        }
        + [200, 302].map { status($0, 1, all) }
        + [400, 404, 413, 501, 503].map { status($0, 2, all) }
        + [
            Row(answer: [.readBody, .close], name: "empty reply", requests: 1, exit: 52),
            Row(
                options: all, answer: [.readBody, .close], name: "empty reply", requests: 2, exit: 0
            ),
            Row(
                options: all, answer: .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"),
                name: "cut", requests: 2, exit: 0),
            Row(
                answer: .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"), name: "cut",
                requests: 1, exit: 18),
            Row(
                options: ["--retry", "1", "--speed-time", "3"], answer: .silence, name: "silence",
                requests: 2, exit: 0),
        ]

    /// The second answer is 200.
    @Test(arguments: rows)
    func retriesWhatMayPass(row: Row) async throws {
        let server = try LoopbackServer(row.answer, .respond(body: "done\n"))
        let result = try await Command.formpost(
            arguments: Self.quick + ["-m", "60"] + row.options + ["-F", "a=b", server.url]
        ).run()
        #expect(result.exitStatus == row.exit, "\(result)")
        #expect(server.requests.count == row.requests)
        if row.requests == 2 { #expect(result.stdoutText == "done\n") }
        for request in server.requests {
            #expect(try request.form().part("a")?.bodyText == "b")
        }
    }

    @Test func triesAsOftenAsIsSaid() async throws {
        let server = try LoopbackServer(.respond(503, body: "busy\n"))
        let result = try await Command.formpost(
            "--retry", "3", "--retry-delay", "0.01", "-F", "a=b", server.url
        ).run()
        let busy = "formpost: the server answered 503 Service Unavailable; trying again in 0.01 s"
        #expect(
            result.outcome
                == Outcome(
                    22, stdout: "busy\n",
                    stderr: "\(busy) (2 left)\n\(busy) (1 left)\n\(busy) (0 left)\n"
                        + "formpost: (22) the server answered 503 Service Unavailable\n"))
        #expect(server.requests.count == 4)
    }

    @Test func saysNothingInSilence() async throws {
        let server = try LoopbackServer(.respond(503), .respond())
        let result = try await Command.formpost(
            "-s", "--retry", "1", "--retry-delay", "0.01", "-F", "a=b", server.url
        ).run()
        #expect(result.outcome == Outcome(0))
    }

    /// Files and spooled standard input are opened again for each attempt.
    @Test func sendsTheWholeBodyEachTime() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.patternFile("big.bin", size: 2_500_000)
        let input = FilePattern().bytes(1_500_000)
        let server = try LoopbackServer(.respond(503), .respond(500), .respond())
        let result = try await Command.formpost(
            arguments: Self.quick + ["--retry", "2", "-F", "f=@" + file, "-F", "g=@-", server.url]
        ).with { $0.stdin = .bytes(input) }.run()
        #expect(result.exitStatus == 0)
        for request in try await server.requests(3) {
            let form = try request.form()
            #expect(request.framing == .contentLength(request.body.count))
            #expect(form.part("f")?.body == FilePattern().bytes(2_500_000))
            #expect(form.part("g")?.body == input)
        }
    }

    @Test func cannotSendAStreamAgain() async throws {
        let server = try LoopbackServer(.respond(503, body: "busy\n"))
        let result = try await Command.formpost(
            arguments: Self.quick + ["--retry", "5", "--chunked", "-F", "f=@-", server.url]
        ).with { $0.stdin = .bytes("piped") }.run()
        #expect(
            result.outcome
                == Outcome(
                    65,
                    stderr:
                        "formpost: (65) the server answered 503 Service Unavailable; the body"
                        + " comes from a stream and cannot be sent again\n"))
        #expect(server.requests.count == 1)
    }

    /// A stream that has not been read can be sent.
    @Test func retriesAConnectionWithAStream() async throws {
        let port = try DeadPort.refusing()
        let result = try await Command.formpost(
            arguments: [
                "--retry", "1", "--retry-connrefused", "--retry-delay", "0.01", "--chunked", "-F",
                "f=@-", port.url,
            ]
        ).with { $0.stdin = .bytes("piped") }.run()
        #expect(result.exitStatus == 7)
        #expect(result.stderrText.contains("trying again in 0.01 s (0 left)"))
    }

    // MARK: Connections

    @Test(
        arguments: [([], 0), (["--retry-connrefused"], 2), (["--retry-all-errors"], 2)]
            as [([String], Int)])
    func retriesARefusedConnectionIfAsked(options: [String], retries: Int) async throws {
        let port = try DeadPort.refusing()
        let result = try await Command.formpost(
            arguments: ["--retry", "2", "--retry-delay", "0.01"] + options
                + ["-F", "a=b", port.url]
        ).run()
        #expect(result.exitStatus == 7)
        #expect(result.stdout.isEmpty)
        let lines = result.stderrText.split(separator: "\n")
        #expect(lines.count == retries + 1, "\(result)")
        #expect(lines.dropLast().allSatisfy { $0.contains("trying again in 0.01 s") })
        #expect(lines.last?.hasPrefix("formpost: (7) ") == true)
        // Each message has the system's reason and does not name a proxy.
        #expect(lines.allSatisfy { $0.contains(": Connection refused") && !$0.contains("proxy") })
        let hint = "; not retried; --retry-connrefused would"
        #expect(lines.last?.hasSuffix(hint) == (retries == 0))
    }

    /// The server starts to listen after the message about the refused connection.
    @Test func reachesAServerThatStartsLate() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("socket")
        let running = try Command.formpost(
            "-S", "--retry", "100", "--retry-delay", "0.05", "--retry-connrefused", "-F", "a=b",
            "--unix-socket", path, "http://localhost/x"
        ).start()
        try await running.stderr(containing: "trying again")
        let server = try LoopbackServer(.respond(body: "done\n"), address: .unix(path))
        let result = await running.result()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stdoutText == "done\n")
        #expect(try await server.request().target == "/x")
    }

    @Test func retriesANameThatIsNotFound() async throws {
        let result = try await Command.formpost(
            "--retry", "1", "--retry-delay", "0.01", "-F", "a=b", "http://upload.invalid/"
        ).run()
        #expect(result.exitStatus == 6)
        let lines = result.stderrText.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("trying again in 0.01 s (0 left)") == true, "\(result)")
    }

    // MARK: Pauses

    /// The message before the pause; the test does not wait for the retry.
    private func firstPause(
        _ options: [String], retryAfter: String? = nil
    ) async throws -> String {
        let headers: KeyValuePairs = ["Retry-After": retryAfter ?? ""]
        let server = try LoopbackServer(
            .respond(503, headers: retryAfter == nil ? [:] : headers))
        let running = try Command.formpost(
            arguments: ["-S"] + options + ["-F", "a=b", server.url]
        ).start()
        _ = try await running.stderr(containing: "503 Service Unavailable")
        _ = try? await running.stderr(containing: "\n")
        let said = String(decoding: try await running.stderr(containing: "\n"), as: UTF8.self)
        running.send(9)
        let result = await running.result()
        #expect(result.signal == 9 || result.exitStatus == 22, "\(result)")
        guard let start = said.firstRange(of: "again in ")?.upperBound else { return "none" }
        return String(said[start...].prefix { $0 != "(" }).replacing(" s ", with: "")
    }

    @Test(
        arguments: [
            (["--retry", "9"], nil, "1"), (["--retry", "9", "--retry-delay", "7"], nil, "7"),
            (["--retry", "9", "--retry-delay", "0"], nil, "1"),
            (["--retry", "9", "--retry-delay", "2.5"], nil, "2.5"),
            (["--retry", "9"], "5", "5"), (["--retry", "9"], "0", "1"),
            (["--retry", "9", "--retry-delay", "7"], "5", "7"),
            (["--retry", "9", "--retry-delay", "3"], "21600", "21600"),
            (["--retry", "9", "--retry-delay", "3"], "21601", "none"),
            (["--retry", "9", "-m", "99999"], "86400", "none"),
            (["--retry", "9", "-m", "99999"], "21600", "21600"),
            (["--retry", "9", "-m", "5", "--retry-delay", "5"], nil, "5"),
            (["--retry", "9", "-m", "2"], "100", "100"),
            (["--retry", "9", "-m", "9e15", "--retry-delay", "9e15"], nil, "9000000000000000"),
            (["--retry", "9", "--retry-max-time", "99999"], "86400", "86400"),
            (["--retry", "9"], "nonsense", "1"), (["--retry", "9"], "-5", "1"),
            (["--retry", "9"], "Sun, 06 Nov 1994 08:49:37 GMT", "1"),
            (["--retry", "9"], "Thu, 06 Nov 2994 08:49:37 GMT", "none"),
            (["--retry", "9", "--retry-max-time", "10"], "11", "none"),
            (["--retry", "9", "--retry-max-time", "10"], "5", "5"),
            (["--retry", "9", "--retry-max-time", "0"], "11", "11"),
            (["--retry", "9", "--retry-max-time", "3", "--retry-delay", "4"], nil, "none"),
            (["--retry", "9", "--retry-delay", "9000000000000000"], nil, "9000000000000000"),
            (["--retry", "9"], "999999999999", "none"),
        ] as [([String], String?, String)])
    func announcesThePause(options: [String], retryAfter: String?, pause: String) async throws {
        #expect(try await firstPause(options, retryAfter: retryAfter) == pause)
    }

    /// 1 s, then 2 s; and a Retry-After of the first does not last.
    @Test func doublesThePause() async throws {
        let server = try LoopbackServer(.respond(503))
        let running = try Command.formpost("-S", "--retry", "9", "-F", "a=b", server.url).start()
        try await running.stderr(containing: "in 1 s (8 left)")
        try await running.stderr(containing: "in 2 s (7 left)")
        running.send(9)
        #expect(await running.result().wallTime >= 1)
    }

    /// Not even the first retry begins after that time.
    @Test func stopsWhenTheTimeIsUp() async throws {
        let server = try LoopbackServer(.respond(503, body: "busy\n"))
        let result = try await Command.formpost(
            "-sS", "--retry", "1000000", "--retry-delay", "0.01", "--retry-max-time", "0.3", "-F",
            "a=b", server.url
        ).run()
        #expect(result.exitStatus == 22)
        #expect(result.stdoutText == "busy\n")
    }
}
