import TestSupport
import Testing

/// `-D` and `-i`: every head, byte for byte, compared with curl.
@Suite(.serialized)
struct DumpHeaderTests {
    private static let first =
        "HTTP/1.1 307 Temporary\r\nlocation:  /b\r\nX: 1\r\nContent-Length: 5"
    private static let hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>"
    private static let last =
        "HTTP/1.1 200 Fine\r\nx: 1\r\nA: 2\r\nX: 3\r\nx: 1\r\nEmpty:\r\nContent-Length: 4"

    private static let journey: [Answer] = [
        // It stays open: curl goes on with it, or may find it closed.
        Answer([.readBody, .send(first + "\r\n\r\nmoved")]),
        .raw(hint + "\r\n\r\n" + last + "\r\n\r\nbody"),
    ]
    private static let heads = [first, hint, last].map { $0 + "\r\n\r\n" }.joined()

    struct Row: Sendable, CustomTestStringConvertible {
        var options: String
        var stdout = ""
        /// The files `h` and `o`.
        var head: String?
        var output: String?

        var testDescription: String { options }
    }

    private static let rows = [
        Row(options: "-L -i", stdout: heads + "body"),
        Row(options: "-L -D -", stdout: heads + "body"),
        Row(options: "-L -D h", stdout: "body", head: heads),
        Row(options: "-L -D - -o o", stdout: heads, output: "body"),
        Row(options: "-L -D h -o o", head: heads, output: "body"),
        Row(options: "-L -i -o o", output: heads + "body"),
        Row(options: "-L -i -D h", stdout: heads + "body", head: heads),
        Row(options: "-L -i -D h -o o", head: heads, output: heads + "body"),
        Row(options: "-L -i -D - -o o", stdout: heads, output: heads + "body"),
        Row(options: "-L -D /dev/null", stdout: "body"),
        Row(options: "-D h --no-fail", stdout: "moved", head: first + "\r\n\r\n"),
        Row(options: "-i --no-fail", stdout: first + "\r\n\r\nmoved"),
    ]

    @Test(.comparesWithCurl, arguments: rows)
    func writesTheHeadsAsCurl(row: Row) async throws {
        for (isCurl, program) in [(false, Command.formpost), (true, Command.curl)] {
            let directory = try TemporaryDirectory()
            try directory.file("h", "older and longer " + Self.heads)
            let server = try LoopbackServer(script: .answers(Self.journey))
            let options = row.options.split(separator: " ").map(String.init)
                .filter { !isCurl || $0 != "--no-fail" }
            let result = try await program(["-sS"] + options + ["-F", "a=b", server.url])
                .with { $0.workingDirectory = directory.path }.run()
            #expect(result.outcome == Outcome(0, stdout: row.stdout), "\(program)")
            if let head = row.head {
                #expect(try directory.contents(of: "h") == Array(head.utf8), "\(program)")
            }
            #expect(directory.entries() == (row.output == nil ? ["h"] : ["h", "o"]))
            if let output = row.output {
                #expect(try directory.contents(of: "o") == Array(output.utf8), "\(program)")
            }
        }
    }

    /// curl mixes the lines of the two; here each head is whole.
    @Test func printsEachHeadTwiceWhereBothAsk() async throws {
        let server = try LoopbackServer(.respond(204, headers: ["A": "b"]))
        let result = try await Command.formpost("-i", "-D", "-", "-F", "a=b", server.url).run()
        let head = "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n"
        #expect(result.outcome == Outcome(0, stdout: head + head))
    }

    /// The head is on standard output: the status line would only repeat it.
    @Test func leavesTheStatusLineOut() async throws {
        let server = try LoopbackServer(.respond(201, body: "ok"))
        let result = try await Command.formpost("-D", "-", "-F", "a=b", server.url).run()
        let head = "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n"
        #expect(result.outcome == Outcome(0, stdout: head + "ok"))
    }

    /// Heads of failures are written, too.
    @Test(arguments: [
        (["-f"], Answer.respond(404, body: "no"), Int32(22), "HTTP/1.1 404 Not Found"),
        ([], .respond(404, body: "no"), 22, "HTTP/1.1 404 Not Found"),
        ([], .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nn"), 18, "HTTP/1.1 200 OK"),
    ])
    func staysAfterAFailure(
        options: [String], answer: Answer, exit: Int32, status: String
    ) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(answer)
        let result = try await Command.formpost(
            arguments: options + ["-s", "-D", "h", "-o", "o", "-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == exit)
        let head = "\(status)\r\nContent-Length: 2\r\n\r\n"
        #expect(try directory.contents(of: "h") == Array(head.utf8))
        #expect(directory.entries() == (options.isEmpty && exit == 22 ? ["h", "o"] : ["h"]))
    }

    /// The heads of all attempts, of which the last is the answer.
    @Test(.comparesWithCurl) func hasTheHeadsOfAllAttempts() async throws {
        let directory = try TemporaryDirectory()
        for program in [Command.formpost, Command.curl] {
            let server = try LoopbackServer(.respond(503, body: "busy"), .respond(body: "ok"))
            let result = try await program(
                ["-s", "--retry", "1", "--retry-delay", "1", "-D", "h", "-o", "o", "-F", "a=b"]
                    + [server.url]
            ).with { $0.workingDirectory = directory.path }.run()
            #expect(result.outcome == Outcome(0))
            #expect(
                String(decoding: try directory.contents(of: "h"), as: UTF8.self)
                    == "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", "\(program)")
            #expect(try directory.contents(of: "o") == Array("ok".utf8))
        }
    }

    private static let unusable: [(String, String, Bool)] = [
        ("missing/h", "cannot write missing/h: No such file or directory", false),
        (".", "cannot write .: Is a directory", false),
        ("/dev/full", "cannot write /dev/full: No space left on device", true),
    ]

    /// curl says nothing of a full disk, and 7.88 crashes without the directory.
    @Test(arguments: unusable)
    func cannotBeWritten(path: String, reason: String, isSent: Bool) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", "-D", path, "-F", "a=b", server.url)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(23, stderr: "formpost: (23) \(reason)\n"))
        #expect(server.connections.isEmpty == !isSent)
        #expect(directory.entries() == [])
    }

    /// In curl the heads, or half of the body, are gone.
    @Test func isNotTheFileOfTheBody() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("x", "older")
        let server = try LoopbackServer()
        let text =
            "formpost: (2) -D ./x and -o x are the same file: one would overwrite the other\n"
        let result = try await Command.formpost(
            "-D", "./x", "-o", "x", "--output-dir", ".", "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(2, stderr: text))
        #expect(try directory.contents(of: "x") == Array("older".utf8))
        #expect(server.connections.isEmpty)
        let both = try await Command.formpost(
            "-s", "-D", "/dev/null", "-o", "/dev/null", "-F", "a=b", server.url
        ).run()
        #expect(both.outcome == Outcome(0))
    }
}
