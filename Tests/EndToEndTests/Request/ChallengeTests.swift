import TestSupport
import Testing

/// Servers that ask for a login.
@Suite(.serialized, .comparesWithCurl)
struct ChallengeTests {
    /// Each time libcurl sends the body anew: as often as it would follow redirects.
    @Test(arguments: [["--digest"], ["--anyauth"], ["--digest", "--max-redirs", "3"]])
    func areNotAskedForEver(options: [String]) async throws {
        var counts: [Int] = []
        for program in ReferenceCurl.programs {
            let challenge = "Digest realm=\"x\", nonce=\"n\", stale=true, qop=\"auth\""
            let server = try LoopbackServer(
                .respond(401, headers: ["WWW-Authenticate": challenge]))
            let result = try await program(
                ["-sS", "-u", "u:p"] + options + ["-F", "a=b", server.url]
            ).run()
            #expect(result.exitStatus == 47)
            counts.append(server.requests.count)
        }
        #expect(counts[0] == counts[1])
    }

    /// It answers the request without a body, too, which is not the response.
    @Test func mayAskForNothing() async throws {
        let server = try LoopbackServer(
            .respond(200, body: "probe\n"), .respond(201, body: "form\n"))
        let result = try await Command.formpost(
            "--digest", "-u", "u:p", "-F", "a=b", server.url
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "form\n", stderr: "HTTP/1.1 201 Created\n"))
        #expect(server.requests.map(\.body.bytes.isEmpty) == [true, false])
    }
}
