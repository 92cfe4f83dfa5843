import TestSupport
import Testing

/// `--dry-run=raw` prints the request as it would be sent, `--curl` a line that makes curl send the same.
@Suite(.serialized)
struct PreviewTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var arguments: [any RawBytes]
        var target = "/up"
        var input: String?
        /// curl may send chunks where formpost knows the length.
        var ignoresFraming = false

        init(
            _ arguments: any RawBytes..., target: String = "/up", input: String? = nil,
            ignoresFraming: Bool = false
        ) {
            self.ignoresFraming = ignoresFraming
            self.arguments = arguments
            self.target = target
            self.input = input
        }

        var testDescription: String {
            arguments.map { String(decoding: $0.rawBytes, as: UTF8.self) }
                .joined(separator: " ") + " " + target
        }

        /// Runs formpost with its arguments and others.
        func run(
            _ options: [any RawBytes], _ server: LoopbackServer, _ files: TemporaryDirectory
        ) async throws -> CommandResult {
            try await run(
                .formpost(arguments: options + arguments + [server.url(target)]), files)
        }

        func run(_ command: Command, _ files: TemporaryDirectory) async throws -> CommandResult {
            let result = try await command.with {
                $0.workingDirectory = files.path
                $0.stdin = input.map { .bytes(Array($0.utf8)) } ?? .none
            }.run()
            #expect(result.exitStatus == 0 && result.leftovers == [], "\(result)")
            return result
        }
    }

    static let forms: [Row] = [
        Row("-F", "a=b"), Row("-F", "a="), Row("-F", "=b"), Row("-F", "a=b", "-F", "a=c"),
        Row("--form-string", "a=@b;c\"d"), Row("--form-string", "a=  blanks "),
        Row("--form-string", "a=(x"), Row("--form-string", "a=<x"), Row("--form-string", "=)"),
        Row("--form-string", "a=b"), Row("--form=a=b"), Row("-Fa=b"),
        Row("-F", "a=\"b;c\""), Row("-F", "a=\" b \\\"q\\\" \\\\ \""),
        Row("-F", "a=\"b;c\";type=text/x"), Row("-F", "a=b;type=text/plain; charset=utf-8"),
        Row("--form-lax", "-F", "a=b;type=text"), Row("-F", "a=b;filename=x.css"),
        Row("-F", "a=b;filename=x"),
        Row("-F", "f=@note.txt"), Row("-F", "f=@style.css"), Row("-F", "f=@archive.zip"),
        Row("-F", "f=@none"), Row("-F", "f=@style.css;type=a/b;filename=x.png"),
        Row("-F", "f=@style.css;filename=\"a\\\"b;c,d.txt\""),
        Row("-F", "f=@note.txt;type=x/y;filename=ü\""),
        Row("-F", "g=(", "-F", "two=@note.txt,style.css", "-F", "=)", "-F", "=x"),
        Row("-F", "f=@large"), Row("-F", "f=@mega"),
        Row("-F", "f=@\"sp ace,;.txt\""), Row("-F", "f=@note.txt,style.css;type=c/d,none"),
        Row("-F", "x=y", "--form-tree", "t=tree", "-F", "a=b"),
        Row("--form-tree", "t=tree", "--form-tree", "t=tree/"),
        Row("-F", "x=y", "--form-glob", "t=@{tree/{-,sub/*},*.{css,txt}}", "-F", "a=b"),
        Row(
            "--form-glob", "t=@\"sp*,*.txt\";type=a/b;headers=\"X-A: 1\"", "--form-glob",
            "t=@[n]one"),
        Row("-F", "x=y", "--form-fields", "fields.json", "--form-string", "z=1"),
        Row("-F", "f=<note.txt"), Row("-F", "f=<style.css;type=a/b"),
        Row("-F", "f=@-", input: "in\nput"), Row("-F", "f=<-", input: ""),
        Row("-F", "f=@-;filename=x.css", input: "in"),
        Row("-F", "a=b;headers=\"X-A: 1;2\\\\\";headers=X-B: c"),
        Row("-F", "a=b;headers=@heads"), Row("-F", "f=@note.txt;headers=\"Content-Type: q/r\""),
        Row("-F", "a=b=c;encoder=base64"),
        Row("-F", "f=@note.txt;encoder=quoted-printable", ignoresFraming: true),
        Row(
            "-F", "g=(;type=multipart/alternative;headers=\"X-G: 1\"", "-F", "=plain", "-F",
            "=@style.css", "-F", "=)", "-F", "z=1"),
        Row("-F", "g=(", "-F", "h=(", "-F", "a=b", "-F", "=)", "-F", "=)"),
        Row("--form-escape", "-F", "a\"b\\=c;filename=d\"e"),
        Row("--form-escape", "--form-string", "a\r\nb=c"),
        Row("-F", "a\r\n\"b=c;filename=\"x\ny\""),
        Row("--form-lax", "-F", "a= b ;x=y"), Row("--form-lax", "-F", "f=<note.txt;filename=x"),
        Row("--boundary", "B", "-F", "a=b"),
        Row("-H", "Content-Type: multipart/mixed; boundary=X; a=b", "-F", "a=b"),
        Row("--chunked", "-F", "f=@-", input: "in"), Row("--chunked", "-F", "f=@note.txt"),
        Row("-H", "Transfer-Encoding: chunked", "-F", "f=@note.txt"),
    ]

    static let hostile: [Row] =
        [
            "it's", "$HOME", "`id`", "$(id)", "a\nb", "\n", "!!", "\\", "\\n", "\"", "'", "''", "~",
            "*",
            "a b", "#", "&", "|", "{a,b}", "[a]", "\t", "\r", "\u{1B}[31m", "\u{7F}", "ü\u{202E}",
            "%41",
            "=x", "-x", "\\'\"$x`!",
        ].flatMap { text in
            [
                Row("--form-string", "n=" + text, "--form-string", text + "=v"),
                Row("--data-raw", text),
            ]
        } + [
            Row("--form-string", [0x61, 0x3D, 0xFF, 0xC3, 0x28, 0x27, 0x80] as [UInt8]),
            Row("--form-string", [0xE9, 0x3D, 0x31] as [UInt8]),
            Row("--data-raw", [0xFE, 0x24, 0x0A, 0xC3] as [UInt8]),
        ]

    static let data: [Row] = [
        Row("-d", "a=b"), Row("-d", ""), Row("-d", "a=b", "--data", "c d"), Row("-d", "@note.txt"),
        Row("--data-ascii", "x"), Row("--data-raw", "@note.txt"), Row("--data-binary", "@note.txt"),
        Row("--data-binary", "@-", input: "in\n"), Row("--data-urlencode", "a=b&c d"),
        Row("--data-urlencode", "n@note.txt"), Row("--data-urlencode", "n@empty"),
        Row("--data-urlencode", "=a@b"), Row("--json", "{\"a\": \"b'c\"}"),
        Row("--json", "@note.txt"),
        Row("-G", "-d", "a=b", "--data-urlencode", "q=a b"),
        Row("-G", "-d", "a=b", target: "/p?x=1#f"),
        Row("-T", "note.txt"), Row("-T", "large"),
        Row("-T", "note.txt", "-H", "Expect: 100-continue"), Row("-T", "note.txt", target: "/dir/"),
        Row("-T", "b[1-3]{x}"),
        Row("-T", "-", input: "stream"), Row("-T", ".", input: "stream"),
        Row("-d", "a", "-H", "Content-Type: a/b"), Row("-d", "@large"), Row("-X", "DELETE"),
        Row("-X", "HEAD"),
        Row("-X", "PATCH", "-d", "a=b"), Row("-d", "password=a&b=c", "--show-secrets"),
    ]

    static let requests: [Row] = [
        Row("-H", "X-A: b"), Row("-H", "X-A:b"), Row("-H", "X-A;"), Row("-H", "Accept:"),
        Row("-H", "@heads"), Row("-H", "Host: other"), Row("-H", "Expect:"), Row("-A", ""),
        Row("-H", "User-Agent: me"), Row("-e", "http://there/?a='b"), Row("-e", "x;auto"),
        Row("-e", ";auto"), Row("-H", "X-A:b", "-H", "x-a:   c"), Row("-H", "accept: text/plain"),
        Row("-H", "Host:"), Row("-H", "Host;"), Row("-H", "User-Agent:"), Row("-A", "me/1"),
        Row("-H", "Content-Type: multipart/mixed"),
        Row("-H", "Content-Type: text/plain; charset=x"), Row("-H", "Expect: 100-continue"),
        Row("-0", "-H", "Expect: 100-continue"), Row("-H", "Referer: http://there/"),
        Row("-H", "Connection: close"), Row("-H", "Authorization: Bearer x", "--show-secrets"),
        Row("-H", "Cookie: a=b", "--show-secrets"),
        Row("-b", "a=b", "-H", "Cookie:", "--show-secrets"),
        Row("-u", "m:e:é", "--show-secrets"), Row("--basic", "-u", "a:b", "--show-secrets"),
        Row("-u", "me:secret", "-H", "Authorization:", "--show-secrets"), Row("--digest"),
        Row("--compressed"), Row("--http1.1"), Row("--url-query", "+x", "--url-query", "ä"),
        Row("--url-query", "a=1", target: "/x?b=2"), Row(target: "/x?"), Row(target: "/x#"),
        Row("-u", "me:se'c ret", "--show-secrets"), Row("-u", "me:", "--show-secrets"),
        Row("--oauth2-bearer", "to$ken", "--show-secrets"), Row("-b", "a=b", "--show-secrets"),
        Row("-b", "a=b", "-b", "c=d", "--show-secrets"), Row("-X", "PUT"), Row("-X", "purge"),
        Row("--idempotency-key=order 17"),
        Row("-H", "X-Api-Key: \"$1\"", "--show-secrets"), Row("--http1.0"), Row("-0"),
        Row("--url-query", "q=a b", "--url-query", "+x"), Row(target: "/x?b=[1-2]{y}"),
        Row(target: "/a/../b/./c"), Row("--path-as-is", target: "/a/../b/./c"),
        Row("--request-target", "*"), Row(target: "/ä?ö='$x"),
        Row("--show-secrets", target: "/x?token=abc"),
        Row("-m", "20", "--connect-timeout", "1.5", "-Y", "1k", "-y", "1.5"),
        Row(
            "--retry", "1", "--retry-delay", "0.5", "--retry-max-time", "1.2", "--limit-rate", "1M"),
        Row("--stall-timeout", "5", "--max-spool", "1k", "--expect-status", "2xx,404", "--no-fail"),
        Row("-sSk", "--no-keepalive", "-4", "--no-progress-meter", "--noproxy", "*"),
        Row("--no-compressed", "--clobber", "--pretty", "on", "--progress", "none"),
    ].map { row in
        var row = row
        row.arguments += ["-F", "a=b"] as [any RawBytes]
        return row
    }

    @Test(arguments: Exhaustive.rows(forms + data + requests + hostile))
    func isWhatIsSent(row: Row) async throws {
        let files = try Self.directory()
        let server = try LoopbackServer()
        let formpost = { (options: [any RawBytes]) in
            try await row.run(options, server, files)
        }
        let line = try await formpost(["--curl"]).stdoutText
        // A dry run takes nothing from a pipe, and does not show chunks.
        let isShown = row.input == nil && !row.arguments.contains { "\($0)".contains("chunked") }
        let dry = isShown ? try await formpost(["--dry-run=raw"]) : nil
        #expect(server.connections.isEmpty)
        let real = try await formpost([])
        let request = try await server.request()
        if let dry {
            #expect(dry.stderrText == real.stderrText.replacing("HTTP/1.1 200 OK\n", with: ""))
            let shown = Self.withoutBoundaries(dry.stdout)
            #expect(shown == Self.withoutBoundaries(request.head + request.body.wire))
        }

        #expect(line.hasPrefix("curl ") && line.hasSuffix("\n") && !line.contains("\u{FFFD}"))
    }

    @Test(.comparesWithCurl, arguments: Exhaustive.rows(forms + data + requests + hostile))
    func isWhatCurlSends(row: Row) async throws {
        let files = try Self.directory()
        let server = try LoopbackServer()
        let line = try await row.run(["--curl"], server, files).stdoutText
        _ = try await row.run([], server, files)
        _ = try await row.run(Command("/bin/sh", arguments: ["-c", line]), files)
        let sent = try await server.requests(2).map {
            try SentRequest($0, ignoresProgram: true, ignoresFraming: row.ignoresFraming)
        }
        #expect(sent[0] == sent[1], "\(line)")
    }

    private static func withoutBoundaries(_ bytes: [UInt8]) -> [UInt8] {
        DifferentialRig.Form(contentType: [], body: bytes).normalised().body
    }

    @Test func isWhatIsSentOverASocket() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("s")
        let server = try LoopbackServer(address: .unix(path))
        let arguments = ["--unix-socket", path, "--boundary", "B", "-F", "a=b", server.url("/x")]
        let dry = try await Command.formpost(arguments: ["--dry-run=raw"] + arguments).run()
        try await Command.formpost(arguments: ["-sS"] + arguments).run().expect(0)
        let request = try await server.request()
        #expect(dry.stdout == request.head + request.body.wire && dry.stderr == [])
    }

    static func directory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.file("note.txt", "one\r\ntwo=ü\n")
        try directory.file("style.css", "a{}")
        try directory.file("archive.zip", "PK")
        try directory.file("none", "?")
        try directory.file("empty", "")
        try directory.file("sp ace,;.txt", "blanks")
        try directory.file("b[1-3]{x}", "pattern")
        try directory.file("heads", "X-H1: 1\nX-H2: a;b\n")
        try directory.directory("tree")
        try directory.directory("tree/sub")
        try directory.file("tree/sub/a,b;c.png", "png")
        try directory.file("tree/-", "dash")
        try directory.file("fields.json", #"{"b": "@x;y", "n": 1, "q\"": " a "}"#)
        try directory.file("large", [UInt8](repeating: 0x78, count: 2_000_000))
        try directory.file("mega", [UInt8](repeating: 0x78, count: 1 << 20))
        return directory
    }
}
