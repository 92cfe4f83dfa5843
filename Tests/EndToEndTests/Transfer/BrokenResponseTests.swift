import TestSupport
import Testing

/// Responses that break off or break their own framing: never a success, never a hang.
@Suite(.serialized)
struct BrokenResponseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var answer: Answer
        /// What both print.
        var stdout: String
        var exit: Int32
        /// Whether curl exits with 0.
        var curls: Int32?

        var testDescription: String { name }

        init(
            _ name: String, _ answer: Answer, _ exit: Int32, _ stdout: String = "",
            curls: Int32? = nil
        ) {
            self.name = name
            self.answer = answer
            self.stdout = stdout
            self.exit = exit
            self.curls = curls
        }
    }

    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

    private static let rows = [
        Row("closed without an answer", [.readBody, .close], 52),
        Row("reset without an answer", [.readBody, .reset], 56),
        Row("cut in the status line", .raw("HTTP/1.1 20"), 52),
        Row("cut in the head", .raw(head + "Content-Le"), 18, curls: 0),
        Row("cut after a field", .raw(head + "X: y\r\n"), 18, curls: 0),
        Row("cut after the length", .raw(head + "Content-Length: 2\r\n"), 18),
        Row("cut before the last LF", .raw(head + "X: y\r\n\r"), 18, curls: 0),
        Row("reset in the head", [.readBody, .send(head + "X:"), .reset], 56),
        Row(
            "reset after the head", [.readBody, .send(head + "Content-Length: 5\r\n\r\n"), .reset],
            56),
        Row("short body", .raw(head + "Content-Length: 9\r\n\r\nabc"), 18, "abc"),
        Row("no body at all", .raw(head + "Content-Length: 9\r\n\r\n"), 18),
        Row(
            "reset in the body",
            [.readBody, .send(head + "Content-Length: 5\r\n\r\nab"), .pause(0.05), .reset], 56, "ab"
        ),
        Row("no last chunk", .raw(chunked + "3\r\nabc\r\n"), 18, "abc"),
        Row("cut in a chunk", .raw(chunked + "9\r\nabc"), 18, "abc"),
        Row("no CRLF after the last chunk", .raw(chunked + "3\r\nabc\r\n0\r\n"), 18, "abc"),
        Row("cut in a trailer", .raw(chunked + "3\r\nabc\r\n0\r\nX-Su"), 18, "abc"),
        Row("size that is no number", .raw(chunked + "zz\r\nabc\r\n0\r\n\r\n"), 56),
        Row("size too large", .raw(chunked + "FFFFFFFFFFFFFFFFF\r\nabc"), 56),
        Row("negative size", .raw(chunked + "-3\r\nabc\r\n0\r\n\r\n"), 56),
        Row("chunk longer than its size", .raw(chunked + "2\r\nabc\r\n0\r\n\r\n"), 56, "ab"),
        Row("1xx and the end", .raw("HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n"), 52),
        Row(
            "1xx and half a head", .raw("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nX"), 18,
            curls: 0),
    ]

    @Test(.comparesWithCurl, arguments: rows)
    func isNoSuccess(row: Row) async throws {
        let both = try await SideBySide(["-sS", "-F", "a=b"], answers: [row.answer])
        #expect(both.curl.result.exitStatus == row.curls ?? row.exit, "\(both.curl.result)")
        #expect(both.formpost.result.exitStatus == row.exit, "\(both.formpost.result)")
        #expect(both.formpost.result.stdoutText == row.stdout)
        #expect(both.curl.result.stdoutText == row.stdout)
        #expect(both.formpost.result.stderrText.hasPrefix("formpost: (\(row.exit)) "))
        #expect(both.formpost.result.stderrText.split(separator: "\n").count == 1)
        #expect(both.formpost.result.leftovers == [])
    }

    private static let departures: [([Step], Set<Int32>)] = [
        ([.reset], [55, 56]), ([.close], [52, 55, 56]),
        ([.readBytes(1 << 20), .reset], [55, 56]), ([.readBytes(1 << 20), .close], [52, 55, 56]),
    ]

    /// The server is gone before it has read anything, or in the middle of a large body.
    @Test(.comparesWithCurl, arguments: departures)
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

    @Test func saysHowFarItCame() async throws {
        let server = try LoopbackServer(
            .raw(Self.head + "Content-Length: 9\r\n\r\nabc"), .raw(Self.head + "X"))
        for (stdout, stderr) in [
            (
                "abc",
                "HTTP/1.1 200 OK\nformpost: (18) transfer closed with 6 bytes remaining to read "
                    + "while receiving the response (3 bytes received)\n"
            ),
            (
                "",
                "formpost: (18) the response was cut short while waiting for the response "
                    + "(139 of 139 bytes sent)\n"
            ),
        ] {
            let result = try await Command.formpost("-F", "a=b", server.url).run()
            #expect(result.outcome == Outcome(18, stdout: stdout, stderr: stderr))
        }
    }

    /// The body is whole, but the trailers after it go on: a MiB of them is enough.
    @Test func endsTrailersWithoutEnd() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "old")
        let block = String(repeating: "X-Endless: trailer\r\n", count: 50_000)
        let server = try LoopbackServer(
            Answer(
                [.readBody, .send(Self.chunked + "2\r\nok\r\n0\r\n")]
                    + Array(repeating: .send(block), count: 400)))
        let result = try await Command.formpost("-sS", "-o", "answer", "-F", "a=b", server.url)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(
            result.outcome
                == Outcome(
                    56,
                    stderr:
                        "formpost: (56) the heads and trailers of the response are longer than 1.0 MiB\n"
                ))
        #expect(directory.entries() == ["answer"])
        #expect(try directory.contents(of: "answer") == Array("old".utf8))
        #expect(result.peakMemory < 100 << 20, "\(result.peakMemory)")
    }
}
