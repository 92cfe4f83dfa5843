import TestSupport
import Testing

/// `-L` and related options: which redirects are followed, and the requests that are sent.
@Suite(.serialized)
struct RedirectTests {
    private static let form =
        "--boundary-0\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb"
        + "\r\n--boundary-0--\r\n"

    struct Row: Sendable, CustomTestStringConvertible {
        var status: Int
        var options: [String] = []
        /// The second request.
        var request: String
        var hasBody: Bool
        /// The difference of curl, if any.
        var differs = false

        var testDescription: String { "\(status) \(options.joined(separator: " "))" }
    }

    private static let rows =
        [302, 303].map { Row(status: $0, request: "GET /x", hasBody: false) }
        + [307, 308, 300, 304, 305, 399].map {
            Row(status: $0, request: "POST /x", hasBody: true)
        } + [
            Row(status: 301, options: ["--post301"], request: "POST /x", hasBody: true),
            Row(status: 302, options: ["--post302"], request: "POST /x", hasBody: true),
            Row(status: 303, options: ["--post303"], request: "POST /x", hasBody: true),
            Row(
                status: 302, options: ["--post302", "--no-post302"], request: "GET /x",
                hasBody: false),
            Row(
                status: 302, options: ["-X", "PUT"], request: "PUT /x", hasBody: true, differs: true
            ),
            Row(
                status: 303, options: ["-X", "PUT"], request: "GET /x", hasBody: false,
                differs: true),
            Row(
                status: 302, options: ["-X", "POST"], request: "GET /x", hasBody: false,
                differs: true),
            Row(status: 307, options: ["-X", "PUT"], request: "PUT /x", hasBody: true),
            Row(
                status: 302, options: ["-X", "PUT", "--post302"], request: "PUT /x", hasBody: true),
            Row(
                status: 302, options: ["-A", "me", "-H", "X-A: b", "-H", "Accept:"],
                request: "GET /x", hasBody: false),
            Row(status: 307, options: ["--location-trusted"], request: "POST /x", hasBody: true),
            // Headers about a body go with it; curl sends them on.
            Row(
                status: 302,
                options: [
                    "-H", "Content-Type: multipart/form-data", "-H", "Content-Encoding: x",
                    "-H", "Content-Language: de", "-H", "Expect: 100-continue",
                ], request: "GET /x", hasBody: false, differs: true),
            Row(
                status: 302, options: ["-H", "Transfer-Encoding: chunked"], request: "GET /x",
                hasBody: false, differs: true),
        ]

