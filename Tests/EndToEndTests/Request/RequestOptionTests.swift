import TestSupport
import Testing

/// The effect of request options on the wire, compared with curl.
@Suite(.serialized)
struct RequestOptionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var options: [String]
        var target = "/"
        var request = "POST /"
        /// The header lines beyond those of every request.
        var own: Set<String> = []

        var testDescription: String { options.joined(separator: " ") + " " + target }
    }

    private static let encodings = "Accept-Encoding: deflate, gzip, br, zstd"

    private static let rows = [
        Row(options: []),
        Row(options: ["-A", "me/1 (x)"], own: ["User-Agent: me/1 (x)"]),
        Row(options: ["--user-agent", "caf\u{E9}"], own: ["User-Agent: caf\u{E9}"]),
        Row(options: ["-A", "a", "-A", "b"], own: ["User-Agent: b"]),
        Row(options: ["-A", ""]),
        Row(options: ["-A", "a", "-H", "User-Agent: b"], own: ["User-Agent: b"]),
        Row(options: ["-H", "User-Agent:"]),
        Row(options: ["-H", "User-Agent;"], own: ["User-Agent: "]),
        Row(options: ["-e", "http://a/b"], own: ["Referer: http://a/b"]),
        Row(options: ["--referer", "a;auto"], own: ["Referer: a"]),
        Row(options: ["-e", ";auto"]),
        Row(options: ["-e", "a", "-H", "Referer: b"], own: ["Referer: b"]),
        Row(options: ["--compressed"], own: [encodings]),
        Row(options: ["--compressed", "--no-compressed"]),
        Row(
            options: ["--compressed", "-H", "Accept-Encoding: gzip"], own: ["Accept-Encoding: gzip"]
        ),
        Row(options: ["-H", "Accept-Encoding: br"], own: ["Accept-Encoding: br"]),
        Row(options: ["-X", "PUT"], request: "PUT /"),
        Row(options: ["-X", "PUT", "-X", "PATCH"], request: "PATCH /"),
        Row(options: ["--url-query", "a=b c"], request: "POST /?a=b+c"),
        Row(
            options: ["--url-query", "a=b", "--url-query", "+c=d%20e"], target: "/x?y",
            request: "POST /x?y&a=b&c=d%20e"),
        Row(options: ["--url-query", "b&\u{E9}"], request: "POST /?b%26%c3%a9"),
        Row(options: ["--url-query", "=b=c"], request: "POST /?b%3dc"),
        Row(options: ["--url-query", "a@query"], request: "POST /?a=in+file%0a"),
        Row(options: ["--url-query", "@query"], request: "POST /?in+file%0a"),
        Row(options: ["--path-as-is"], target: "/a/../b/./c", request: "POST /a/../b/./c"),
        Row(options: [], target: "/a/../b/./c", request: "POST /b/c"),
        Row(options: ["--path-as-is", "--no-path-as-is"], target: "/a/../b", request: "POST /b"),
        Row(options: ["--request-target", "/x?y"], target: "/a?b", request: "POST /x?y"),
        Row(
            options: ["--request-target", "*", "-X", "OPTIONS"], target: "/a",
            request: "OPTIONS *"),
        Row(
            options: ["--request-target", "http://a/b"], target: "/a", request: "POST http://a/b"),
        Row(options: [], target: "/a#fragment", request: "POST /a"),
        Row(options: [], target: "", request: "POST /"),
        Row(options: [], target: "?q", request: "POST /?q"),
        Row(options: [], target: "/%41%zz", request: "POST /%41%zz"),
    ]

    private func directory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.file("query", "in file\n")
        try directory.file("h", "X-A: 1\nX-B;\n\nAccept:\nX-C:2\r\n")
        return directory
    }

    /// Both programs' requests, after both have succeeded.
    private func transcripts(
        _ arguments: [any RawBytes], target: String = "/",
        _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> (ours: Transcript, curls: Transcript) {
        let directory = try directory()
        // Without warnings, which curl does not have.
        let both = try await SideBySide(["-s", "-F", "a=b"] + arguments, target: target) {
            $0.workingDirectory = directory.path
            change(&$0)
        }
        #expect(both.formpost.result.outcome == Outcome(0))
        return (
            try Transcript(try await both.formpost.server.request()),
            try Transcript(try await both.curl.server.request())
        )
    }

    @Test(.comparesWithCurl, arguments: Exhaustive.rows(rows))
    func isWhatCurlSends(row: Row) async throws {
        let (ours, curls) = try await transcripts(row.options, target: row.target)
        #expect(ours.request == row.request)
        #expect(Set(ours.own) == row.own)
        #expect(ours == curls)
    }

    /// Exactly these lines, and no others; the order of curl's.
    @Test func sendsNothingElse() async throws {
        let server = try LoopbackServer()
        _ = try await Command.formpost("-F", "a=b", server.url).run()
        let request = try await server.request()
        #expect(
            request.headers.map(\.name) == [
                "Host", "User-Agent", "Accept", "Content-Type", "Content-Length",
            ])
        #expect(request.header("User-Agent") == "formpost/0.1.0")
        #expect(request.header("Host") == "127.0.0.1:\(server.port)")
        #expect(request.header("Content-Length") == "\(request.body.count)")
    }

    @Test(arguments: [["-A", ""], ["-H", "User-Agent:"]])
    func saysNothingOfItself(options: [String]) async throws {
        let server = try LoopbackServer()
        _ = try await Command.formpost(arguments: options + ["-F", "a=b", server.url]).run()
        #expect(try await server.request().header("User-Agent") == nil)
    }

    struct Lines: Sendable, CustomTestStringConvertible {
        var headers: [String]
        var own: [String]
        var input: String?
        /// Of the lines of every request, those that are not there.
        var absent: Set<String> = []

        var testDescription: String { headers.joined(separator: " ") }
    }

    private static let lines = [
        Lines(headers: ["X: 1", "X: 2", "x: 1"], own: ["X: 1", "X: 2", "x: 1"]),
        Lines(headers: ["X: "], own: []), Lines(headers: ["X;"], own: ["X: "]),
        Lines(headers: ["X: a", "X:"], own: ["X: a"]),
        Lines(headers: ["X:\ta\t"], own: ["X: a"]),
        Lines(headers: ["Accept:"], own: [], absent: ["Accept: */*"]),
        Lines(headers: ["accept;"], own: ["accept: "], absent: ["Accept: */*"]),
        Lines(
            headers: ["Accept: a", "Accept: b"], own: ["Accept: a", "Accept: b"],
            absent: ["Accept: */*"]),
        Lines(headers: ["Expect: 100-continue"], own: ["Expect: 100-continue"]),
        Lines(headers: ["Expect:"], own: []),
        Lines(headers: ["Host: a.example"], own: []),
        Lines(headers: ["Connection: keep-alive"], own: ["Connection: keep-alive"]),
        Lines(headers: ["@h"], own: ["X-A: 1", "X-B: ", "X-C: 2"], absent: ["Accept: */*"]),
        Lines(headers: ["@-"], own: ["Y: 1", "Y: 2"], input: "Y: 1\nY: 2"),
        Lines(
            headers: ["Content-Type: multipart/form-data"], own: []),
        Lines(
            headers: ["Content-Type: multipart/related"],
            own: ["Content-Type: multipart/related; boundary=B"],
            absent: ["Content-Type: multipart/form-data; boundary=B"]),
        Lines(
            headers: ["content-type: multipart/form-data; charset=x"],
            own: ["Content-Type: multipart/form-data; charset=x; boundary=B"],
            absent: ["Content-Type: multipart/form-data; boundary=B"]),
    ]

    @Test(.comparesWithCurl, arguments: lines)
    func sendsTheLinesOfCurl(row: Lines) async throws {
        let (ours, curls) = try await transcripts(row.headers.flatMap { ["-H", $0] }) {
            if let input = row.input { $0.stdin = .bytes(input) }
        }
        #expect(
            ours.own.map { $0.lowercased() }.sorted() == row.own.map { $0.lowercased() }.sorted())
        for line in row.absent { #expect(!ours.headers.contains(line)) }
        #expect(ours == curls)
    }

    /// The order in which they were given, also the second time.
    @Test func keepsTheOrderOfTheLines() async throws {
        let directory = try directory()
        let server = try LoopbackServer(.respond(307, headers: ["Location": "/x"]), .respond())
        _ = try await Command.formpost(
            "-L", "-H", "Z: 1", "-H", "@h", "-H", "Z: 2", "-H", "A: 3", "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        for request in try await server.requests(2) {
            #expect(
                request.headers.map(\.name).filter {
                    ["Z", "A"].contains($0) || $0.hasPrefix("X-")
                }
                    == ["Z", "X-A", "X-B", "X-C", "Z", "A"])
        }
    }

    /// `;auto` names the URL before, without its password.
    @Test(.comparesWithCurl) func namesTheURLBefore() async throws {
        for referer in [";auto", "first;auto", "fixed"] {
            let both = try await Journey.both { map in
                [
                    "-sS", "-L", "-e", referer, "-F", "a=b",
                    map.redirect(307, "/x?y#z").replacing("://", with: "://me:pw@"),
                ]
            }
            let ours = try both.formpost.transcript
            #expect(
                ours[1].headers.contains(
                    referer == "fixed"
                        ? "Referer: fixed" : "Referer: http://127.0.0.1:HOME/307?/x?y"),
                "\(ours)")
            #expect(ours.map { $0.headers } == (try both.curl.transcript.map { $0.headers }))
        }
    }

    // MARK: --url

    @Test func takesTheURLFromAnOption() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", "--url", server.url("/x"), "-F", "a=b").run()
        #expect(result.outcome == Outcome(0))
        #expect(try await server.request().target == "/x")
    }

    @Test func takesAURLWithoutAScheme() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "-F", "a=b", "127.0.0.1:\(server.port)/x"
        ).run()
        #expect(result.outcome == Outcome(0))
        #expect(try await server.request().target == "/x")
    }

    // MARK: --expect100-timeout

    /// The server refuses after the second that libcurl waits by default, and has got nothing yet.
    @Test func waitsLongerForPermission() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 2 << 20)
        let server = try LoopbackServer(
            Answer(
                [.pause(1.4), .respond(403, body: "no\n"), .halfClose, .drain], sendsContinue: false
            ))
        let result = try await Command.formpost(
            "-sS", "--expect100-timeout", "60", "-F", "f=@" + file, server.url
        ).run()
        #expect(result.exitStatus == 22)
        #expect(result.stdoutText == "no\n")
        #expect(try await server.request().body.count == 0)
    }
}
