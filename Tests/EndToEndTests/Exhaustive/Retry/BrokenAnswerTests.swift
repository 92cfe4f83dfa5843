import TestSupport
import Testing

/// What an answer that broke off leaves to the attempt after it: nothing.
@Suite(.serialized)
struct BrokenAnswerTests {
    private static let retry = ["--retry", "1", "--retry-delay", "0.01", "--retry-all-errors"]

    private static func cut(_ body: String, of length: Int, headers: String = "") -> Answer {
        .raw("HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(length)\r\n\r\n\(body)")
    }

    private func run(_ options: [String], _ answers: Answer...) async throws -> CommandResult {
        let server = try LoopbackServer(script: .answers(answers))
        return try await Command.formpost(
            arguments: Self.retry + options + ["-F", "a=b", server.url]
        ).run()
    }

    @Test func itsBytesDoNotCount() async throws {
        let result = try await run(
            ["-sS", "--max-filesize", "10"], Self.cut("12345678", of: 9), .respond(body: "87654321")
        )
        #expect(result.outcome == Outcome(0, stdout: "87654321"))
    }

    @Test func itsHeadIsForgotten() async throws {
        let result = try await run(
            ["-sS", "-w", "%header{x-a} %{num_headers} %{http_code}"],
            Self.cut("1", of: 9, headers: "X-A: old\r\n"), [.readBody, .close])
        #expect(result.exitStatus == 52)
        #expect(result.stdoutText == " 0 000", "\(result)")
    }

    /// It came before the body was sent, and is held back until that is.
    @Test func itsStatusLineIsNotPrinted() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 26)
        let server = try LoopbackServer(
            script: .answers([
                [
                    .readBytes(1 << 20), .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1"),
                    .close,
                ],
                .respond(201),
            ]), bodies: .count)
        let result = try await Command.formpost(
            arguments: Self.retry + ["-F", "f=@" + file, server.url]
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        let lines = result.stderrText.split(separator: "\n")
        #expect(lines.count == 2 && lines.last == "HTTP/1.1 201 Created", "\(result)")
    }

    /// The URL that a redirect led to, when the attempt after it is not redirected.
    @Test func itsURLIsForgotten() async throws {
        let server = try LoopbackServer { request in
            switch request.number {
            case 1: .respond(307, headers: ["Location": "/x"])
            case 2: .respond(503)
            default: .respond()
            }
        }
        let result = try await Command.formpost(
            "-L", "--retry", "1", "--retry-delay", "0.01", "-F", "a=b", server.url("/up")
        ).run()
        #expect(result.stderrText.hasSuffix("\nHTTP/1.1 200 OK\n"), "\(result)")
        #expect(server.requests.map(\.target) == ["/up", "/x", "/up"])
    }
}
