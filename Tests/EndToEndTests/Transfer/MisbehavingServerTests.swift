import TestSupport
import Testing

/// Servers that violate the protocol: no hang, no trap, one sentence, curl's exit status.
///
/// With those of `ResponseHeadTests` (heads) and `BrokenResponseTests` (responses that break off).
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

    private static let framing = [
        Row(
            "both framings",
            raw: ok + "Content-Length: 99\r\n" + chunked.dropFirst(ok.count)
                + "2\r\nok\r\n0\r\n\r\n"),
        Row(
            "both framings, chunked first",
            raw: ok + "Transfer-Encoding: chunked\r\n"
                + "Content-Length: 1\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
        Row(
            "chunked over HTTP/1.0",
            raw: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\nok\r\n0\r\n\r\n"),
        Row("unknown transfer coding", raw: ok + "Transfer-Encoding: x\r\n\r\nok"),
        Row(
            "gzip, chunked",
            raw: ok + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
        Row(
            "chunked twice",
            raw: ok + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"
                + "\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
        Row("length with a list", raw: ok + "Content-Length: 2, 2\r\n\r\nok"),
        Row("empty length", raw: ok + "Content-Length:\r\n\r\nok"),
        Row("length with zeros", raw: ok + "Content-Length: 0000000000000000000000002\r\n\r\nok"),
        Row("longer than announced", raw: ok + "Content-Length: 2\r\n\r\nok and more"),
        Row("204 with a body", raw: "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok"),
        Row("205 with a body", raw: "HTTP/1.1 205 Reset\r\nContent-Length: 2\r\n\r\nok"),
        Row("304 with a body", raw: "HTTP/1.1 304 X\r\nContent-Length: 2\r\n\r\nok", 22),
        Row("101 that nobody asked for", raw: "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nok", 18),
        Row("1.0 with keep-alive", raw: "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\nok"),
        Row(
            "two responses",
            raw: ok + "Content-Length: 1\r\n\r\na" + ok + "Content-Length: 1\r\n\r\nb"),
        Row("response in a response", raw: ok + "\r\n" + ok + "\r\n"),
    ]

    private static let chunkRows = [
        chunks("uppercase and zeros", "00A\r\n0123456789\r\n000\r\n\r\n"),
        chunks("extension", "2;x=\"y;z\"\r\nok\r\n0;last\r\n\r\n"),
        chunks(
            "long extension", "2;" + String(repeating: "x", count: 20_000) + "\r\nok\r\n0\r\n\r\n"),
        chunks("LF only", "2\nok\n0\n\n"),
        chunks("blank before the size", " 2\r\nok\r\n0\r\n\r\n"),
        chunks("blank after the size", "2 \r\nok\r\n0\r\n\r\n"),
        chunks("empty size", "\r\nok\r\n0\r\n\r\n"),
        chunks("size with 0x", "0x2\r\nok\r\n0\r\n\r\n"),
        chunks("size that overflows", "8000000000000000\r\nok\r\n0\r\n\r\n"),
        chunks("largest size", "7FFFFFFFFFFFFFFF\r\nok"),
        chunks("binary", [0xFF, 0x00, 0x0D, 0x0A, 0x80]),
        chunks("trailers", "2\r\nok\r\n0\r\nA: b\r\nC: d\r\nA: b\r\n\r\n"),
        chunks(
            "trailer that is not UTF-8",
            Array("2\r\nok\r\n0\r\nA: ".utf8)
                + [0xFF, 0xFE, 0x0D, 0x0A, 0x0D, 0x0A]),
        chunks("trailer like a status line", "2\r\nok\r\n0\r\nHTTP/1.1: 200\r\n\r\n"),
        chunks("trailer with a length", "2\r\nok\r\n0\r\nContent-Length: 99\r\n\r\n"),
        chunks("trailer with a Location", "2\r\nok\r\n0\r\nLocation: //%00\r\n\r\n"),
        chunks(
            "20,000 trailers",
            "2\r\nok\r\n0\r\n"
                + String(repeating: "A: b\r\n", count: 20_000) + "\r\n"),
        chunks("10,000 chunks", String(repeating: "1\r\nx\r\n", count: 10_000) + "0\r\n\r\n"),
        chunks("bytes after the last", "2\r\nok\r\n0\r\n\r\nMORE"),
    ]

    private static let heads = [
        Row("blank line first", raw: "\r\n" + ok + "\r\nok"),
        Row("BOM first", raw: [0xEF, 0xBB, 0xBF] + Array((ok + "\r\nok").utf8)),
        Row("status 000", raw: "HTTP/1.1 000 X\r\n\r\nok"),
        Row("status 099", raw: "HTTP/1.1 099 X\r\n\r\nok"),
        Row("status 0200", raw: "HTTP/1.1 0200 X\r\n\r\nok"),
        Row("status 2000", raw: "HTTP/1.1 2000 X\r\n\r\nok"),
        Row("negative status", raw: "HTTP/1.1 -200 X\r\n\r\nok"),
        Row("no status", raw: "HTTP/1.1\r\n\r\nok"),
        Row("no version", raw: "HTTP/ 200 OK\r\n\r\nok"),
        Row("version 1.2", raw: "HTTP/1.2 200 OK\r\n\r\nok"),
        Row("version 1", raw: "HTTP/1 200 OK\r\n\r\nok"),
        Row("version 2 in the clear", raw: "HTTP/2 200 OK\r\n\r\nok"),
        Row("version 0.9 by name", raw: "HTTP/0.9 200 OK\r\n\r\nok"),
        Row("tabs in the status line", raw: "HTTP/1.1\t200\tOK\r\n\r\nok"),
        Row("CR only", raw: "HTTP/1.1 200 OK\rX: y\r\rok"),
        Row("CR in a value", raw: ok + "X: a\rb\r\n\r\nok"),
        Row("folded first line", raw: ok + " folded\r\n\r\nok"),
        Row("folded status line", raw: "HTTP/1.1 200\r\n OK\r\n\r\nok"),
        Row("colon only", raw: ok + ":\r\n\r\nok"),
        Row("tab before the colon", raw: ok + "X\t: y\r\n\r\nok"),
        Row(
            "control bytes",
            raw: Array(ok.utf8) + [0x58, 0x3A, 0x01, 0x1B, 0x7F]
                + Array("\r\n\r\nok".utf8)),
        Row("reason with an escape", raw: "HTTP/1.1 200 \u{1B}[2Jred\r\n\r\nok"),
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
        Row("1xx without an end", raw: "HTTP/1.1 199 X\r\nA: b\r\n", 18),
        Row("gzip that is none", raw: ok + "Content-Encoding: gzip\r\n\r\nok"),
        Row("HTTP/3 by Alt-Svc", raw: ok + "Alt-Svc: h3=\":1\"; ma=99999999999999999999\r\n\r\nok"),
        Row("HSTS nonsense", raw: ok + "Strict-Transport-Security: max-age=-1e9;;;\r\n\r\nok"),
        Row("Upgrade to h2c", raw: ok + "Upgrade: h2c\r\nConnection: upgrade\r\n\r\nok"),
        Row("Refresh", raw: ok + "Refresh: 0; url=//%00\r\n\r\nok"),
        Row(
            "Retry-After of 10^30",
            raw: ok + "Retry-After: 1" + String(repeating: "0", count: 30)
                + "\r\n\r\nok"),
        Row(
            "100 KB cookie",
            raw: ok + "Set-Cookie: a=" + String(repeating: "x", count: 90_000)
                + "\r\n\r\nok"),
        Row(
            "1,000 cookies",
            raw: ok + (1...1000).map { "Set-Cookie: a\($0)=b\r\n" }.joined()
                + "\r\nok", options: ["-b", "x=y", "-c", "/dev/null"]),
    ]

    private static let challenges =
        ["Basic", "Digest", "Negotiate", "NTLM", "Bearer", "", ",", "=\""]
        .flatMap { challenge in
            [
                Row(
                    "401 \(challenge)",
                    raw: "HTTP/1.1 401 X\r\nWWW-Authenticate: \(challenge)"
                        + "\r\nContent-Length: 2\r\n\r\nno", 22),
                Row(
                    "401 \(challenge), with -u",
                    raw: "HTTP/1.1 401 X\r\nWWW-Authenticate: "
                        + "\(challenge)\r\nContent-Length: 2\r\n\r\nno", 22,
                    options: ["-u", "me:pw"]),
                Row(
                    "407 \(challenge)",
                    raw: "HTTP/1.1 407 X\r\nProxy-Authenticate: \(challenge)"
                        + "\r\nContent-Length: 2\r\n\r\nno", 22),
            ]
        } + [
            Row(
                "digest without a nonce",
                raw: "HTTP/1.1 401 X\r\nWWW-Authenticate: Digest realm="
                    + "\"x\"\r\nContent-Length: 2\r\n\r\nno", 22,
                options: ["-u", "me:pw", "--digest"]),
            Row(
                "401 with a body that never comes",
                [
                    .readBody,
                    .send(
                        "HTTP/1.1 401 X\r\nWWW-Authenticate: Basic\r\n"
                            + "Content-Length: 5\r\n\r\n"), .close,
                ]),
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
        arguments: Exhaustive.rows(framing + chunkRows + heads + challenges + departures))
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
