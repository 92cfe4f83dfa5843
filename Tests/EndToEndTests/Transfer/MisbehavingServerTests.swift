import TestSupport
import Testing

/// Servers that send much, or little at a time: no hang, no trap, one sentence, curl's exit status. For what
/// else they may do see Scenarios/response.txt and `BrokenResponseTests`.
@Suite(.serialized)
struct MisbehavingServerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var steps: [Step]
        /// The exit status of formpost if it differs from curl's.
        var exit: Int32?
        var options: [String]

        var testDescription: String { name }

        init(_ name: String, _ steps: [Step], _ exit: Int32? = nil, options: [String] = []) {
            self.name = name
            self.steps = steps
            self.exit = exit
            self.options = options
        }

        init(
            _ name: String, raw: any RawBytes, _ exit: Int32? = nil, options: [String] = []
        ) {
            self.init(name, [.readBody, .send(raw), .close], exit, options: options)
        }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    private static func chunks(_ name: String, _ body: any RawBytes, _ exit: Int32? = nil) -> Row {
        Row("chunks: " + name, raw: Array(chunked.utf8) + body.rawBytes, exit)
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
            "a hundred 100s",
            raw: String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 100)
                + ok + "\r\nok"),
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
        Row(
            "one byte, then silence", [.readBody, .send("H"), .drain], 28, options: ["-m", "2"]),
        Row(
            "a head, then silence",
            [
                .readBody, .send(ok + "Content-Length: 2\r\n\r\n"), .drain,
            ], 28, options: ["-m", "2"]),
        Row("silence", [.readBody, .drain], 28, options: ["-m", "2"]),
        Row(
            "a half head, then silence", [.readBody, .send(ok + "X: y"), .drain], 28,
            options: ["-m", "2"]),
    ]

    @Test(
        .comparesWithCurl,
        arguments: Exhaustive.rows(long + departures))
    func endsAsCurl(row: Row) async throws {
        let both = try await SideBySide(
            ["-sS", "-F", "a=b"] + row.options, answers: [Answer(row.steps)]
        )
        let (ours, curls) = (both.formpost.result, both.curl.result)
        #expect(ours.exitStatus != nil && !ours.timedOut, "\(ours)")
        #expect(ours.exitStatus == row.exit ?? curls.exitStatus, "\(ours) \(curls)")
        #expect(ours.stdout == curls.stdout, "\(ours) \(curls)")
        #expect(ours.stderr.isEmpty == (ours.exitStatus == 0), "\(ours)")
        #expect(ours.stderr.split(separator: 0x0A).count <= 1, "\(ours)")
        #expect(!ours.stderr.contains(0x1B))
        #expect(ours.leftovers == [])
    }

    private static let endless: [(start: String, line: String)] = [
        (ok, "X-Endless: header\r\n"), ("", "HTTP/1.1 100 Continue\r\n\r\n"),
        ("", "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"),
    ]

    /// An endless response must not fill the memory.
    @Test(arguments: endless)
    func endsWhatHasNoEnd(start: String, line: String) async throws {
        let block = String(repeating: line, count: 50_000)
        let server = try LoopbackServer(
            Answer([.readBody, .send(start)] + Array(repeating: .send(block), count: 400)))
        let result = try await Command.formpost("-sS", "-m", "3", "-F", "a=b", server.url)
            .run()
        #expect([28, 52, 56].contains(result.exitStatus), "\(result)")
        #expect(result.stdout.isEmpty)
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
