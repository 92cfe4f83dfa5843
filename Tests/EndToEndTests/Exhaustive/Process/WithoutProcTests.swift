import TestSupport
import Testing

/// Without a mounted /proc, as in some containers.
///
/// Foundation looks there for the executable, Swift for the arguments, and libdispatch, once a
/// second and when work is waiting, for the states of its threads.
@Suite(
    .serialized,
    .enabled("unshare -m is not permitted") {
        await Command.isPossible("without /proc") { $0.withoutProc() }
    })
struct WithoutProcTests {
    @Test(arguments: [["-V"], ["--help"], ["--generate", "man"], ["--nope"], []])
    func saysTheSame(arguments: [String]) async throws {
        let command = Command.formpost(arguments: arguments)
        let usual = try await command.run()
        #expect(try await command.withoutProc().run().outcome == usual.outcome)
    }

    /// Its arguments in their own bytes, and no directory for Foundation's caches.
    @Test func uploads() async throws {
        let server = try LoopbackServer(.respond(body: "stored\n"))
        let directory = try TemporaryDirectory()
        let arguments: [any RawBytes] = [
            "-F", Array("caf".utf8) + [0xE9] + Array("=b".utf8), "-F", "f=@Fixtures/img.png",
            "-F", "i=@-;filename=x", "-o", directory.path("answer"), "-m", "30", server.url,
        ]
        let result = try await Command.formpost(arguments: arguments).withoutProc().with {
            $0.workingDirectory = Repository.path
            $0.stdin = .bytes("piped")
        }.run()
        result.expect(0, stderr: "HTTP/1.1 200 OK\n")
        #expect(try directory.contents(of: "answer") == Array("stored\n".utf8))
        let parts = try await server.request().form().parts
        #expect(parts.map(\.body.count) == [1, 23_967, 5])
        #expect(parts[0].name == Array("caf".utf8) + [0xE9])
    }

    /// With work that waits for a thread at the moment when libdispatch looks: one of three such
    /// uploads used to die.
    @Test func staysAliveForSeconds() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.patternFile("file", size: 12_000_000)
        let server = try LoopbackServer(.respond(), bodies: .count)
        try await withThrowingTaskGroup(of: CommandResult.self) { group in
            for _ in 1...8 {
                group.addTask {
                    try await Command.formpost(
                        "-sS", "--limit-rate", "4M", "-F", "f=@" + file, server.url
                    ).withoutProc().run()
                }
            }
            for try await result in group { #expect(result.outcome == Outcome(0), "\(result)") }
        }
    }
}
