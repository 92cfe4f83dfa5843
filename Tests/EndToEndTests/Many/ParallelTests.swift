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
                ? Answer([
                    .readBody, .wait(second),
                    .respond(200, headers: ["Connection": "close"], body: "/1\n"), .close,
                ])
                : Answer([.readBody, .respond(200, body: request.target + "\n"), .open(second)])
        }
        let result = try await Command.formpost(
            arguments: ["-s", "-Z", "-w", "%{urlnum}\\n", "-F", "a=b"]
                + ["/1", "/2", "/3"].map { server.url($0) }
        ).run()
        result.expect(0, stdout: "/1\n0\n/2\n1\n/3\n2\n")
    }

    /// Few open files do not fail requests that wait for their turn.
    @Test func fewOpenFilesAreEnough() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer { request in
            Answer([
                .readBody, .pause(request.target == "/100" ? 0.5 : 0),
                .respond(200, body: request.target),
            ])
        }
        let result = try await Command(
            "/bin/sh",
            arguments: [
                "-c", "ulimit -n 80; exec \"$0\" \"$@\"", BuiltCommand.formpost, "-sS", "-Z",
                "--parallel-max", "5", "-F", "a=b",
            ] + (100...249).flatMap { ["-o", "\($0)", server.url("/\($0)")] }
        ).with { $0.workingDirectory = directory.path }.run()
        result.expect(0)
        #expect(directory.entries().count == 150)
    }
}
