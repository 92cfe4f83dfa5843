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
}
