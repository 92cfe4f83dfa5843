import TestSupport
import Testing

/// No secret is shown: not by `-v`, not by a trace, not in a message.
@Suite(.serialized)
struct MaskingTests {
    static let logs = [["-v"], ["--trace", "%"], ["--trace-ascii", "%"]]

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var options: [String]
        var answers: [Answer] = [.respond()]
        var testDescription: String { name }
    }

    private static let digest = Answer.respond(
        401, headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""])

    private static let rows = [
        Row(name: "letter case", options: ["-H", "AUTHORIZATION: s3cret", "-H", "cOOkie: s3cret"]),
        Row(
            name: "repeated",
            options: ["-H", "X-Key: s3cret", "-H", "x-key:s3cret", "--secret-field", "X-KEY"]),
        Row(
            name: "by a word of the name",
            options: [
                "-H", "PRIVATE-TOKEN: s3cret", "-H", "X-Api-Key: s3cret", "-H",
                "X-Auth-Token:s3cret", "-H", "Authentication: s3cret",
                "-H", "JOB-TOKEN: s3cret", "-H", "X-JFrog-Art-Api: s3cret",
            ], answers: [.respond(headers: ["X-Auth-Token": "s3cret"])]),
        Row(
            name: "named by --secret-header",
            options: ["-H", "X-Tenant: s3cret", "--secret-header", "x-TENANT"]),
        Row(name: "basic", options: ["-u", "me:s3cret"]),
        Row(name: "bearer", options: ["--oauth2-bearer", "s3cret"]),
        Row(name: "cookie", options: ["-b", "a=s3cret"]),
        Row(
            name: "digest", options: ["--digest", "-u", "me:s3cret"],
            answers: [digest, .respond()]),
        Row(
            name: "cookies of the server, sent again", options: ["-L", "-c", "/dev/null"],
            answers: [
                .respond(307, headers: ["Location": "/x", "Set-Cookie": "a=s3cret; Path=/"]),
                .respond(),
            ]),
        Row(
            name: "a cookie that eats its quotes", options: ["-L", "-c", "/dev/null"],
            answers: [
                .respond(
                    307, headers: ["Location": "/x", "Set-Cookie": "a=\u{301}s3cret\u{301}"]),
                .respond(headers: ["set-cookie": "a=s3cret\" for domain x"]),
            ]),
        Row(
            name: "folded lines", options: ["--secret-field", "x-key"],
            answers: [
                .raw(
                    "HTTP/1.1 200 OK\r\nSet-Cookie: a=b;\r\n s3cret\r\n\ts3cret\r\nX-Key : s3cret"
                        + "\r\nX-Key:\n s3cret\nX-Key: \r s3cret\r\nContent-Length: 0\r\n\r\n")
            ]),
        Row(
            name: "a location with a login", options: [],
            answers: [.respond(201, headers: ["Location": "http://u:s3cret@h/"])]),
        Row(
            name: "a field", options: ["--secret-field", "PW", "-F", "pw=s3cret"]),
        Row(name: "a field by its name", options: ["-F", "api_key=s3cret", "-F", "token=s3cret"]),
        Row(
            name: "a field in base64",
            options: ["--secret-field", "pw", "-F", "pw=s3cret;encoder=base64"]),
        Row(
            name: "a field in a group, a group",
            options: [
                "--secret-field", "pw", "-F", "g=(", "-F", "pw=s3cret", "-F", "=)", "-F", "pw=(",
                "-F", "x=s3cret", "-F", "=s3cret", "-F", "=)",
            ]),
        Row(
            name: "a field in chunks",
            options: ["--secret-field", "pw", "--chunked", "-F", "f=@/dev/null", "-F", "pw=s3cret"]),
        Row(
            name: "a part's own header",
            options: ["-F", "x=y;headers=\"authorization: s3cret\""]),
        Row(
            name: "a field, sent anew",
            options: [
                "--secret-field", "pw", "-F", "pw=s3cret", "-L", "--retry", "1", "--retry-delay",
                "0.01",
            ],
            answers: [
                .respond(307, headers: ["Location": "/x"]), .respond(503),
                .respond(308, headers: ["Location": "/x"]), .respond(),
            ]),
        Row(
            name: "a field after a challenge",
            options: ["--anyauth", "-u", "me:s3cret", "--secret-field", "pw", "-F", "pw=s3cret"],
            answers: [digest, .respond()]),
    ]

    /// The encoded forms of `s3cret` as well.
    private static let traces = ["s3cret", "czNjcmV0", "bWU6czNjcmV0"]

    @Test(arguments: Exhaustive.rows(rows), logs)
    func hides(row: Row, log: [String]) async throws {
        let server = try LoopbackServer(script: .answers(row.answers))
        let arguments = log + row.options + ["-F", "a=shown", server.url("/x")]
        let result = try await Command.formpost(arguments: arguments).run()
        #expect(result.exitStatus == 0, "\(result)")
        let text = Self.undumped(result.stderrText)
        for trace in Self.traces { #expect(!text.contains(trace), "\(result)") }
        #expect(server.requests.count == row.answers.count)
        if log != ["-v"] { #expect(text.contains("shown")) }
        let open = try LoopbackServer(script: .answers(row.answers))
        let shown = try await Command.formpost(
            arguments: ["--show-secrets"] + log + row.options + ["-F", "a=shown", open.url("/x")]
        ).run()
        #expect(shown.exitStatus == 0)
        if log != ["-v"], !row.name.hasPrefix("digest") {
            let text = Self.undumped(shown.stderrText)
            #expect(Self.traces.contains { text.contains($0) }, "\(shown)")
        }
    }

    /// The text of a dump: its rows cut words in two.
    static func undumped(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            guard let row = line.firstMatch(of: #/^[0-9a-f]{4,}: ((?:[0-9a-f]{2} ){1,16})/#) else {
                return String(line.replacing(#/^[0-9a-f]{4,}: /#, with: ""))
            }
            let bytes = row.1.split(separator: " ").compactMap { UInt8($0, radix: 16) }
            return String(decoding: bytes, as: UTF8.self)
        }.joined()
    }

    /// The secret lies across the border of two pieces in which libcurl takes the body.
    @Test(arguments: [0, 3, 6, 44, 100]) func hidesAcrossPieces(shift: Int) async throws {
        let directory = try TemporaryDirectory()
        let size = (2 << 16) - 430 + shift
        let filler = try directory.file("f", [UInt8](repeating: 0x78, count: size))
        let server = try LoopbackServer(bodies: .count)
        let result = try await Command.formpost(
            "-s", "--trace-ascii", directory.path("trace"), "--secret-field", "pw",
            "--boundary", "B", "-F", "f=<\(filler)", "-F",
            "pw=" + String(repeating: "s3cret", count: 100), "-F", "a=shown", server.url
        ).run()
        #expect(result.exitStatus == 0)
        let trace = String(decoding: try directory.contents(of: "trace"), as: UTF8.self)
        // The border lies within the 600 bytes of the secret, whether or not the first piece has the head.
        let last = try #require(TraceText(trace).blocks("=> Send data").last)
        let length = try #require(last.text.firstMatch(of: #/, (\d+) bytes/#))
        #expect((100...600).contains(try #require(Int(length.1))))
        // Without the offsets of the rows.
        let tail = Self.undumped(String(trace.suffix(8000)))
        #expect(!tail.contains("3c"))
        #expect(tail.contains("name=\"pw\""))
        #expect(tail.contains("shown"))
    }

    @Test(arguments: logs) func hidesWhatAProxyIsTold(log: [String]) async throws {
        let server = try LoopbackServer()
        let proxy = "u:s3cret@127.0.0.1:\(server.port)"
        for (options, variable) in [
            (["-x", "http://" + proxy], ""), (["-x", proxy], ""),
            (["-p", "-x", proxy], ""), ([], proxy), ([], "http://" + proxy),
            (["-x", "127.0.0.1:\(server.port)", "-U", "u:s3cret"], ""),
        ] {
            let result = try await Command.formpost(
                arguments: log + options + ["-F", "a=b", "http://upload.invalid/"]
            ).with { if !variable.isEmpty { $0.environment["http_proxy"] = variable } }.run()
            #expect(result.stderrText.contains("[masked]"))
            #expect(!result.stderrText.contains("s3cret"), "\(result)")
            #expect(!result.stderrText.contains("dTpzM2NyZXQ="))
        }
        // A tunnel has one more head, for the server.
        let toProxy = server.requests.filter { $0.target != "/" }
        #expect(
            toProxy.map { $0.header("Proxy-Authorization") }
                == [String?](repeating: "Basic dTpzM2NyZXQ=", count: 6))
        #expect(server.requests.count == 7)
    }

    private static let loginInURL =
        "'@', '/', '?' or '#' in a user or password is not percent-encoded"

    private static let messages: [(arguments: [String], exit: Int32, sentence: String)] = [
        (
            ["-F", "a=b", "http://u:s3cret@h:99999/"], 3,
            "invalid URL: port 99999 is out of range"
        ),
        (["-F", "a=b", "http://u:a/s3cret@h/"], 3, loginInURL),
        (["-F", "a=b", "u:a?s3cret@h:9"], 3, loginInURL),
        (["-F", "a=b", "foo://u:s3cret@h/"], 1, "'foo://u:[masked]@h/' cannot be used"),
        (["-F", "a=b", "http:///u:s3cret@[h/"], 3, "'http:///u:[masked]@[h/' has no host"),
        (["-x", "foo://u:s3cret@h", "-F", "a=b", "http://h/"], 7, "'foo://u:[masked]@h'"),
        (["-x", "u:s3 s3cret@h", "-F", "a=b", "http://h/"], 5, "'u:[masked]@h'"),
        (
            ["-H", "authorization: s3cret\n", "-F", "a=b", "h"], 2,
            "'authorization: [masked]' contains"
        ),
        (
            ["-H", "X-Tenant: s3cret\r", "--secret-header", "X-Tenant", "-F", "a=b", "h"], 2,
            "'X-Tenant: [masked]' contains a CR"
        ),
        (
            ["-H", "ssn: s3cret\r", "--secret-field", "ssn", "-F", "a=b", "h"], 2,
            "'ssn: [masked]' contains a CR"
        ),
        (["-H", "PRIVATE-TOKEN: s3cret\n", "-F", "a=b", "h"], 2, "'PRIVATE-TOKEN: [masked]'"),
        (
            ["--secret-header", "X-Tenant: s3cret", "-F", "a=b", "h"], 2,
            "--secret-header: 'X-Tenant: [masked]' is not a header name"
        ),
        (["-H", "Cookie s3cret", "-F", "a=b", "h"], 2, "no ':' after 'Cookie' (value masked)"),
        (
            ["--variable", "t=s3cret;s3cret", "--expand-form", "a={{t}}", "h"], 2,
            "\n    *=******;******\n"
        ),
        (
            ["-H", "Authorization Basic s3cret:s3cret", "-F", "a=b", "h"], 2,
            "no ':' after 'Authorization' (value masked): write 'Name: value'"
        ),
        (
            ["-H", "glpat-s3cret", "-F", "a=b", "h"], 2,
            "no ':' in the header (value masked): write"
        ),
        (
            ["-F", "x=y;headers=\"PRIVATE-TOKEN: s3cret\";foo=1", "h"], 2,
            "x=y;headers=\"PRIVATE-TOKEN********\";foo=1\n"
        ),
        (["-F", "x=y;headers=\"Cookie s3cret\"", "h"], 2, "-F: '****** ******' is not a header"),
        (
            ["-F", "a=b;HEADERS=\"X-Api-Key: s3cret\"x", "h"], 2,
            "a=b;HEADERS=\"X-Api-Key********\"*\n"
        ),
        (
            ["-F", "a=b;type=;headers= \"X-Api-Key: \\\"s3cret;s3cret\"", "h"], 2,
            "a=b;type=;headers= \"X-Api-Key***\"…\n"
        ),
        (
            ["-F", "a=b;headers=\"X-Api-Key: s3;cret;s3cret", "h"], 2,
            "a=b;headers=\"X-Api-Key**************…\n"
        ),
        (
            ["-F", "a=@-;headers=\"X-Api-Key: s3cret\"", "-F", "b=@-", "h"], 2,
            "and -F a=@- reads it already"
        ),
        (
            ["--secret-header", "x-t", "-F", "x=y;headers=X-T:s3cret;foo", "h"], 2,
            "x=y;headers=X-T*******;foo\n"
        ),
        (["-F", "password=s3cret; s3cret", "h"], 2, "-F: '******' is not one of"),
        (
            ["-H", "Authorization=Bearer s3cret", "-F", "a=b", "h"], 2,
            "no ':' after 'Authorization'"
        ),
        (
            ["-H", "s3cret-s3cret-s3cret-s3cret-s3cret-s3cret", "-F", "a=b", "h"], 2,
            "(value masked)"
        ),
        (["-b", "a=s3cret\n", "-F", "a=b", "h"], 2, "-b: '[masked]' contains a CR"),
        (["--oauth2-bearer", "s3cret\n", "-F", "a=b", "h"], 2, "'[masked]' contains a CR"),
        (
            ["--secret-field", "pw", "-F", "PW=s3cret; s3cret", "h"], 2,
            "-F: '******' is not one of"
        ),
        (["--secret-field", "pw", "-F", "pw=\"x\"s3cret", "h"], 2, "'******' after the closing"),
        (
            ["--secret-field", "pw", "-F", "pw=x;encoder=s3cret", "h"], 43,
            "unknown encoder '******'"
        ),
    ]

    @Test(arguments: messages)
    func hidesInMessages(
        row: (arguments: [String], exit: Int32, sentence: String)
    ) async throws {
        let result = try await Command.formpost(arguments: row.arguments).run()
        #expect(result.exitStatus == row.exit, "\(result)")
        #expect(result.stderrText.contains(row.sentence), "\(result)")
        #expect(!result.stderrText.contains("s3cret"))
    }

    @Test func hidesInAConfigurationFile() async throws {
        for line in ["user = me:my s3cret", "-b a=b s3cret", "form = pw=a s3cret"] {
            let result = try await Command.formpost("-K", "-", "http://h/")
                .with { $0.stdin = .bytes(line + "\n") }.run()
            #expect(result.exitStatus == 2)
            #expect(result.stderrText.contains(":1: text after the value of '"))
            #expect(!result.stderrText.contains("s3cret"))
        }
    }

    /// The whole answer to a request that is not followed.
    @Test func hidesALoginInARedirect() async throws {
        let server = try LoopbackServer(
            .respond(302, headers: ["Location": "http://u:s3cret@h/"]))
        let result = try await Command.formpost("-v", "-F", "a=b", server.url).run()
        #expect(result.exitStatus == 22)
        #expect(
            result.stderrText.contains("redirected to http://h/: -L gets it"))
        #expect(result.stderrText.contains("< Location: http://u:[masked]@h/\n"))
        #expect(!result.stderrText.contains("s3cret"))
    }
}
