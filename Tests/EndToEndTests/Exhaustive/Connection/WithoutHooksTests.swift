import TestSupport
import Testing

/// The built command where libcurl cannot be reached under URLSession. Only debug builds can be told to be so.
@Suite(.enabled("formpost is not a debug build") { await Command.canDoWithoutHooks() })
struct WithoutHooksTests {
    /// Whatever it is that would be sent.
    @Test(arguments: [
        ["-F", "f=@Fixtures/img.png"], ["-d", "a=b"], ["-G", "-d", "a=b"],
        ["-T", "Fixtures/img.png"],
        ["--chunked", "-F", "a=b"], ["-k", "-F", "a=b"],
        ["--retry", "3", "--retry-all-errors", "-F", "a=b"],
    ])
    func nothingIsSent(arguments: [String]) async throws {
        let server = try LoopbackServer()
        for url in [server.url, server.url("/", scheme: "https")] {
            let result = try await Command.withoutHooks(arguments + [url]).run()
            result.expect(
                4,
                stderr: "formpost: (4) uploading is not available: libcurl cannot be reached here\n"
            )
        }
        #expect(server.connections.isEmpty)
    }

    @Test(arguments: [["--dry-run"], ["--dry-run=body"], ["--curl"]])
    func whatSendsNothingWorks(options: [String]) async throws {
        let result = try await Command.withoutHooks(options + ["-F", "a=b", "http://h.invalid/"])
            .run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(!result.stdout.isEmpty)
    }
}

extension Command {
    fileprivate static func withoutHooks(_ arguments: [any RawBytes]) -> Command {
        formpost(arguments: arguments).with {
            $0.environment["FORMPOST_WITHOUT_HOOKS"] = "1"
            $0.workingDirectory = Repository.path
        }
    }

    fileprivate static func canDoWithoutHooks() async -> Bool {
        let version = try? await withoutHooks(["-V"]).run()
        return version?.stdoutText.contains("Hooks: not in effect") == true
    }
}
