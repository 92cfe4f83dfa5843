import TestSupport
import Testing

/// URLs that cannot be used, and servers that are not there.
@Suite(.serialized)
struct BadURLTests {
    /// `nil`: curl takes it for a host name, and so does formpost.
    private static let rows: [(String, Int32, String)] = [
        ("ftp://127.0.0.1:1/", 1, "'ftp://127.0.0.1:1/' cannot be used: Protocol \"ftp\" not"),
        ("file:///etc/passwd", 1, "'file:///etc/passwd' cannot be used: Protocol \"file\" not"),
        ("gopher://127.0.0.1/", 1, "'gopher://127.0.0.1/' cannot be used: Protocol \"gopher\" not"),
        ("nonsense://127.0.0.1/", 1, "'nonsense://127.0.0.1/' cannot be used: Protocol"),
        ("http://", 3, "invalid URL: 'http://' has no host"),
        ("", 3, "invalid URL: it is empty"),
        ("http://a b/", 3, "invalid URL: a blank after 'http://a' (write %20)"),
        ("http://127.0.0.1:99999/", 3, "invalid URL: port 99999 is out of range"),
        ("http://127.0.0.1:x/", 3, "invalid URL: port 'x' is not a number"),
        ("http://[::1/", 3, "invalid URL: the brackets of the IPv6 address"),
        ("http://u:p@ss@127.0.0.1/", 3, "invalid URL: '@', '/', '?' or '#' in a user or password"),
        ("http://u:p#ss@127.0.0.1/", 3, "invalid URL: '@', '/', '?' or '#' in a user or password"),
        ("\u{201C}http://h/\u{201D}", 3, "invalid URL: a typographic quote at its beginning"),
        ("/upload", 3, "'/upload' has no host: is a variable empty?"),
        ("https:", 3, "'https:' has no host"),
        ("http://127.0.0.1/\r\nX: y", 3, "invalid URL: a line break after 'http://127.0.0.1/'"),
        ("http://nowhere.invalid/", 6, "Could not resolve host: nowhere.invalid\n"),
    ]

    @Test(arguments: rows)
    func isNotUsed(url: String, status: Int32, reason: String) async throws {
        let result = try await Command.formpost("-F", "a=b", url).run()
        #expect(result.exitStatus == status)
        #expect(result.stderrText.hasPrefix("formpost: (\(status)) \(reason)"), "\(result)")
        #expect(result.stderrText.split(separator: "\n").count == 1)
        #expect(result.stdout == [])
        #expect(result.leftovers == [])
        if ReferenceCurl.isComparable {
            // `--proto` makes curl refuse what formpost does not have.
            let curl = try await Command.curl(
                "-sS", "--proto", "=http,https", "-F", "a=b", url
            ).run()
            #expect(curl.exitStatus == status)
        }
    }

    /// curl looks for a host of that name.
    @Test(
        arguments: [
            ("http:///upload", "'http:///upload' has no host: is a variable empty?"),
            ("HTTPS:///a/b", "'HTTPS:///a/b' has no host: is a variable empty?"),
            ("http//h/x", "'http//h/x': write http://h/x"),
        ])
    func hasNoHost(url: String, message: String) async throws {
        let result = try await Command.formpost("-F", "a=b", url).run()
        #expect(result.outcome == Outcome(3, stderr: "formpost: (3) \(message)\n"))
    }

    /// The pipe stays open: waiting for its end would take for ever.
    @Test(
        arguments: [
            (
                ["-F", "f=@-", "http://h:99999/"], Int32(3),
                "invalid URL: port 99999 is out of range"
            ),
            (["-d", "@-", "/upload"], 3, "'/upload' has no host: is a variable empty?"),
            (
                ["-T", "-", "http://h/a b"], 3,
                "invalid URL: a blank after 'http://h/a' (write %20)"
            ),
            (
                ["-F", "f=<-", "ftp://h/"], 1,
                "'ftp://h/' cannot be used: Protocol \"ftp\" not available, only http and https"
            ),
            (
                ["-F", "a=b", "-H", "@-", "--proto", "=https", "http://h/"], 1,
                "protocol 'http' is not allowed (--proto)"
            ),
            (
                ["-u", "anna", "-F", "f=@/no/file", "http:///"], 3,
                "'http:///' has no host: is a variable empty?"
            ),
        ])
    func isFoundBeforeInputIsRead(arguments: [String], status: Int32, text: String) async throws {
        let result = try await Command.formpost(arguments: arguments).with { $0.stdin = .pipe }
            .run()
        #expect(result.outcome == Outcome(status, stderr: "formpost: (\(status)) \(text)\n"))
    }

    /// Each way to write the same address that curl accepts.
    @Test(
        .comparesWithCurl,
        arguments: [
            "http://127.0.0.1:PORT/", "127.0.0.1:PORT", "127.0.0.1:PORT/", "HTTP://127.0.0.1:PORT/",
            "http:/127.0.0.1:PORT/", "http://127.1:PORT/a", "http://127.0.0.1:PORT?b",
            "http://127.0.0.1:PORT/a#fragment", "http://127.0.0.1:PORT/a/../b/./c",
            "http://127.0.0.1:PORT/%41%zz\u{E4}", "http://user@127.0.0.1:PORT/",
            "http://127.0.0.1:PORT/a%20b?c=d&e=%FF", "http:\\\\127.0.0.1:PORT/",
            "http://0x7f000001:PORT/", "http://127.0.0.1.:PORT/", "http://LOCALHOST:PORT/",
        ])
    func isReadAsCurlReadsIt(pattern: String) async throws {
        var seen: [[String]] = []
        for program in [Command.formpost, Command.curl] {
            let server = try LoopbackServer()
            let url = pattern.replacing("PORT", with: "\(server.port)")
            let result = try await program(["-sS", "-F", "a=b", url]).run()
            let request = server.requests.first
            seen.append([
                "\(result.exitStatus ?? -1)", request?.target ?? "no request",
                request?.header("Host")?.replacing("\(server.port)", with: "PORT") ?? "",
                request?.header("Authorization") ?? "",
            ])
        }
        #expect(seen[0] == seen[1])
    }

    @Test func isRefused() async throws {
        let server = try LoopbackServer()
        let url = server.url
        server.stop()
        let result = try await Command.formpost("-F", "a=b", url).run()
        #expect(result.exitStatus == 7)
        #expect(
            result.stderrText.wholeMatch(
                of: /formpost: \(7\) Failed to connect to 127\.0\.0\.1 port \d+ after \d+ ms: .*\n/)
                != nil, "\(result)")
        #expect(result.leftovers == [])
    }
}
