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

    @Test(arguments: [301, 302, 303, 307, 308])
    func isAFailureThatSaysTheWayOut(status: Int) async throws {
        let server = try LoopbackServer(
            .respond(status, "Moved", headers: ["Location": "/b"], body: "moved\n"))
        let result = try await Command.formpost("-sS", "-F", "a=b", server.url).run()
        let text =
            "the server answered \(status) Moved: moved to \(server.url("/b")): upload there, or use -L\n"
        #expect(
            result.outcome == Outcome(22, stdout: "moved\n", stderr: "formpost: (22) " + text))
        #expect(server.requests.count == 1)
    }
}
