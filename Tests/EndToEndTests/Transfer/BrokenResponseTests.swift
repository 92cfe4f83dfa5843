import TestSupport
import Testing

/// Responses that are reset, and very long heads: never a trap, never a hang, and as in curl.
@Suite(.serialized)
struct BrokenResponseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var answer: Answer
        var exit: Int32

        var testDescription: String { name }

        init(_ name: String, _ answer: Answer, _ exit: Int32 = 0) {
            (self.name, self.answer, self.exit) = (name, answer, exit)
        }
    }

    private static let head = "HTTP/1.1 200 OK\r\n"

    private static let long = [
        Row(
            "100 KB line",
            .raw(head + "X: \(String(repeating: "x", count: 100_000))\r\n\r\nok")),
        Row(
            "10,000 lines",
            .raw(head + (1...10_000).map { "X-\($0): y\r\n" }.joined() + "\r\nok")),
        Row(
            "a thousand 102",
            .raw(
                String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 1000) + head + "\r\nok")
        ),
    ]

    private static let broken = [
        Row("1 MB line", .raw(head + "X: " + String(repeating: "x", count: 1 << 20)), 27),
        Row("reset in the head", [.readBody, .send(head + "X:"), .reset], 56),
        Row(
            "reset after the head", [.readBody, .send(head + "Content-Length: 5\r\n\r\n"), .reset],
            56),
        Row(
            "reset in the body",
            [.readBody, .send(head + "Content-Length: 5\r\n\r\nab"), .pause(0.05), .reset], 56),
    ]

    /// curl shows the lines before a faulty one with `-i`, and formpost whole heads only.
    @Test(
        .comparesWithCurl,
        arguments: long.map { ($0, ["-i"]) } + broken.map { ($0, []) } as [(Row, [String])])
    func endsAsCurl(row: Row, options: [String]) async throws {
        let both = try await SideBySide(["-sS", "-F", "a=b"] + options, answers: [row.answer])
        let (ours, curls) = (both.formpost.result, both.curl.result)
        #expect(curls.exitStatus == row.exit, "\(curls)")
        #expect(ours.exitStatus == row.exit, "\(ours)")
        #expect(ours.stdout == curls.stdout)
        #expect(ours.stderrText.split(separator: "\n").count == (row.exit == 0 ? 0 : 1))
        #expect(ours.leftovers == [])
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

    /// The body is whole, but the trailers after it go on: a MiB of them is enough.
    @Test func endsTrailersWithoutEnd() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "old")
        let block = String(repeating: "X-Endless: trailer\r\n", count: 50_000)
        let start = Self.head + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"
        let server = try LoopbackServer(
            Answer([.readBody, .send(start)] + Array(repeating: .send(block), count: 400)))
        let result = try await Command.formpost("-sS", "-o", "answer", "-F", "a=b", server.url)
            .with { $0.workingDirectory = directory.path }.run()
        let text =
            "formpost: (56) the heads and trailers of the response are longer than 1.0 MiB\n"
        result.expect(56, stderr: text)
        #expect(try directory.contents(of: "answer") == Array("old".utf8))
        #expect(result.peakMemory < 100 << 20, "\(result.peakMemory)")
    }
}
