import TestSupport
import Testing

/// `--dry-run=raw` prints the request as it would be sent, and sends nothing.
@Suite(.serialized)
struct DryRunTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var options: [String]
        /// The messages on standard error.
        var warning = ""
        var target = "/x"
        var body = ["-F", "a=b"]

        var testDescription: String { (options + body + [target]).joined(separator: " ") }

        init(
            _ options: String..., target: String = "/x", body: [String] = ["-F", "a=b"],
            warning: String = ""
        ) {
            self.options = options
            self.target = target
            self.body = body
            self.warning = warning
        }
    }

    private static func foreignType(_ type: String) -> String {
        "formpost: warning: -H: the form is sent as '\(type)': servers expect multipart/form-data\n"
    }

    private static let image = Fixtures.path("img.png")

    private static let rows = [
        Row(), Row(body: ["-F", "f=@\(image)"]), Row(body: ["-F", "f=<\(image)", "-F", "c=d"]),
        Row(body: ["-F", "a=@\(image);type=x/y;filename=ü\"", "-F", "b=c;encoder=base64"]),
        Row(body: ["-F", "g=(", "-F", "a=b", "-F", "=@\(image)", "-F", "=)", "-F", "=x"]),
        Row(body: ["-F", "g=(", "-F", "two=@\(image),\(image)", "-F", "=)"]),
        Row(body: ["--form-string", "a=@b;c"]),
        Row("-H", "X-A: b"), Row("-H", "X-A:b", "-H", "x-a:   c"), Row("-H", "X-A;"),
        Row("-H", "Accept:"), Row("-H", "accept: text/plain"), Row("-H", "Host: other"),
        Row("-H", "Host:"), Row("-H", "Host;"), Row("-H", "User-Agent:"),
        Row("-H", "User-Agent: me"),
        Row(
            "-H", "Content-Type:",
            warning:
                "formpost: warning: -H 'Content-Type': the form's boundary is not sent, without "
                + "which servers cannot read it: leave the option out\n"),
        Row("-H", "Content-Type: multipart/mixed", warning: foreignType("multipart/mixed")),
        Row(
            "-H", "Content-Type: text/plain; charset=x",
            warning: foreignType("text/plain; charset=x")),
        Row("-H", "Expect: 100-continue"), Row("-H", "Expect:"), Row("-H", "Expect:100-continue"),
        Row("-H", "Authorization: Bearer x"), Row("-H", "Cookie: a=b"),
        Row("-H", "Referer: http://there/"), Row("-H", "Connection: close"),
        Row("-u", "me:secret"), Row("-u", "me:"), Row("-u", "m:e:é"), Row("--basic", "-u", "a:b"),
        Row("--oauth2-bearer", "token"), Row("-u", "me:secret", "-H", "Authorization:"),
        Row("-b", "a=b"), Row("-b", "a=b", "-b", "c=d"), Row("-b", "a=b", "-H", "Cookie:"),
        Row("-A", "me/1"), Row("-A", ""), Row("-e", "http://there/"), Row("-e", ";auto"),
        Row("-X", "PUT"), Row("-X", "purge"), Row("--compressed"), Row("--http1.0"),
        Row("-0", "-H", "Expect: 100-continue"), Row("--http1.1"),
        Row("--url-query", "q=a b"), Row("--url-query", "+x", "--url-query", "ä"),
        Row("--url-query", "a=1", target: "/x?b=2"), Row(target: "/x?"), Row(target: "/a/../b/./c"),
        Row("--path-as-is", target: "/a/../b/./c"), Row(target: "/x#fragment"),
        Row(target: "/ä?ö"), Row("--request-target", "*"), Row("--digest"),
    ]

    /// The bytes of a dry run and those of the real request.
    private static func both(
        _ options: [String], _ body: [String], _ target: String, address: ListenAddress = .loopback
    ) async throws -> (dry: CommandResult, wire: [UInt8]) {
        let server = try LoopbackServer(address: address)
        let arguments = options + ["--boundary", "B"] + body + [server.url(target)]
        let dry = try await Command.formpost(arguments: ["--dry-run=raw"] + arguments).run()
        #expect(server.connections.isEmpty)
        let real = try await Command.formpost(arguments: arguments).run()
        #expect(real.exitStatus == 0, "\(real)")
        let request = try await server.request()
        return (dry, request.head + request.body.wire)
    }

    @Test(arguments: Exhaustive.rows(rows)) func isWhatIsSent(row: Row) async throws {
        let (dry, wire) = try await Self.both(row.options, row.body, row.target)
        #expect(dry.exitStatus == 0)
        #expect(dry.stderrText == row.warning)
        #expect(dry.stdoutText == String(decoding: wire, as: UTF8.self))
        #expect(dry.stdout == wire)
        #expect(dry.leftovers == [])
    }

    @Test func isWhatIsSentOfALargeBody() async throws {
        let directory = try TemporaryDirectory()
        for size in [(1 << 20) - 200, 1 << 20, 3 << 20] as [Int64] {
            let file = try directory.patternFile("f", size: size)
            let (dry, wire) = try await Self.both([], ["-F", "f=@\(file)"], "/x")
            #expect(dry.stdout == wire)
            let expect = Array("\r\nExpect: 100-continue\r\n".utf8)
            let isAsked = dry.stdout.offset(of: expect) != nil
            #expect(isAsked == (size >= 1 << 20))
        }
    }

    @Test func isWhatIsSentOverASocket() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("s")
        let (dry, wire) = try await Self.both(
            ["--unix-socket", path], ["-F", "a=b"], "/x", address: .unix(path))
        #expect(dry.stdout == wire)
        #expect(dry.stderrText == "")
    }

    /// Warnings about what a dry run does not show. A chunked body of known length keeps its
    /// length.
    @Test func tellsWhatItCannotShow() async throws {
        let directory = try TemporaryDirectory()
        let cookies = try directory.file("cookies", "")
        let rows: [(options: [String], warning: String)] = [
            (
                ["-x", "http://127.0.0.1:9"],
                "shows the request as it goes to the server, not to the proxy"
            ),
            (
                ["-u", "a:b", "--digest"],
                "does not know the server's challenge, and shows no Authorization"
            ),
            (
                ["-u", "a:b", "--anyauth"],
                "does not know the server's challenge, and shows no Authorization"
            ),
            (["--http2"], "shows the request as HTTP/1.1 has it, without what asks for HTTP/2"),
            (
                ["--http2-prior-knowledge"],
                "shows the request as HTTP/1.1 has it, without what asks for HTTP/2"
            ),
            (["-n"], "does not show what -n takes from its file"),
            (["-b", cookies], "does not show what -b takes from its file"),
        ]
        for row in rows {
            let result = try await Command.formpost(
                arguments: ["--dry-run=raw"] + row.options + [
                    "-F", "a=b", "http://upload.invalid/",
                ]
            ).run()
            #expect(result.exitStatus == 0)
            #expect(result.stderrText == "formpost: warning: --dry-run \(row.warning)\n")
            #expect(result.stdoutText.hasPrefix("POST / HTTP/1.1\r\nHost: upload.invalid\r\n"))
            let silent = try await Command.formpost(
                arguments: ["-s", "--dry-run=raw"] + row.options + ["-F", "a=b", "upload.invalid"]
            ).run()
            #expect(silent.stderrText == "")
        }
        let socks = try await Command.formpost(
            "--dry-run=raw", "--socks5", "127.0.0.1:9", "-F", "a=b", "http://upload.invalid/"
        ).run()
        #expect(socks.exitStatus == 0 && socks.stderrText == "")
        let secure = try await Command.formpost(
            "--dry-run=raw", "--http2", "-F", "a=b", "https://upload.invalid/"
        ).run()
        #expect(secure.exitStatus == 0 && secure.stderrText == "")
    }

    /// `formpost --dry-run=raw … | nc host port`
    @Test func isARequest() async throws {
        let server = try LoopbackServer(.respond(201, body: "stored\n"))
        let dry = try await Command.formpost(
            "--dry-run=raw", "-F", "f=@\(Self.image)", "-H", "Connection: close", server.url("/x")
        ).run()
        let script = """
            exec 3<>/dev/tcp/127.0.0.1/\(server.port); cat >&3; cat <&3
            """
        let sent = try await Command("/usr/bin/env", arguments: ["bash", "-c", script])
            .with { $0.stdin = .bytes(dry.stdout) }.run()
        #expect(sent.stdoutText.hasPrefix("HTTP/1.1 201 Created\r\n"), "\(sent)")
        let request = try await server.request()
        #expect(request.body.isComplete && request.problem == nil)
        #expect(try request.form().parts[0].body == fileBytes(Self.image))
    }
}
