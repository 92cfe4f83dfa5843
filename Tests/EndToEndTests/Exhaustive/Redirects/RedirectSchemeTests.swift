import TestSupport
import Testing

/// Redirects that lead out of https or to another protocol, and what is said of them.
@Suite(.serialized)
struct RedirectSchemeTests {
    /// From https to http nothing is followed, with a form or without; curl sends the form in clear.
    @Test(
        .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"),
        arguments: [301, 302, 303, 307, 308])
    func doesNotLeaveTLS(status: Int) async throws {
        let plain = try LoopbackServer(.respond(body: "done\n"))
        let target = "http://127.0.0.1:\(plain.port)/up?token=s3cret"
        let refused =
            "formpost: (1) the redirect to http://127.0.0.1:\(plain.port)/up?token=[masked] is not "
            + "followed: it leaves https (--proto-redir =http,https allows it)\n"
        for location in [target, "/see"] {
            let secure = try LoopbackServer(tls: TLSOptions()) { request in
                .respond(
                    request.number == 1 && location == "/see" ? 303 : status,
                    headers: ["Location": request.number == 1 ? location : target], body: "no\n")
            }
            let result = try await Command.formpost(
                "-sSk", "-L", "-F", "a=b", secure.url("/up?token=s3cret")
            ).run()
            #expect(result.outcome == Outcome(1, stderr: refused))
            #expect(secure.requests.count == (location == "/see" ? 2 : 1))
        }
        #expect(plain.requests.isEmpty)
        for program in ReferenceCurl.programs {
            let secure = try LoopbackServer(
                .respond(status, headers: ["Location": target]), tls: TLSOptions())
            let options =
                program([]).path == Command.curl().path
                ? [] : ["--proto-redir", "=http,https", "--post301"]
            let result = try await program(
                ["-sSk", "-L", "-F", "a=b"] + options + [secure.url("/up")]
            ).run()
            #expect(result.outcome == Outcome(0, stdout: "done\n"))
        }
        let isForm = [307, 308].contains(status)
        let expected = [isForm || status == 301, isForm].prefix(ReferenceCurl.programs.count)
        let sent = try await plain.requests(expected.count)
        #expect(sent.map { $0.body.count > 0 } == Array(expected))
    }

    /// Without -L the hint says the same.
    @Test(.enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
    func doesNotAdviseToLeaveTLS() async throws {
        let secure = try LoopbackServer(
            .respond(307, headers: ["Location": "http://h/up"]), tls: TLSOptions())
        let result = try await Command.formpost("-sSk", "-F", "a=b", secure.url).run()
        let text =
            "formpost: (22) the server answered 307 Temporary Redirect: redirected to http://h/up, "
            + "but it leaves https (--proto-redir =http,https allows it)\n"
        #expect(result.outcome == Outcome(22, stderr: text))
    }

    private static let refusals: [([String], String, Int32, String)] = [
        (
            [], "ftp://u:s3cret@h/x", 1,
            "the redirect to ftp://u:[masked]@h/x is not followed: formpost has only http and https"
        ),
        (
            ["--proto-redir", "=https"], "/x", 1,
            "the redirect to HOME/x is not followed: --proto-redir does not allow http"
        ),
        (
            ["--proto", "=http"], "https://h/x", 1,
            "the redirect to https://h/x is not followed: --proto does not allow https"
        ),
        (
            ["--proto-redir", "=http"], "https://h/x", 1,
            "the redirect to https://h/x is not followed: --proto-redir does not allow https"
        ),
        (
            [], "http://h:99999/", 3,
            "the server redirects to an invalid URL: port 99999 is out of range"
        ),
    ]

    @Test(arguments: refusals)
    func saysWhatIsNotFollowed(
        options: [String], location: String, exit: Int32, text: String
    ) async throws {
        let server = try LoopbackServer(.respond(307, headers: ["Location": location]))
        let result = try await Command.formpost(
            arguments: ["-sS", "-L"] + options + ["-F", "a=b", server.url]
        ).run()
        let whole = text.replacing("HOME/", with: server.url)
        #expect(result.outcome == Outcome(exit, stderr: "formpost: (\(exit)) \(whole)\n"))
        #expect(server.requests.count == 1)
    }
}
