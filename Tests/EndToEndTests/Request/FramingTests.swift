import TestSupport
import Testing

/// Exactly one of Content-Length and Transfer-Encoding, the right one, on every path (RFC 9112 §6.3).
///
/// The server answers 400 to any other framing; that the body is whole means that it fits.
@Suite(.serialized)
struct FramingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var input: String?
        var isChunked = false
        var answers: [Answer] = [.respond()]
        /// What comes before the last request.
        var attempts = 1
        var exit: Int32 = 0

        var testDescription: String { "\(arguments.joined(separator: " ")) \(input ?? "")" }
    }

    private static let chunked = ["-H", "Transfer-Encoding: chunked"]
    private static let expectationFailed: [Answer] = [
        Answer([.respond(417), .halfClose, .drain], sendsContinue: false), .respond(),
    ]

    private static let rows = [
        Row(arguments: ["-F", "a=b"]),
        Row(arguments: ["-F", "f=@small"]),
        Row(arguments: ["-F", "f=@big"]),
        Row(arguments: ["-F", "a=<small", "-F", "f=@big", "-F", "c=d"]),
        Row(arguments: ["-F", "f=@-"], input: "piped"),
        Row(arguments: ["-F", "f=@-"], input: ""),
        Row(arguments: ["--chunked", "-F", "a=b"]),
        Row(arguments: ["--chunked", "-F", "f=@small"]),
        Row(arguments: ["--chunked", "-F", "f=@-"], input: "piped", isChunked: true),
        Row(arguments: ["--chunked", "-F", "f=@-"], input: "", isChunked: true),
        Row(arguments: ["--chunked", "-F", "f=@-", "-F", "g=@big"], input: "x", isChunked: true),
        Row(arguments: chunked + ["-F", "a=b"], isChunked: true),
        Row(arguments: chunked + ["-F", "f=@big"], isChunked: true),
        Row(arguments: chunked + ["-F", "f=@-"], input: "piped", isChunked: true),
        Row(arguments: ["-H", "transfer-encoding:CHUNKED", "-F", "a=b"], isChunked: true),
        Row(arguments: ["-H", "Expect:", "-F", "f=@big"]),
        Row(arguments: ["-H", "Expect: 100-continue", "-F", "a=b"]),
        Row(arguments: ["-X", "PUT", "-F", "a=b"]),
        Row(arguments: ["-X", "GET", "-F", "a=b"]),
        Row(
            arguments: ["-F", "a=b"],
            answers: [.respond(302, headers: ["Location": "/elsewhere"])], exit: 22),
        Row(
            arguments: ["-F", "a=b"],
            answers: [.respond(307, headers: ["Location": "/elsewhere"])], exit: 22),
        Row(arguments: ["-F", "f=@big"], answers: expectationFailed, attempts: 2),
        Row(
            arguments: ["-H", "Expect: 100-continue", "-F", "a=b"], answers: expectationFailed,
            attempts: 2),
        Row(
            arguments: ["-F", "a=b"],
            answers: [.respond(401, headers: ["WWW-Authenticate": "Basic"])], exit: 22),
    ]

    @Test(arguments: rows)
    func framesOnce(row: Row) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("small", "small")
        try directory.patternFile("big", size: 3_000_000)
        let server = try LoopbackServer(script: .answers(row.answers))
        let result = try await Command.formpost(arguments: ["-sS"] + row.arguments + [server.url])
            .with {
                $0.workingDirectory = directory.path
                if let input = row.input { $0.stdin = .bytes(input) }
            }.run()
        #expect(result.exitStatus == row.exit, "\(result)")
        let requests = try await server.requests(row.attempts)
        #expect(server.requests.count == row.attempts)
        for request in requests {
            #expect(request.problem == nil)
            let counts = ["Content-Length", "Transfer-Encoding"].map {
                request.headers(named: $0).count
            }
            #expect(counts == (row.isChunked ? [0, 1] : [1, 0]), "\(request.headText)")
        }
        let last = try #require(requests.last)
        #expect(last.framing == (row.isChunked ? .chunked : .contentLength(last.body.count)))
        #expect(last.body.isComplete)
        #expect(try last.form().parts.isEmpty == false)
    }

    /// A length or a coding that is not the body's would leave the server with bytes that are not
    /// of this request (RFC 9112 §11.2), or without some that are.
    @Test(arguments: [
        (["Content-Length: 5"], "Content-Length: 5"),
        (["Content-Length:"], "Content-Length:"),
        (["Content-Length;"], "Content-Length;"),
        (["content-length: +139"], "content-length: +139"),
        (["Content-Length: 139", "Content-Length: 139"], "Content-Length: 139"),
        (["Transfer-Encoding: gzip"], "Transfer-Encoding: gzip"),
        (["Transfer-Encoding: gzip, chunked"], "Transfer-Encoding: gzip, chunked"),
        (["Transfer-Encoding;"], "Transfer-Encoding;"),
    ])
    func refusesAnotherLength(headers: [String], named line: String) async throws {
        try await refuses(headers, line, sentWith: "Content-Length: 139")
    }

    @Test(arguments: [
        (["transfer-encoding: chunked"], "transfer-encoding: chunked"),
        (["Transfer-Encoding:"], "Transfer-Encoding:"),
        (["Transfer-Encoding: gzip"], "Transfer-Encoding: gzip"),
        (["Content-Length: 139"], "Content-Length: 139"),
        (["Content-Length;"], "Content-Length;"),
    ])
    func refusesAnotherCoding(headers: [String], named line: String) async throws {
        try await refuses(
            ["Transfer-Encoding: chunked"] + headers, line, sentWith: "Transfer-Encoding: chunked")
    }

    private func refuses(_ headers: [String], _ line: String, sentWith: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            arguments: headers.flatMap { ["-H", $0] } + ["-F", "a=b", server.url]
        ).run()
        let reason = "contradicts how the body is sent (\(sentWith))"
        #expect(result.outcome == Outcome(2, stderr: "formpost: (2) -H '\(line)' \(reason)\n"))
        #expect(server.connections.isEmpty)
    }

    /// A header that equals the default is allowed.
    @Test(arguments: [
        ["Content-Length: 139"], ["Transfer-Encoding:"],
        ["Transfer-Encoding: chunked", "Content-Length:"],
    ])
    func acceptsTheSameFraming(headers: [String]) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            arguments: headers.flatMap { ["-H", $0] } + ["-F", "a=b", server.url]
        ).run()
        #expect(result.exitStatus == 0)
        #expect(try await server.request().problem == nil)
    }
}
