import TestSupport
import Testing

/// Heads with which plain URLSession traps, hangs or fails.
///
/// Each is shown by `-i` byte for byte and ends as in curl.
@Suite(.serialized, .comparesWithCurl)
struct ResponseHeadTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var response: [UInt8]
        /// The exit status of both, unless it follows from the HTTP status.
        var exit: Int32
        /// Where formpost differs: a status other than 2xx is 22.
        var ours: Int32?

        var testDescription: String { name }

        init(_ name: String, _ response: any RawBytes, _ exit: Int32 = 0, ours: Int32? = nil) {
            self.name = name
            self.response = response.rawBytes
            self.exit = exit
            self.ours = ours
        }
    }

    /// A response whose head has this line in it.
    private static func line(
        _ line: any RawBytes, _ status: String = "200 OK", name: String? = nil, ours: Int32? = nil
    ) -> Row {
        Row(
            name ?? String(decoding: line.rawBytes, as: UTF8.self),
            Array("HTTP/1.1 \(status)\r\n".utf8) + line.rawBytes
                + Array("\r\nContent-Length: 5\r\n\r\nbody\n".utf8),
            ours: ours ?? (status == "200 OK" ? nil : 22))
    }

    private static let redirects = [
        "//%00", "//%25", "//[::1%25eth0]:1/x", "", " ", "http://", "/\u{1F600}", "://x", "a:b",
    ].map { line("Location: \($0)", "302 Found") }

    private static let cookies = [
        "\u{1F36A}=1", "e\u{301}=1", "=", "a", ";;;", "a=b; Expires=yesterday; Max-Age=x",
        "a=\u{1F36A}; Domain=\u{1F36A}",
    ].map { line("Set-Cookie: \($0)") }

    private static let challenges = [
        line("WWW-Authenticate: Basic", "401 Unauthorized"),
        line("WWW-Authenticate: Basic realm=\"x\"", "401 Unauthorized"),
        line("WWW-Authenticate: Digest realm=\"x\", nonce=\"y\", qop=\"auth\"", "401 Unauthorized"),
        line("WWW-Authenticate: Negotiate\r\nWWW-Authenticate: NTLM", "401 Unauthorized"),
        line("WWW-Authenticate: \u{1F600}", "401 Unauthorized"),
        line("X-No: challenge", "401 Unauthorized"),
        line("Proxy-Authenticate: Basic", "407 Proxy Authentication Required"),
        line("Proxy-Authenticate: Digest realm=\"x\", nonce=\"y\"", "407 Authenticate"),
    ]

    private static let fields = [
        line([0x58, 0x3A, 0x20, 0xFF, 0xFE, 0x80], name: "value that is not UTF-8"),
        line([0xFF, 0x3A, 0x20, 0x61], name: "name that is not UTF-8"),
        line(": no name"), line("Name : blank before the colon"), line("X-Empty:"), line("X: \t "),
        line("X: a\r\n b", name: "folded"),
        line(Array("X: \u{1F600} e\u{301}".utf8), name: "emoji"),
        line("Content-Type: text/\u{1F600}"), line("Content-Encoding: nonsense"),
        line("Content-Encoding: gzip"), line("Date: yesterday"), line("Retry-After: \u{1F600}"),
        line("X: \(String(repeating: "x", count: 100_000))", name: "100 KB line"),
        line(
            (1...10_000).map { "X-\($0): y" }.joined(separator: "\r\n"), name: "10,000 lines"),
        line("Content-Length: 5", name: "two lengths that agree"),
    ]

    private static let statusLines = [
        "HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/1.1  200   OK", "HTTP/1.0 200 OK", "http/1.1 200 OK",
        "HTTP/1.1 200 \u{1F600}", "HTTP/1.1 299 ", "HTTP/1.1 201 Created",
    ].map { Row($0, "\($0)\r\nContent-Length: 2\r\n\r\nok") }

    private static let statuses = [300, 301, 303, 304, 305, 307, 308, 400, 404, 500, 599, 600, 999]
        .map { Row("\($0)", "HTTP/1.1 \($0) X\r\nContent-Length: 0\r\n\r\n", ours: 22) }

    private static let informational = [
        Row("103 first", "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok"),
        Row(
            "a thousand 102",
            String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 1000)
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        Row("100 after the body", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"),
    ]

    private static let whole = [
        Row("LF only", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
        Row("no fields", "HTTP/1.1 200 OK\r\n\r\nup to the end"),
        Row("204 with a body", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n"),
        Row("chunks", chunked("2;a=b\r\nok\r\n0\r\n\r\n")),
        Row("bytes after the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokMORE"),
    ]

    private static let faulty = [
        Row("NUL", "HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 2\r\n\r\nok", 8),
        Row("no colon", "HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\nok", 8),
        Row("1 MB line", "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 1 << 20), 27),
        Row("HTTP/0.9", "hello\n", 1),
        Row("binary", [0x16, 0x03, 0x01, 0x00, 0x05], 1),
        Row("SSH", "SSH-2.0-OpenSSH_9.2\r\n", 1),
        Row("HTTP/9", "HTTP/9 200 OK\r\n\r\n", 1),
        Row("a letter for a digit", "HTTP/1.1 2OO OK\r\n\r\n", 1),
        Row("two digits", "HTTP/1.1 20 OK\r\n\r\n", 1),
        Row("nothing", "", 52),
        Row("only a 100", "HTTP/1.1 100 Continue\r\n\r\n", 52),
        Row("negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nok", 8),
        Row("length in words", "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok", 8),
        Row("huge length", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nok", 18),
        // curl prints the trailers of a response with -i, after its body; formpost does not.
        Row("trailers", chunked("2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n")),
        Row("trailer without a colon", chunked("2\r\nok\r\n0\r\nnonsense\r\n\r\n"), 43),
    ]

    private static func chunked(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    }

    private static let rows =
        redirects + cookies + challenges + fields + statusLines + statuses + informational + whole

    @Test(arguments: Exhaustive.rows(rows))
    func showsItAndEndsAsCurl(row: Row) async throws {
        try await endsAsCurl(row, ["-sS", "-i", "-F", "a=b"])
    }

    /// Without `-i`: curl shows the lines before the faulty one, and formpost whole heads only.
    @Test(arguments: faulty)
    func endsAsCurl(row: Row) async throws {
        try await endsAsCurl(row, ["-sS", "-F", "a=b"])
    }

    private func endsAsCurl(_ row: Row, _ arguments: [String]) async throws {
        let both = try await SideBySide(arguments, answers: [.raw(row.response)])
        let (ours, curls) = (both.formpost.result, both.curl.result)
        #expect(curls.exitStatus == row.exit, "\(curls)")
        #expect(ours.exitStatus == row.ours ?? row.exit, "\(ours)")
        #expect(ours.stdout == curls.stdout)
        #expect(ours.stderr.isEmpty == (ours.exitStatus == 0))
        #expect(ours.leftovers == [])
        #expect(try await both.formpost.server.request().body.isComplete)
        #expect(both.formpost.server.requests.count == 1)
    }
}
