import TestSupport
import Testing

/// Redirects that are followed (`-L`), and ones that are not.
@Suite(.serialized)
struct UnfollowedRedirectTests {
    /// A URL without a scheme is http, and so is what a redirect on the same server leads to; the
    /// user's credentials are still at home there.
    @Test(arguments: ["", "http://", "HTTP://", "http:/"])
    func staysOnTheServer(scheme: String) async throws {
        let server = try LoopbackServer(
            .respond(307, headers: ["Location": "/b"], body: "moved"), .respond(body: "here"))
        let result = try await Command.formpost(
            "-sSL", "-H", "Authorization: Bearer x", "-F", "a=b",
            "\(scheme)127.0.0.1:\(server.port)/a"
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "here"))
        let requests = try await server.requests(2)
        #expect(requests.map(\.target) == ["/a", "/b"])
        #expect(requests.map { $0.header("Authorization") } == ["Bearer x", "Bearer x"])
        #expect(requests[0].body.bytes == requests[1].body.bytes)
        #expect(requests.map(\.body.isComplete) == [true, true])
    }

    private static let ends: [(Int, String)] = [
        (301, "moved to URL: upload there, or use -L --post301"),
        (302, "redirected to URL: -L gets it, without the form; -L --post302 uploads there"),
        (303, "see URL: -L gets it, without the form"),
        (307, "moved to URL: upload there, or use -L"),
        (308, "moved to URL: upload there, or use -L"),
    ]

    /// What it names does not lose the form.
    @Test(arguments: ends)
    func isAFailureThatSaysTheWayOut(status: Int, end: String) async throws {
        let server = try LoopbackServer(
            .respond(status, "Moved", headers: ["Location": "/b"], body: "moved\n"))
        let result = try await Command.formpost("-sS", "-F", "a=b", server.url).run()
        let text =
            "the server answered \(status) Moved: "
            + end.replacing("URL", with: server.url("/b")) + "\n"
        #expect(
            result.outcome == Outcome(22, stdout: "moved\n", stderr: "formpost: (22) " + text))
        #expect(server.requests.count == 1)
    }

    /// At the same place -L is enough; what -L would not follow is not advised.
    @Test(
        arguments: [
            (301, "/up/?a", [], "moved to /up/?a: upload there, or use -L"),
            (302, "/up/?a", [], "moved to /up/?a: upload there, or use -L"),
            (303, "/up/?a", [], "see /up/?a: -L gets it, without the form"),
            (301, "/x", ["--post301"], "moved to /x: upload there, or use -L"),
            (302, "/x", ["--post302"], "moved to /x: upload there, or use -L"),
            (307, "ftp://h/x", [], "redirected to ftp://h/x, but formpost has only http and https"),
            (
                307, "/x", ["--proto-redir", "=https"],
                "redirected to /x, but --proto-redir does not allow http"
            ),
            (
                301, "https://h/?sig=s3cret&b=c", ["--post301"],
                "moved to https://h/?sig=[masked]&b=c: upload there, or use -L"
            ),
        ] as [(Int, String, [String], String)])
    func saysWhatWouldBeDone(
        status: Int, location: String, options: [String], end: String
    ) async throws {
        let server = try LoopbackServer(
            .respond(status, "Moved", headers: ["Location": location]))
        let result = try await Command.formpost(
            arguments: ["-sS"] + options + ["-F", "a=b", server.url("/up?a")]
        ).run()
        let whole = end.replacing(" /", with: " " + server.url("/"))
        #expect(
            result.outcome
                == Outcome(
                    22,
                    stderr: "formpost: (22) the server answered \(status) Moved: \(whole)\n"))
    }

    @Test func namesNothingWithoutALocation() async throws {
        for options in [[], ["-L"]] {
            let server = try LoopbackServer(.respond(304, "Not Modified"))
            let result = try await Command.formpost(
                arguments: ["-sS"] + options + ["-F", "a=b", server.url]
            ).run()
            let text = "formpost: (22) the server answered 304 Not Modified\n"
            #expect(result.outcome == Outcome(22, stderr: text))
        }
    }
}
