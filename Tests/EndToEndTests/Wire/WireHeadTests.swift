import TestSupport
import Testing

/// `-v` shows the heads as they went over the wire.
@Suite(.serialized)
struct WireHeadTests {
    /// The lines of `text` with that mark, as the bytes that they stand for.
    private static func head(_ mark: String, _ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { $0.hasPrefix(mark) }.map { $0.dropFirst(2) + "\r\n" }.joined()
    }

    static let cases: [[String]] = [
        [], ["-X", "PUT"], ["-H", "X-A: b", "-H", "x-a:c", "-H", "Empty;", "-H", "Accept:"],
        ["-u", "me:secret"], ["--oauth2-bearer", "token"], ["-b", "a=b; c=d"], ["-A", ""],
        ["--compressed"], ["--http1.0"], ["--chunked"], ["-H", "Authorization: Basic x"],
        ["--url-query", "q=ä b"], ["-e", "http://from/"], ["-H", "Expect: 100-continue"],
    ]

    @Test(arguments: cases)
    func areTheBytesOfTheWire(options: [String]) async throws {
        let answer = "HTTP/1.1 200 Fine\r\nx-b:1\r\nSet-Cookie: a=b\r\nX-B:  2 \r\n\r\n"
        let server = try LoopbackServer(.raw(answer))
        let result = try await Command.formpost(
            arguments: ["-v", "--show-secrets"] + options + ["-F", "a=b", server.url("/x")]
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(Self.head("> ", result.stderrText) == (try await server.request().headText))
        // libcurl does not tell of the blank line of an interim response, not to curl either.
        let interim = try await server.request().sentContinue ? "HTTP/1.1 100 Continue\r\n" : ""
        #expect(Self.head("< ", result.stderrText) == interim + answer)
    }
}
