import Foundation
import TestSupport
import Testing

@testable import formpost

/// The scripts in the YAML of pipelines, run by a shell as the service runs them.
@Suite struct PipelineRecipeTests {
    static let names = ["github-actions", "gitlab-ci"]

    /// The text of the one block `|` of a recipe, without its indentation.
    private func script(_ name: String) throws -> String {
        let lines = try #require(Recipe.named(name)).command
        let start = try #require(lines.firstIndex { $0.hasSuffix("run: |") || $0.hasSuffix("- |") })
        let outer = lines[start].prefix { " -".contains($0) }.count
        let first = try #require(lines[(start + 1)...].first)
        let depth = first.prefix { $0 == " " }.count
        #expect(depth > outer - 2)
        let block = lines[(start + 1)...].prefix { $0.prefix { $0 == " " }.count >= depth }
        return block.map { String($0.dropFirst(depth)) }.joined(separator: "\n")
    }

    private func run(
        _ name: String, _ server: LoopbackServer, in directory: TemporaryDirectory
    ) async throws -> CommandResult {
        let script = try script(name).replacing("https://example.com", with: server.url(""))
        return try await Command.script(
            "sleep() { :; }\n" + script, options: ["-e"], in: directory,
            environment: ["TOKEN": "t0k", "CI": "true"]
        ).run()
    }

    private func artifacts() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.directory("dist")
        for name in ["a.zip", "b.zip"] { try directory.file("dist/\(name)", "zip \(name)") }
        return directory
    }

    private func upload(_ name: String) -> String {
        """
        POST /artifacts
        Authorization = Bearer t0k
        file (\(name), application/zip): zip \(name)
        """
    }

    /// No tabs, indentation in twos, and nothing but the block has a backslash at its end.
    @Test(arguments: names)
    func isYAML(name: String) throws {
        let lines = try #require(Recipe.named(name)).command
        for line in lines {
            #expect(!line.contains("\t") && line.prefix { $0 == " " }.count % 2 == 0, "\(line)")
        }
        #expect(lines[0].hasPrefix("- name:") || lines[0].hasSuffix(":"))
        #expect(try script(name).contains("formpost --each 'file=@dist/*'"))
    }

    @Test(arguments: names)
    func uploadsEachOnce(name: String) async throws {
        let directory = try artifacts()
        let server = try LoopbackServer(.respond(201, body: "answer"))
        let result = try await run(name, server, in: directory)
        #expect(
            result.outcome
                == Outcome(
                    0,
                    stderr: """
                        dist/a.zip: 201, 199 bytes
                        dist/b.zip: 201, 199 bytes
                        2 uploaded

                        """))
        #expect(
            try await server.requests(2).map { try $0.described() } == [
                upload("a.zip"), upload("b.zip"),
            ])
        let again = try await run(name, server, in: directory)
        #expect(
            again.outcome
                == Outcome(
                    0, stderr: "0 uploaded, 2 skipped (already in uploads.journal)\n"))
        #expect(server.requests.count == 2)
    }

    /// A fresh checkout with the journal of the cache.
    @Test func aLaterJobSkipsWhatIsThere() async throws {
        let server = try LoopbackServer(.respond(201))
        let first = try artifacts()
        #expect(try await run("gitlab-ci", server, in: first).exitStatus == 0)
        let second = try artifacts()
        try second.file("uploads.journal", try first.contents(of: "uploads.journal"))
        #expect(
            try await run("gitlab-ci", server, in: second).outcome
                == Outcome(
                    0, stderr: "0 uploaded, 2 skipped (already in uploads.journal)\n"))
    }

    /// What fails is named, and sent by the next call alone.
    @Test(arguments: names)
    func sendsTheRestLater(name: String) async throws {
        let directory = try artifacts()
        let server = try LoopbackServer { request in .respond(request.number == 1 ? 403 : 201) }
        let first = try await run(name, server, in: directory)
        let failure = "formpost: (22) dist/a.zip: the server answered 403 Forbidden\n"
        #expect(first.stderrText.hasPrefix(failure), "\(first)")
        if first.exitStatus != 0 {
            #expect(name == "gitlab-ci" && first.exitStatus == 22)
            #expect(try await run(name, server, in: directory).exitStatus == 0)
        }
        #expect(
            try await server.requests(3).map { try $0.described() }
                == [upload("a.zip"), upload("b.zip"), upload("a.zip")])
        #expect(!first.stderrText.contains("t0k"))
    }
}
