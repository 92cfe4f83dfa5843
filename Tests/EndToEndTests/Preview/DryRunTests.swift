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
        Row(body: ["-d", "a=b&c=d"]), Row(body: ["--json", "[1]"]), Row(body: ["-T", image]),
        Row(body: ["-G", "-d", "a=b"]), Row(body: ["--data-urlencode", "a@\(image)"]),
        Row(body: ["-X", "DELETE"]),
    ]

    /// The bytes of a dry run and those of the real request.
    private static func both(
        _ options: [String], _ body: [String], _ target: String, address: ListenAddress = .loopback
    ) async throws -> (dry: CommandResult, wire: [UInt8]) {
        let server = try LoopbackServer(address: address)
        let boundary = ["-F", "--form-string"].contains(body.first) ? ["--boundary", "B"] : []
        let arguments = options + boundary + body + [server.url(target)]
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
}
