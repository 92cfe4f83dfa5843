import TestSupport
import Testing

/// Retries, redirects, dry runs and logs treat other bodies as they treat forms.
@Suite(.serialized)
struct DataTransferTests {
    @Test(arguments: [
        ["-d", "a=b"], ["--json", "{}"], ["-T", "lines"], ["--data-binary", "@lines"],
    ])
    func isSentAgainByARetry(arguments: [String]) async throws {
        let directory = try DataFiles.directory()
        let server = try LoopbackServer(.respond(503), .respond(200, body: "ok"))
        let result = try await Command.formpost(
            arguments: ["-sS", "--retry", "1", "--retry-delay", "0.01"] + arguments + [
                server.url("/x")
            ]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0, stdout: "ok"))
        let requests = try await server.requests(2).map { try DataRequest($0) }
        #expect(requests[0] == requests[1])
        #expect(requests[0].body != [])
    }

    /// What was read from a pipe while it was sent is gone.
    @Test func isNotSentAgainFromAPipe() async throws {
        let server = try LoopbackServer(.respond(503), .respond(200))
        let result = try await Command.formpost(
            "-sS", "--retry", "1", "--retry-delay", "0.01", "-T", "-", server.url
        ).with { $0.stdin = .bytes(Array("once".utf8)) }.run()
        #expect(result.exitStatus == 65, "\(result)")
        #expect(try await server.requests(1)[0].body.bytes == Array("once".utf8))
        #expect(server.requests.count == 1)
    }

    /// A pipe of known length is not sent in chunks; with another length the server never has all of it.
    @Test(arguments: [("12345", nil), ("123", "3 found"), ("123456789", "6 found")])
    func isSentFromAPipeWithItsLength(input: String, found: String?) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "-T", "-", "-H", "Content-Length: 5", server.url("/x")
        ).with { $0.stdin = .bytes(input) }.run()
        let text =
            "formpost: (26) standard input has another length than Content-Length says: "
            + "5 bytes announced, \(found ?? ""); the upload was aborted\n"
        #expect(result.outcome == (found == nil ? Outcome(0) : Outcome(26, stderr: text)))
        _ = try await server.endedConnections()
        if found == nil { #expect(try await server.request().body.text == input) }
        // Some libcurls send the head with the first piece, and so none before this error.
        for request in server.requests {
            #expect(request.framing == .contentLength(5))
            #expect(request.headers(named: "Transfer-Encoding").isEmpty)
            #expect(request.body.isComplete == (found == nil))
        }
    }

    /// libcurl reads no body of no bytes, and would drop what the pipe has.
    @Test func isNotSentFromAPipeWithoutALength() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "-T", "-", "-H", "Content-Length: 0", server.url("/x")
        ).with { $0.stdin = .bytes("content") }.run()
        #expect(
            result.outcome
                == Outcome(
                    2,
                    stderr: "formpost: (2) -H 'Content-Length: 0' contradicts how the body is sent "
                        + "(Transfer-Encoding: chunked)\n"))
        #expect(server.connections.isEmpty)
    }

    /// curl would send it in chunks.
    @Test func isCurlsPipeOfItsLength() async throws {
        let result = try await Command.formpost(
            "--curl", "-T", "-", "-H", "Content-Length: 5", "http://h/x"
        ).run()
        let line =
            "curl -T - -H 'Content-Length: 5' -H Transfer-Encoding: -H Expect: http://h/x\n"
        #expect(result.outcome == Outcome(0, stdout: line))
    }

    struct Redirect: Sendable {
        var status: Int
        var arguments: [String]
        /// The request after the redirect; `nil`: there is none.
        var next: String?
        /// What it leaves out, in words; `nil`: nothing.
        var lost: String?
    }

    static let redirects = [301, 302, 303, 307, 308].flatMap { status -> [Redirect] in
        let put = status == 303 ? "GET /b" : "PUT /b one \r\ntwo\nthree\n"
        let post = [307, 308].contains(status) ? "POST /b a=b" : "GET /b"
        return [
            Redirect(
                status: status, arguments: ["-T", "lines"], next: put,
                lost: status == 303 ? "the file" : nil),
            // A POST that has moved for good is not lost by a GET.
            Redirect(
                status: status, arguments: ["-d", "a=b"], next: status == 301 ? nil : post,
                lost: [302, 303].contains(status) ? "the data" : nil),
        ]
    }

    @Test(.comparesWithCurl, arguments: Exhaustive.rows(redirects.indices))
    func followsAsCurl(index: Int) async throws {
        let row = Self.redirects[index]
        let directory = try DataFiles.directory()
        let both = try await SideBySide(
            ["-L", "-H", "Expect:"] + row.arguments, target: "/a",
            answers: [.respond(row.status, headers: ["Location": "/b"]), .respond(200)]
        ) { $0.workingDirectory = directory.path }
        let server = both.formpost.server
        let ours = try await server.requests(row.next == nil ? 1 : 2).dropFirst().map {
            try DataRequest($0)
        }
        let lost = row.lost.map {
            "formpost: \(row.status) from /a: continuing with GET /b, without \($0)\n"
        }
        let end =
            row.next == nil
            ? "formpost: (22) the server answered 301 Moved Permanently: moved to "
                + "\(server.url("/b")): upload there, or use --post301\n"
            : "HTTP/1.1 200 OK from \(server.url("/b"))\n"
        #expect(
            both.formpost.result.outcome
                == Outcome(row.next == nil ? 22 : 0, stderr: (lost ?? "") + end))
        #expect(
            ours.first.map { $0.line + ($0.body.isEmpty ? "" : " " + $0.bodyText) } == row.next)
        guard row.next != nil else { return }
        let curls = try await both.curl.server.requests(2).dropFirst().map { try DataRequest($0) }
        #expect(ours == curls)
    }

    /// Without `-L` the way on is said, and names what it would leave out, if anything is sent.
    @Test(arguments: [
        (["-d", "a=b"], 302, "-L gets it, without the data; -L --post302 uploads there"),
        (["--json", "{}"], 303, "-L gets it, without the data"),
        (["-T", "lines"], 303, "-L gets it, without the file"),
        (["-T", "-"], 303, "-L gets it, without the data"),
        (["-T", "lines"], 302, "upload there, or use -L"),
        (["-d", "a=b"], 307, "upload there, or use -L"),
        (["-X", "GET"], 302, "use that URL, or -L"),
        (["-G", "-d", "a=b"], 301, "use that URL, or -L"),
        (["-X", "DELETE"], 303, "use that URL, or -L"),
    ])
    func saysTheWayOn(arguments: [String], status: Int, way: String) async throws {
        let directory = try DataFiles.directory()
        let server = try LoopbackServer(.respond(status, "Moved", headers: ["Location": "/b"]))
        let result = try await Command.formpost(arguments: arguments + [server.url("/a")]).with {
            $0.workingDirectory = directory.path
            $0.stdin = .bytes(Array("x".utf8))
        }.run()
        #expect(result.exitStatus == 22)
        #expect(
            result.stderrText.wholeMatch(
                of:
                    /formpost: \(22\) the server answered \d+ Moved: (moved to|redirected to|see) (.*): (.*)\n/
            )?.output.3 ?? "" == way, "\(result)")
        #expect(result.stderrText.contains(" \(server.url("/b")): "))
    }

    /// `--chunked` is for what has no length.
    @Test(arguments: [
        (["--chunked", "-d", "@-"], true), (["--chunked", "--data-binary", "@-"], true),
        (["--chunked", "--json", "@-"], true), (["--chunked", "-T", "-"], true),
        (["-T", "-"], true), (["-d", "@-"], false), (["--chunked", "-d", "input"], false),
        (["--chunked", "-T", "input"], false), (["-0", "-d", "@-"], false),
        (["-H", "Transfer-Encoding: chunked", "-d", "input"], true),
    ])
    func isSentInChunks(arguments: [String], isChunked: Bool) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("input", "input")
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: ["-sS"] + arguments + [server.url("/x")])
            .with {
                $0.workingDirectory = directory.path
                $0.stdin = .bytes("input")
            }.run()
        #expect(result.outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.framing == (isChunked ? .chunked : .contentLength(5)))
        #expect(request.body.bytes == Array("input".utf8))
    }

    /// In a configuration file they are defaults for forms.
    @Test func configuredOptionsOfFormsAreNoneOfData() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("config", "form-lax\nboundary = x\n")
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", "-K", "config", "-d", "a=b", server.url).with
        {
            $0.workingDirectory = directory.path
        }.run()
        #expect(result.outcome == Outcome(0))
        #expect(try await server.request().body.bytes == Array("a=b".utf8))
    }

    @Test(arguments: [
        (["-d", "a=b", "-X", "GET"], "GET", "POST"),
        (["--json", "{}", "-X", "HEAD"], "HEAD", "POST"),
        (["-T", "lines", "-X", "GET"], "GET", "PUT"),
    ])
    func isDoubtfulWithTheMethod(arguments: [String], method: String, usual: String) async throws {
        let directory = try DataFiles.directory()
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: arguments + [server.url("/a")]).with {
            $0.workingDirectory = directory.path
        }.run()
        let text =
            "formpost: warning: -X: most servers ignore the body of a \(method) request: leave the "
            + "option out to send a \(usual)\n"
        #expect(result.outcome == Outcome(0, stderr: text + "HTTP/1.1 200 OK\n"))
        #expect(try await server.request().method == method)
    }

    @Test(arguments: [
        ["-d", "a=b&c=d"], ["--json", "[1]"], ["-T", "lines"], ["-G", "-d", "a=b"],
        ["--data-urlencode", "a@lines"], ["-X", "DELETE"],
    ])
    func isShownAsItWouldBeSent(arguments: [String]) async throws {
        let directory = try DataFiles.directory()
        let server = try LoopbackServer()
        let shown = try await Command.formpost(
            arguments: ["--dry-run=raw"] + arguments + [server.url("/x")]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(shown.exitStatus == 0)
        #expect(server.connections.isEmpty)
        let sent = try await Command.formpost(
            arguments: ["-sS"] + arguments + [server.url("/x")]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(sent.outcome == Outcome(0))
        let request = try await server.request()
        let lines =
            ["\(request.method) \(request.target) HTTP/1.1"]
            + request.headers.map { String(decoding: $0.line, as: UTF8.self) }
        #expect(
            shown.stdoutText == lines.joined(separator: "\r\n") + "\r\n\r\n"
                + String(decoding: request.body.bytes, as: UTF8.self))
    }

    @Test func isATableOnATerminal() async throws {
        let directory = try DataFiles.directory()
        let terminal = try Terminal(columns: 80)
        let result = try await Command.formpost(
            "--dry-run", "-d", "a=b", "--data-binary", "@lines", "http://h.test/x"
        ).with { $0.workingDirectory = directory.path }.on(terminal).run()
        #expect(result.exitStatus == 0)
        let lines = Screen(try await terminal.everything(), columns: 80).lines
        #expect(lines.first == "POST /x HTTP/1.1")
        #expect(
            Array(lines.drop { $0 != "" }.dropFirst().prefix(2)) == [
                "size      from", "20 bytes  the command line, lines",
            ])
    }

    /// The values of secret fields, whether they stand in an argument or in a file.
    @Test(arguments: [
        (["-d", "a=b&password=s3cret&c=d"], "a=b&password=******&c=d"),
        (["--data-urlencode", "token=s3cret"], "token=******"),
        (["-d", "user%5Bp%61ssword%5D=s3cret"], "user%5Bp%61ssword%5D=******"),
        (["-d", "pin=1", "--secret-field", "pin"], "pin=*"),
        (["--json", #"{"password":"s3cret","b":1}"#], #"{"password":"******","b":1}"#),
        (
            ["--json", #"{"pin":1"#, "--json", #","token": "s3cret"}"#],
            #"{"pin":1,"token": "******"}"#
        ),
        (["--chunked", "-d", #"[{"secret":"s3cret"}]"#], #"[{"secret":"******"}]"#),
        (["--chunked", "-d", "x=y", "-d", "@-"], "token=******"),
    ])
    func isMaskedInATrace(arguments: [String], shown: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            arguments: ["-sS", "--trace-ascii", "-"] + arguments + [server.url]
        ).with { $0.stdin = .bytes(Array("token=s3cret".utf8)) }.run()
        #expect(result.exitStatus == 0)
        #expect(result.stdoutText.contains(shown), "\(result)")
        #expect(!result.stdoutText.contains("s3cret"))
    }
}
