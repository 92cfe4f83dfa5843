import Foundation
import TestSupport
import Testing

@testable import formpost

/// The recipes with a login, run by a shell, against applications that check every request.
@Suite struct FrameworkRecipeTests {
    private struct Found {
        var result: CommandResult
        var requests: [RecordedRequest]
        var host: String
    }

    private func run(
        _ framework: Framework, _ fault: Framework.Fault = .none,
        password: String = Framework.password
    ) async throws -> Found {
        let recipe = try #require(Recipe.named(framework.name))
        let server = try LoopbackServer(
            script: .closure { _ in
                [.readBody, .choose { [.respond(framework.answer($0, fault))] }]
            })
        let directory = try TemporaryDirectory()
        try directory.file("report.pdf", "%PDF")
        let script =
            "formpost() { \"$FORMPOST\" \"$@\"; }\n"
            + recipe.command.joined(separator: "\n")
            .replacing("https://example.com", with: server.url(""))
        let result = try await Command("/bin/sh", arguments: ["-c", script]).with {
            $0.workingDirectory = directory.path
            $0.environment["FORMPOST"] = BuiltCommand.formpost
            $0.environment["PASSWORD"] = password
        }.run()
        let host = server.url("").replacing("http://", with: "")
        return Found(result: result, requests: server.requests, host: host)
    }

    @Test(arguments: Framework.all.indices)
    func logsInAndUploads(index: Int) async throws {
        let framework = Framework.all[index]
        let found = try await run(framework)
        #expect(found.result.exitStatus == 0, "\(found.result)")
        #expect(found.result.stdoutText == "")
        let sent = try found.requests.map { try $0.described() }.joined(separator: "\n\n")
        #expect(sent == framework.sent.replacing("HOST", with: found.host))
    }

    @Test(arguments: Framework.all.indices)
    func aWrongToken(index: Int) async throws {
        let framework = Framework.all[index]
        let found = try await run(framework, .wrongToken)
        let text = framework.wrongToken.replacing("HOST", with: found.host)
        #expect(found.result.exitStatus == 22)
        #expect(found.result.stderrText.contains(text), "\(found.result.stderrText)")
    }

    /// A page without the token ends the chain.
    @Test(arguments: Framework.all.indices)
    func noToken(index: Int) async throws {
        let framework = Framework.all[index]
        let found = try await run(framework, .noToken)
        #expect(found.result.exitStatus == 8, "\(found.result)")
        #expect(found.result.stderrText.contains(": --capture token="))
        #expect(
            !found.requests.contains { $0.header("Content-Type")?.hasPrefix("multipart") ?? false })
    }

    @Test(arguments: Framework.all.indices)
    func aWrongPassword(index: Int) async throws {
        let framework = Framework.all[index]
        let found = try await run(framework, password: "wrong")
        #expect(found.result.exitStatus == 22)
        let text = framework.wrongPassword.replacing("HOST", with: found.host)
        #expect(found.result.stderrText.contains(text), "\(found.result.stderrText)")
        #expect(found.requests.count == framework.requestsWithWrongPassword)
    }
}
