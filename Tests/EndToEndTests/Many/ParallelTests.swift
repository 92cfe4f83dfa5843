import TestSupport
import Testing

/// `-Z`: requests side by side.
@Suite(.serialized)
struct ParallelTests {
    /// The first is answered last; a second one that is answered first waits for its turn.
    @Test func responsesKeepTheirOrder() async throws {
        let second = Gate()
        let server = try LoopbackServer { request in
            request.target == "/1"
                ? Answer([.readBody, .wait(second), .respond(200, body: "/1\n"), .close])
                : Answer([.readBody, .respond(200, body: request.target + "\n"), .open(second)])
        }
        let result = try await Command.formpost(
            arguments: ["-s", "-Z", "-w", "%{urlnum}\\n", "-F", "a=b"]
                + ["/1", "/2", "/3"].map { server.url($0) }
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "/1\n0\n/2\n1\n/3\n2\n"))
    }
}
