import TestSupport
import Testing

/// Servers that send much, or little at a time, or reset: no hang, no trap, one sentence, curl's exit status.
/// For what else they may do see Scenarios/response.txt.
@Suite(.serialized)
struct MisbehavingServerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var steps: [Step]
        var options: [String]

        var testDescription: String { name }

        init(_ name: String, _ steps: [Step], options: [String] = []) {
            (self.name, self.steps, self.options) = (name, steps, options)
        }

        init(_ name: String, raw: any RawBytes, options: [String] = []) {
            self.init(name, [.readBody, .send(raw), .close], options: options)
        }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    private static func chunks(_ name: String, _ body: any RawBytes) -> Row {
        Row("chunks: " + name, raw: Array(chunked.utf8) + body.rawBytes)
    }

    private static let long = [
        chunks(
            "long extension", "2;" + String(repeating: "x", count: 20_000) + "\r\nok\r\n0\r\n\r\n"),
        chunks(
            "20,000 trailers",
            "2\r\nok\r\n0\r\n"
                + String(repeating: "A: b\r\n", count: 20_000) + "\r\n"),
        chunks("10,000 chunks", String(repeating: "1\r\nx\r\n", count: 10_000) + "0\r\n\r\n"),
        Row(
            "reason of 90 KB",
            raw: "HTTP/1.1 200 " + String(repeating: "x", count: 90_000)
                + "\r\n\r\nok"),
        Row(
            "103 with 1000 links",
            raw: "HTTP/1.1 103 X\r\n"
                + String(repeating: "Link: <x>\r\n", count: 1000) + "\r\n" + ok + "\r\nok"),
        Row(
            "100 KB cookie",
            raw: ok + "Set-Cookie: a=" + String(repeating: "x", count: 90_000)
                + "\r\n\r\nok"),
        Row(
            "1,000 cookies",
            raw: ok + (1...1000).map { "Set-Cookie: a\($0)=b\r\n" }.joined()
                + "\r\nok", options: ["-b", "x=y", "-c", "/dev/null"]),
    ]

    /// curl shows the lines before a faulty one with `-i`, and formpost whole heads only.
    private static let heads = [
        Row(
            "100 KB line", raw: ok + "X: \(String(repeating: "x", count: 100_000))\r\n\r\nok",
            options: ["-i"]),
        Row("1 MB line", raw: ok + "X: " + String(repeating: "x", count: 1 << 20)),
        Row(
            "10,000 lines", raw: ok + (1...10_000).map { "X-\($0): y\r\n" }.joined() + "\r\nok",
            options: ["-i"]),
        Row(
            "a thousand 102",
            raw: String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 1000) + ok + "\r\nok",
            options: ["-i"]),
    ]

    private static let departures = [
        Row("half-closed", [.readBody, .halfClose, .drain]),
        Row("half-closed before it reads", [.halfClose, .drain]),
        Row("reset after the body", [.readBody, .respond(200, body: "ok"), .reset]),
        Row(
            "head and body apart",
            [
                .readBody, .send(ok + "Content-Length: 2\r\n\r\n"), .pause(0.1), .send("ok"),
                .close,
            ]),
        Row(
            "byte for byte",
            [
                .readBody, .dribble(ok + "Content-Length: 2\r\n\r\nok", size: 1, pause: 0.002),
                .close,
            ]),
        Row(
            "chunks byte for byte",
            [
                .readBody,
                .dribble(chunked + "2\r\nok\r\n0\r\nA: b\r\n\r\n", size: 1, pause: 0.002),
                .close,
            ]),
        Row(
            "response before the request is read",
            [.send(ok + "Content-Length: 2\r\n\r\nok"), .readBody]),
        Row(
            "stays open without a length",
            [
                .readBody, .send(ok + "Connection: close\r\n\r\nok"), .halfClose, .drain,
            ]),
        Row("reset in the head", [.readBody, .send(ok + "X:"), .reset]),
        Row("reset after the head", [.readBody, .send(ok + "Content-Length: 5\r\n\r\n"), .reset]),
        Row(
            "reset in the body",
            [.readBody, .send(ok + "Content-Length: 5\r\n\r\nab"), .pause(0.05), .reset]),
    ]

    @Test(
        .comparesWithCurl,
        arguments: Exhaustive.rows(long + heads + departures))
    func endsAsCurl(row: Row) async throws {
        let both = try await SideBySide(
            ["-sS", "-F", "a=b"] + row.options, answers: [Answer(row.steps)]
        )
        let (ours, curls) = (both.formpost.result, both.curl.result)
        #expect(ours.exitStatus != nil && !ours.timedOut, "\(ours)")
        #expect(ours.exitStatus == curls.exitStatus, "\(ours) \(curls)")
        #expect(ours.stdout == curls.stdout, "\(ours) \(curls)")
        #expect(ours.stderr.isEmpty == (ours.exitStatus == 0), "\(ours)")
        #expect(ours.stderr.split(separator: 0x0A).count <= 1, "\(ours)")
        #expect(!ours.stderr.contains(0x1B))
        #expect(ours.leftovers == [])
    }

    private static let overlong = "X: \(String(repeating: "x", count: 200_000))\r\n"
    private static let line =
        "formpost: (27) a line in the head of the response is longer than libcurl's limit of 100 KiB\n"

    private static let limits: [(Row, message: String)] = [
        (Row("a final head", raw: ok + overlong), line),
        (Row("an interim head", raw: "HTTP/1.1 103 Early Hints\r\n" + overlong), line),
        (
            Row("an answer to OPTIONS of tus", raw: ok + overlong, options: ["--tus"]), line
        ),
        (
            Row("a trailer", raw: chunked + "0\r\n" + overlong + "\r\n"),
            "formpost: (56) a trailer of the response is longer than libcurl's limit of 64 KiB\n"
        ),
    ]

    /// libcurl itself says that it is out of memory.
    @Test(arguments: limits)
    func saysWhoseLimitIsExceeded(row: Row, message: String) async throws {
        let server = try LoopbackServer(Answer(row.steps))
        let result = try await Command.formpost(
            arguments: ["-sS", "-F", "f=@\(#filePath)"] + row.options + [server.url]
        ).run()
        result.expect(message.contains("27") ? 27 : 56, stderr: message)
    }

    private static let goings: [([Step], Set<Int32>)] = [
        ([.reset], [55, 56]), ([.close], [52, 55, 56]),
        ([.readBytes(1 << 20), .reset], [55, 56]), ([.readBytes(1 << 20), .close], [52, 55, 56]),
    ]

    /// The server is gone before it has read anything, or in the middle of a large body.
    @Test(.comparesWithCurl, arguments: goings)
    func survivesAServerThatGoes(steps: [Step], exits: Set<Int32>) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 28)
        let both = try await SideBySide(
            ["-sS", "-H", "Expect:", "-F", "f=@" + file], answers: [Answer(steps)], bodies: .count)
        #expect(exits.contains(both.formpost.result.exitStatus ?? 0), "\(both.formpost.result)")
        #expect(exits.contains(both.curl.result.exitStatus ?? 0), "\(both.curl.result)")
        #expect(both.formpost.result.leftovers == [])
        #expect(try await both.formpost.server.request().body.isComplete == false)
    }

    private static let endless: [(start: String, line: String)] = [
        (ok, "X-Endless: header\r\n"), ("", "HTTP/1.1 100 Continue\r\n\r\n"),
        ("", "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"),
        // The body is whole: a MiB of trailers is enough.
        (chunked + "2\r\nok\r\n0\r\n", "X-Endless: trailer\r\n"),
    ]

    /// An endless response must not fill the memory.
    @Test(arguments: endless)
    func endsWhatHasNoEnd(start: String, line: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "old")
        let block = String(repeating: line, count: 50_000)
        let server = try LoopbackServer(
            Answer([.readBody, .send(start)] + Array(repeating: .send(block), count: 400)))
        let result = try await Command.formpost(
            "-sS", "-m", "3", "-o", "answer", "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        if line.hasSuffix("trailer\r\n") {
            result.expect(
                56,
                stderr:
                    "formpost: (56) the heads and trailers of the response are longer than 1.0 MiB\n"
            )
        }
        #expect([28, 52, 56].contains(result.exitStatus), "\(result)")
        #expect(result.stdout.isEmpty)
        #expect(try directory.contents(of: "answer") == Array("old".utf8))
        #expect(result.peakMemory < 100 << 20, "\(result.peakMemory)")
    }

    /// It waits for the body, and formpost for its `100 Continue`: no longer than a second, although
    /// libcurl 7.88 can forget that.
    @Test func answersBeforeTheBodyWithoutContinue() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("large", FilePattern().bytes(2 << 20))
        let answer = Answer(
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"), .readBody, .send("ok\n")],
            sendsContinue: false)
        let server = try LoopbackServer(answer, bodies: .count)
        await withTaskGroup { group in
            for _ in 1...8 {
                group.addTask {
                    let result = try? await Command.formpost("-T", path, server.url("/x")).run()
                    #expect(
                        result?.exitStatus == 0 && result?.stdoutText == "ok\n", "\(result as Any)")
                }
            }
        }
        #expect(server.requests.map(\.body.count) == Array(repeating: 2 << 20, count: 8))
    }
}
