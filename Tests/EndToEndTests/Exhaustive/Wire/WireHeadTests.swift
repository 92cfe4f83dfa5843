import TestSupport
import Testing

/// `-v` shows the heads as they went over the wire, of every request there was.
@Suite(.serialized)
struct WireHeadTests {
    /// The lines of `text` with that mark, as the bytes that they stand for.
    private static func head(_ mark: String, _ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { $0.hasPrefix(mark) }.map { $0.dropFirst(2) + "\r\n" }.joined()
    }

    static let cases: [[String]] = [
        [], ["-X", "PUT"], ["-H", "X-A: b", "-H", "x-a:c", "-H", "Empty;", "-H", "Accept:"],
        ["-u", "me:secret"], ["--oauth2-bearer", "token"], ["-b", "a=b; c=d"], ["-A", ""],
        ["--compressed"], ["--http1.0"], ["--chunked"], ["-H", "Authorization: Basic x"],
        ["--url-query", "q=ä b"], ["-e", "http://from/"], ["-H", "Expect: 100-continue"],
    ]

    @Test(arguments: cases)
    func areTheBytesOfTheWire(options: [String]) async throws {
        let answer = "HTTP/1.1 200 Fine\r\nx-b:1\r\nSet-Cookie: a=b\r\nX-B:  2 \r\n\r\n"
        let server = try LoopbackServer(.raw(answer))
        let result = try await Command.formpost(
            arguments: ["-v", "--show-secrets"] + options + ["-F", "a=b", server.url("/x")]
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(Self.head("> ", result.stderrText) == (try await server.request().headText))
        // libcurl does not tell of the blank line of an interim response, not to curl either.
        let interim = try await server.request().sentContinue ? "HTTP/1.1 100 Continue\r\n" : ""
        #expect(Self.head("< ", result.stderrText) == interim + answer)
    }

    @Test func areThereForRedirectsAndRetries() async throws {
        let server = try LoopbackServer(
            .respond(307, headers: ["Location": "/there", "Set-Cookie": "id=s3cret"]),
            .respond(503, body: "busy"), .respond(307, headers: ["Location": "/there"]),
            .respond(401, headers: ["WWW-Authenticate": "Basic"]))
        let result = try await Command.formpost(
            "-v", "-L", "--retry", "1", "--retry-delay", "0.01", "-b", "x=s3cret", "-u",
            "me:s3cret", "-F", "a=b", server.url("/here")
        ).run()
        #expect(result.exitStatus == 22)
        let lines = result.stderrText.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("> POST") || $0.hasPrefix("< HTTP") } == [
                "> POST /here HTTP/1.1", "< HTTP/1.1 307 Temporary Redirect",
                "> POST /there HTTP/1.1", "< HTTP/1.1 503 Service Unavailable",
                "> POST /here HTTP/1.1", "< HTTP/1.1 307 Temporary Redirect",
                "> POST /there HTTP/1.1", "< HTTP/1.1 401 Unauthorized",
            ])
        #expect(lines.filter { $0 == "> Authorization: [masked]" }.count == 4)
        #expect(lines.filter { $0 == "> Cookie: [masked]" }.count == 4)
        #expect(lines.filter { $0 == "< Set-Cookie: [masked]" }.count == 1)
        #expect(
            lines.filter { $0.hasSuffix("Issue another request to this URL: '/there'") }.count == 2)
        #expect(
            lines.contains(
                "* the server answered 503 Service Unavailable; trying again in 0.01 s (0 left)"))
        #expect(!result.stderrText.contains("s3cret"))
    }

    @Test(.enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
    func tellOfTLS() async throws {
        let server = try LoopbackServer(tls: TLSOptions())
        let authority = Fixtures.path("tls/ca.pem")
        let trusted = try await Command.formpost(
            "-v", "--cacert", authority, "-F", "a=b", server.url
        ).run()
        #expect(trusted.exitStatus == 0)
        #expect(trusted.stderrText.contains("* SSL connection using TLSv1."), "\(trusted)")
        #expect(trusted.stderrText.contains("* Server certificate:\n"))
        #expect(!trusted.stderrText.contains("(-k)"))
        #expect(Self.head("> ", trusted.stderrText) == (try await server.request().headText))
        let any = try await Command.formpost("-v", "-k", "-F", "a=b", server.url).run()
        #expect(any.stderrText.hasPrefix("* certificates are not verified (-k)\n"), "\(any)")
        let quiet = try await Command.formpost("-k", "-F", "a=b", server.url).run()
        #expect(quiet.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))
    }
}
