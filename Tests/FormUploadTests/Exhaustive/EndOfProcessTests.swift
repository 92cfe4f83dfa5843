#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// A process that ends, or has a child that ends, while it uploads: exit(3) calls what OpenSSL has
    /// registered, while the thread of the transfers runs.
    @Suite(
        .serialized,
        .enabled(
            if: ProcessInfo.processInfo.environment["FORMPOST_SANITIZED"] == nil,
            "a sanitizer has an exit of its own"))
    struct EndOfProcessTests {
        private func run(
            _ what: String, _ steps: [Step], uploads: Int, mebibytes: Int
        ) async throws -> CommandResult {
            let server = try LoopbackServer(Answer(steps), bodies: .count, tls: TLSOptions())
            return try await Command(
                BuiltCommand.besideTests("SequenceUpload"),
                arguments: [server.url, "\(mebibytes)", "\(uploads)", what]
            ).run()
        }

        private static let answer: [Step] = [.readBytes(1 << 20), .respond(200), .readBody]

        @Test(arguments: [("exit", [.readBody]), ("exit-in-handler", answer)])
        func exitsWithItsStatus(what: String, steps: [Step]) async throws {
            for _ in 1...5 {
                let result = try await run(what, steps, uploads: 4, mebibytes: 4000)
                #expect(result.exitStatus == 3, "\(result)")
                #expect(result.stderrText == "")
            }
        }

        @Test func aChildMayExit() async throws {
            let result = try await run("fork", Self.answer, uploads: 1, mebibytes: 4)
            #expect(result.exitStatus == 0, "\(result)")
            #expect(result.stdoutText == "child: 7\n200\n")
        }
    }
#endif
