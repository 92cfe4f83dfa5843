import Foundation
import TestSupport
import Testing

/// One script in the jobs of four services, which run a shell each in its way, with a terminal or without
/// (`ContinuousIntegrationTests` has the variables of others). The log stays a log, a failure ends the job,
/// and the token is not in the log.
@Suite(.serialized)
struct PipelineTests {
    struct Pipeline: Sendable {
        let name: String
        let environment: [String: String]
        /// The shell and its options, before the script's path.
        let shell: [String]
        /// Whether the job has a pseudo-terminal.
        var hasTerminal = false
    }

    static let all = [
        Pipeline(
            name: "GitHub Actions", environment: ["CI": "true", "GITHUB_ACTIONS": "true"],
            shell: ["bash", "--noprofile", "--norc", "-eo", "pipefail"]),
        Pipeline(
            name: "Jenkins", environment: ["JENKINS_URL": "http://ci.test/"], shell: ["sh", "-xe"]),
        Pipeline(
            name: "Buildkite", environment: ["BUILDKITE": "true"], shell: ["bash", "-e"],
            hasTerminal: true),
        Pipeline(
            name: "docker -t", environment: ["CI": "1"], shell: ["sh", "-e"], hasTerminal: true),
    ]

    private static let token = "t0ken-of-the-job"

    private func job(
        _ pipeline: Pipeline, _ server: LoopbackServer
    ) async throws -> (log: String, result: CommandResult) {
        let directory = try TemporaryDirectory()
        try directory.directory("dist")
        for name in ["a.zip", "b.zip"] { _ = try directory.file("dist/\(name)", name) }
        let script = try directory.file(
            "job.sh",
            """
            "$FORMPOST" --variable %TOKEN --expand-header "Authorization: Bearer {{TOKEN}}" \
              --each 'file=@dist/*' --journal sent "$URL"
            echo the job goes on
            """)
        let terminal = try Terminal()
        var command = Command(
            "/usr/bin/env", arguments: pipeline.shell + [script]
        ).with {
            $0.workingDirectory = directory.path
            for (name, value) in pipeline.environment { $0.environment[name] = value }
            $0.environment["FORMPOST"] = BuiltCommand.formpost
            $0.environment["URL"] = server.url
            $0.environment["TOKEN"] = Self.token
            $0.environment["NO_COLOR"] = "1"
        }
        guard pipeline.hasTerminal else {
            let result = try await command.run()
            return (result.stdoutText + result.stderrText, result)
        }
        command = command.on(terminal)
        let result = try await command.run()
        return (String(decoding: try await terminal.everything(), as: UTF8.self), result)
    }

    @Test(arguments: all.indices) func theLogIsALog(index: Int) async throws {
        let pipeline = Self.all[index]
        let server = try LoopbackServer { _ in .respond(201) }
        let (log, result) = try await job(pipeline, server)
        #expect(result.exitStatus == 0, "\(pipeline.name): \(log)")
        let text = log.replacing("\r\n", with: "\n")
        #expect(!text.contains("\r") && !text.contains("\u{1B}"), "\(pipeline.name): \(text)")
        for line in ["a.zip: 201", "b.zip: 201", "2 uploaded", "the job goes on"] {
            #expect(text.contains(line), "\(pipeline.name): \(text)")
        }
        let sent = try await server.requests(2)
        #expect(sent.allSatisfy { $0.header("Authorization") == "Bearer \(Self.token)" })
        #expect(!text.contains(Self.token))
    }

    @Test(arguments: all.indices) func aFailureEndsTheJob(index: Int) async throws {
        let pipeline = Self.all[index]
        let server = try LoopbackServer { _ in .respond(403) }
        let (log, result) = try await job(pipeline, server)
        #expect(result.exitStatus == 22, "\(pipeline.name): \(log)")
        #expect(log.contains("the server answered 403 Forbidden") && log.contains("2 failed"))
        #expect(!log.contains("the job goes on\n") && !log.contains("the job goes on\r"))
        #expect(!log.contains(Self.token))
    }
}
