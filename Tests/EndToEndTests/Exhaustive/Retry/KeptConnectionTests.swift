import TestSupport
import Testing

/// A connection that was kept from an earlier request ends before the answer to the next one, which the
/// server has read: only what the server may get twice is sent again. libcurl and curl send all of it again.
@Suite(.serialized)
struct KeptConnectionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var options: [String]
        var isSentAgain: Bool

        var testDescription: String { "\(options.joined(separator: " ")), again: \(isSentAgain)" }

        init(_ options: String..., again: Bool) {
            self.options = options
            isSentAgain = again
        }
    }

    private static let rows = [
        Row("-F", "a=b", again: false),
        Row("-d", "", again: false),
        Row("-X", "PATCH", "-d", "x", again: false),
        Row("--retry", "3", "-F", "a=b", again: false),
        Row("-H", "Idempotency-Key;", "-F", "a=b", again: false),
        Row("-X", "PUT", "-F", "a=b", again: true),
        Row("-X", "DELETE", "-d", "x", again: true),
        Row("-H", "Idempotency-Key: k", "-F", "a=b", again: true),
        Row("--idempotency-key=k", "-F", "a=b", again: true),
        Row("--retry-all-errors", "-F", "a=b", again: true),
    ]

    private static let endings: [(end: Step, message: String)] = [
        (.close, "(52) http://127.0.0.1:PORT/second: Empty reply from server"),
        (.reset, "(56) http://127.0.0.1:PORT/second: Recv failure: Connection reset by peer"),
    ]

    @Test(arguments: rows, [0, 1])
    func isSentAgainWhereItMayArriveTwice(row: Row, ending: Int) async throws {
        let (end, message) = Self.endings[ending]
        let server = try LoopbackServer(.respond(), [.readBody, end], .respond())
        let result = try await Command.formpost(
            arguments: ["-sS", "-F", "a=b", server.url("/first"), "--next", "-sS"] + row.options
                + [server.url("/second")]
        ).run()
        let requests = server.requests
        #expect(
            requests.map(\.target)
                == ["/first", "/second"] + (row.isSentAgain ? ["/second"] : []))
        #expect(requests.prefix(2).map(\.connection) == [1, 1])
        #expect(!requests.map(\.body.isComplete).contains(false))
        guard !row.isSentAgain else {
            #expect(result.outcome == Outcome(0))
            #expect(requests.last?.body.bytes == requests.dropLast().last?.body.bytes)
            return
        }
        let start = "formpost: " + message.replacing("PORT", with: "\(server.port)")
        #expect(result.exitStatus == (ending == 0 ? 52 : 56))
        #expect(result.stderrText.hasPrefix(start + " while waiting for the response"), "\(result)")
        #expect(
            result.stderrText.hasSuffix(
                "; the server may have taken the upload: --retry-all-errors or --idempotency-key "
                    + "would send it again\n"), "\(result)")
    }

    /// Also over TLS, and with a body that takes more than one read.
    @Test(arguments: [nil, TLSOptions()])
    func isNotSentAgainWithALargeBody(tls: TLSOptions?) async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("large", FilePattern().bytes(1 << 20 - 4096))
        let server = try LoopbackServer(
            .respond(), [.readBody, .close], .respond(), bodies: .count, tls: tls)
        let result = try await Command.formpost(
            "-sSk", "-F", "f=@" + path, server.url("/first"), server.url("/second")
        ).run()
        #expect([52, 56].contains(result.exitStatus), "\(result)")
        #expect(result.stderrText.contains("the server may have taken the upload"), "\(result)")
        #expect(server.requests.map(\.target) == ["/first", "/second"])
    }
}
