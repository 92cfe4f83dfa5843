import TestSupport
import Testing

/// The length of a response's body (RFC 9112 §6.3): without one that is certain, nothing of the response
/// is printed or put in place. libcurl reads the number at the start of a value, or none.
@Suite(.serialized)
struct ResponseLengthTests {
    private static let refused: [(fields: String, shown: String)] = [
        ("Content-Length: 0x2", "'0x2'"),
        ("Content-Length: +2", "'+2'"),
        ("Content-Length: 2 2", "'2 2'"),
        ("Content-Length: 2;", "'2;'"),
        ("Content-Length: 2, 3", "'2, 3'"),
        ("Content-Length: 2,", "'2,'"),
        ("Content-Length: 2, x", "'2, x'"),
        ("Content-Length: 2\r\nContent-Length: 3", "'2' and '3'"),
        ("Content-Length: 3\r\ncontent-length: 2", "'3' and '2'"),
        ("Content-Length: 2\r\nContent-Length: 0x2", "'2' and '0x2'"),
        ("Content-Length: 2\r\n 3", "'2 3'"),
        ("Content-Length: 9223372036854775808", "'9223372036854775808'"),
        ("Content-Length: 18446744073709551618", "'18446744073709551618'"),
        (
            "Content-Length: 1" + String(repeating: "0", count: 60),
            "'1" + String(repeating: "0", count: 60) + "'"
        ),
    ]

    @Test(arguments: refused)
    func isRefused(fields: String, shown: String) async throws {
        for status in ["200 OK", "404 Not Found", "302 Found\r\nLocation: /x"] {
            let directory = try TemporaryDirectory()
            try directory.file("answer", "old")
            let server = try LoopbackServer(.raw("HTTP/1.1 \(status)\r\n\(fields)\r\n\r\nok"))
            let result = try await Command.formpost(
                "-sSi", "-L", "-o", "answer", "-F", "a=b", server.url
            ).with { $0.workingDirectory = directory.path }.run()
            #expect(
                result.outcome
                    == Outcome(
                        8,
                        stderr: "formpost: (8) the length of the response cannot be known: "
                            + "Content-Length is \(shown)\n"))
            #expect(directory.entries() == ["answer"])
            #expect(try directory.contents(of: "answer") == Array("old".utf8))
            #expect(server.requests.count == 1)
        }
    }

    private static let valid = [
        "Content-Length: 2, 2", "Content-Length: 2,2 , 02",
        "Content-Length: 2\r\nContent-Length: 2", "Content-Length: 2\r\ncontent-length: 2, 2",
        "Content-Length:  2 ", "Content-Length: 0000000000000000000000002",
        // What overrides a length.
        "Content-Length: 0x2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: Chunked\r\nContent-Length: 9\r\nContent-Length: 2",
        "Transfer-Encoding: chunked\r\nContent-Length: 9223372036854775808",
    ]

    @Test(arguments: valid)
    func isTaken(fields: String) async throws {
        let isChunked = fields.contains("Transfer")
        let server = try LoopbackServer(
            .raw(
                "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n"
                    + (isChunked ? "2\r\nok\r\n0\r\n\r\n" : "okX")))
        let result = try await Command.formpost("-sS", "-F", "a=b", server.url).run()
        #expect(result.outcome == Outcome(0, stdout: "ok"))
    }

    /// A response that has no body whatever its fields say.
    @Test(arguments: ["204 No Content", "304 Not Modified", "103 Early Hints"])
    func doesNotMatterWithoutABody(status: String) async throws {
        let rest = status.hasPrefix("1") ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : ""
        let server = try LoopbackServer(
            .raw("HTTP/1.1 \(status)\r\nContent-Length: 0x2\r\n\r\n" + rest))
        let result = try await Command.formpost("-sS", "--no-fail", "-F", "a=b", server.url).run()
        #expect(result.outcome == Outcome(0))
    }

    /// Only `chunked` is a coding that nobody has to ask for, and libcurl does not see another one's end.
    @Test(arguments: ["gzip, chunked", "gzip", "x", "chunked, gzip"])
    func isUnknownInAnotherTransferCoding(coding: String) async throws {
        let server = try LoopbackServer(
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(coding)\r\n\r\n2\r\nok\r\n0\r\n\r\n"))
        let result = try await Command.formpost("-sS", "-F", "a=b", server.url).run()
        #expect(result.exitStatus == 61, "\(result)")
        #expect(result.stdout.isEmpty)
        #expect(
            result.stderrText.hasPrefix("formpost: (61) the response has the transfer coding '"))
    }
}