    @Test(.comparesWithCurl, arguments: rows)
    func sendsTheNextRequestAsCurl(row: Row) async throws {
        let arguments: @Sendable (Journey.Map) -> [any RawBytes] = {
            ["-sS", "-L"] + row.options + ["-F", "a=b", $0.redirect(row.status, "/x")]
        }
        let journey = try await Journey(Command.formpost, arguments)
        let ours = try journey.transcript
        #expect(ours.map(\.request).last == row.request)
        try #require(ours.map { !$0.body.isEmpty } == [true, row.hasBody], "\(ours)")
        #expect(ours[0].body == Self.form)
        if row.hasBody { #expect(ours[1].body == Self.form) }
        #expect(ours[1].has("Content-Length") == row.hasBody)
        #expect(!ours[1].headers.contains { $0.hasPrefix("Content-") } || row.hasBody)
        #expect(!ours[1].has("Transfer-Encoding") && !ours[1].has("Expect"))
        if !row.differs {
            #expect(ours == (try await Journey(Command.curl, arguments).transcript))
        }
        #expect(journey.result.outcome == Outcome(0, stdout: "done\n"))
    }

    /// What was redirected is the empty request before Digest's challenge, and not the form.
    @Test(arguments: [302, 303])
    func refusesToDropAFormThatWasNotSent(status: Int) async throws {
        let journey = try await Journey(
            Command.formpost,
            {
                ["-sS", "-L", "-u", "a:b", "--digest", "-F", "a=b", $0.redirect(status, "/x")]
            })
        let ours = try journey.transcript
        try #require(ours.map(\.request) == ["POST /\(status)?/x"], "\(ours)")
        #expect(ours[0].body == "")
        #expect(journey.result.exitStatus == 55)
        let text = journey.result.stderrText
        #expect(text.hasPrefix("formpost: (55) the server redirected to http://"), "\(text)")
        #expect(text.hasSuffix("/x before anything of the body was sent\n"), "\(text)")
    }

    /// A server that answers at once has read the head, and decides: as with curl.
    @Test func followsAnEarlyRedirect() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("large", String(repeating: "x", count: 3 << 20))
        let server = try LoopbackServer(
            .early(303, headers: ["Location": "/x"]), .respond(body: "done\n"))
        let result = try await Command.formpost("-L", "-F", "f=@\(path)", server.url).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stdoutText == "done\n")
        #expect(result.stderrText.hasPrefix("formpost: 303 from /: continuing with GET /x, "))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func followsNoneByDefault(status: Int) async throws {
        let journey = try await Journey(
            Command.formpost,
            {
                ["-F", "a=b", $0.redirect(status, "/elsewhere?c=d")]
            })
        let end =
            [
                301: "Moved Permanently: moved to URL: upload there, or use -L --post301",
                302:
                    "Found: redirected to URL: -L gets it, without the form; -L --post302 uploads there",
                303: "See Other: see URL: -L gets it, without the form",
                307: "Temporary Redirect: moved to URL: upload there, or use -L",
                308: "Permanent Redirect: moved to URL: upload there, or use -L",
            ][status]?.replacing("URL", with: journey.home.url("/elsewhere?c=d")) ?? ""
        #expect(
            journey.result.outcome
                == Outcome(
                    22, stdout: "redirect of \(status)\n",
                    stderr: "formpost: (22) the server answered \(status) \(end)\n"))
        #expect(journey.home.requests.count == 1)
    }

    @Test func followsNoneAfterNoLocation() async throws {
        let journey = try await Journey(
            Command.formpost,
            {
                ["-sS", "-L", "--no-location", "-F", "a=b", $0.redirect(307, "/x")]
            })
        #expect(journey.result.exitStatus == 22)
        #expect(journey.home.requests.count == 1)
    }

    /// Files and spooled standard input are opened again.
    @Test(arguments: [307, 308])
    func sendsTheWholeBodyAgain(status: Int) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.patternFile("big.bin", size: 3_000_000)
        let input = FilePattern().bytes(2_000_000)
        let journey = try await Journey(
            Command.formpost,
            {
                [
                    "-sS", "-L", "-F", "f=@" + file, "-F", "g=@-", "-F", "h=<" + file,
                    $0.redirect(status, $0.other.url("/x")),
                ]
            }, { $0.stdin = .bytes(input) })
        #expect(journey.result.outcome == Outcome(0, stdout: "done\n"))
        for request in [try await journey.home.request(), try await journey.other.request()] {
            let form = try request.form()
            #expect(request.framing == .contentLength(request.body.count))
            #expect(form.part("f")?.body == FilePattern().bytes(3_000_000))
            #expect(form.part("g")?.body == input)
            #expect(form.part("h")?.body == FilePattern().bytes(3_000_000))
        }
    }

    /// A stream is gone when it has been read.
    @Test func cannotSendAStreamAgain() async throws {
        let journey = try await Journey(
            Command.formpost,
            { ["-sS", "-L", "--chunked", "-F", "f=@-", $0.redirect(307, "/x")] },
            { $0.stdin = .bytes("piped") })
        #expect(
            journey.result.outcome
                == Outcome(
                    65,
                    stderr: "formpost: (65) the server answered 307 Temporary Redirect; the "
                        + "body comes from a stream and cannot be sent again\n"))
        #expect(journey.home.requests.count == 1)
    }

    /// A redirect that becomes a GET does not need the stream.
    @Test func followsWithoutTheStream() async throws {
        let journey = try await Journey(
            Command.formpost,
            { ["-sS", "-L", "--chunked", "-F", "f=@-", $0.redirect(303, "/x")] },
            { $0.stdin = .bytes("piped") })
        #expect(journey.result.outcome == Outcome(0, stdout: "done\n"))
        #expect(try journey.transcript.map(\.request).last == "GET /x")
    }

    @Test(.comparesWithCurl) func keepsTheGetOverA307() async throws {
        let both = try await Journey.both { map in
            ["-sS", "-L", "-F", "a=b", map.redirect(302, "/307?/x")]
        }
        let ours = try both.formpost.transcript
        #expect(ours.map(\.request) == ["POST /302?/307?/x", "GET /307?/x", "GET /x"])
        #expect(ours == (try both.curl.transcript))
    }

    // MARK: How many

    @Test(
        .comparesWithCurl,
        arguments: [
            (["--max-redirs", "0"], 1, Int32(47)), (["--max-redirs", "2"], 3, 47),
            (["--max-redirs", "3"], 4, 0), (["--max-redirs", "-1"], 4, 0), ([], 4, 0),
            (["--max-redirs", "0", "--no-location"], 1, 22),
        ] as [([String], Int, Int32)])
    func limitsRedirects(options: [String], requests: Int, exit: Int32) async throws {
        let both = try await Journey.both {
            ["-sS", "-L"] + options + ["-F", "a=b", $0.redirect(302, "/307?/302?/x")]
        }
        #expect(both.formpost.home.requests.count == requests)
        #expect(both.formpost.result.exitStatus == exit)
        #expect(try both.formpost.transcript == both.curl.transcript)
        #expect(both.curl.result.exitStatus == (exit == 22 ? 0 : exit))
        if exit == 47 {
            let number = options.last ?? ""
            #expect(
                both.formpost.result.outcome
                    == Outcome(
                        47,
                        stderr: "formpost: (47) more than \(number) redirects "
                            + "(--max-redirs)\n"))
        }
    }

    @Test func stopsAfterFiftyByDefault() async throws {
        let server = try LoopbackServer(.respond(308, headers: ["Location": "/again"]))
        let result = try await Command.formpost("-sS", "-L", "-F", "a=b", server.url).run()
        #expect(result.exitStatus == 47)
        #expect(server.requests.count == 51)
    }

    // MARK: What is shown

    /// All heads with `-i`, and the last body only.
    @Test(.comparesWithCurl, arguments: [[], ["--max-redirs", "1"], ["--proto-redir", "=https"]])
    func showsAllHeads(options: [String]) async throws {
        let both = try await Journey.both {
            ["-sS", "-L", "-i"] + options + ["-F", "a=b", $0.redirect(302, "/307?/x")]
        }
        #expect(both.formpost.result.stdoutText == both.curl.result.stdoutText)
        #expect(both.formpost.result.exitStatus == both.curl.result.exitStatus)
        #expect(!both.formpost.result.stdoutText.contains("redirect of"))
    }

    /// The body of a redirect is not waited for.
    @Test func doesNotReadTheBodyOfARedirect() async throws {
        let server = try LoopbackServer { request in
            request.target == "/x"
                ? .respond(body: "done\n")
                : [
                    .readBody,
                    .send(
                        "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 999999999\r\n\r\nx"),
                    .drain,
                ]
        }
        let result = try await Command.formpost("-sS", "-L", "-F", "a=b", server.url).run()
        #expect(result.outcome == Outcome(0, stdout: "done\n"))
    }

    @Test func saysWhereARedirectLedThatFails() async throws {
        let port = try DeadPort.refusing()
        let journey = try await Journey(
            Command.formpost,
            {
                ["-sS", "-L", "-F", "a=b", $0.redirect(307, port.url)]
            })
        #expect(journey.result.exitStatus == 7)
        #expect(journey.result.stderrText.contains("\(port.port)"))
    }
}
