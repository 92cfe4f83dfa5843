import Foundation
import TestSupport
import Testing

@testable import formpost

/// Each recipe as it stands in the manual, run by a shell, but for the host.
@Suite struct RecipeTests {
    @Test func eachHasATest() {
        let tested =
            RecipeRow.all.map(\.name) + Framework.all.map(\.name) + PipelineRecipeTests.names
            + MachineRecipeTests.names
        #expect(Recipe.all.map(\.name).sorted() == tested.sorted())
    }

    @Test(arguments: RecipeRow.all.indices)
    func sendsWhatTheServiceWants(index: Int) async throws {
        let row = RecipeRow.all[index]
        let server = try LoopbackServer(script: .answers(row.answers))
        let result = try await run(row, server)
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stdoutText == row.stdout)
        #expect(
            row.stderr.isEmpty || result.stderrText.contains(row.stderr), "\(result.stderrText)")
        #expect(server.requests.count == row.answers.count)
        let sent = try await server.requests(row.answers.count).map { try $0.described() }
        #expect(sent.joined(separator: "\n\n") == row.sent)
    }

    /// What the service documents for a request that it does not take, and how the recipe ends.
    private static let refusals: [(name: String, answer: Answer, exit: Int32, stderr: String)] = [
        ("catbox", .respond(412, body: "Invalid uploader"), 22, "412 Precondition Failed"),
        ("0x0", .respond(413), 22, "413"),
        ("s3", .respond(403, body: "<Error/>"), 22, "403 Forbidden"),
        ("s3-put", .respond(403, body: "<Error/>"), 22, "403 Forbidden"),
        ("ipfs", .respond(500, body: #"{"Message":"no"}"#), 22, "500 Internal Server Error"),
        ("discord", .respond(400, body: #"{"code":50006}"#), 22, "400 Bad Request"),
        ("telegram", .respond(400, body: #"{"ok":false}"#), 22, "400 Bad Request"),
        (
            "slack", .respond(200, body: #"{"ok":false,"error":"not_authed"}"#), 22,
            "/ok"
        ),
        ("jira", .respond(403), 22, "403 Forbidden"),
        ("pypi", .respond(400, body: "File already exists"), 22, "400 Bad Request"),
        ("nexus", .respond(400), 22, "400 Bad Request"),
        ("nexus-raw", .respond(400), 22, "400 Bad Request"),
        ("artifactory", .respond(409, body: "checksum mismatch"), 22, "409 Conflict"),
        ("gitlab", .respond(401), 22, "401 Unauthorized"),
        ("gitlab-upload", .respond(413), 22, "413"),
        ("github", .respond(422, body: "{}"), 22, "422"),
        ("dependency-track", .respond(401), 22, "401 Unauthorized"),
        ("openai", .respond(400, body: "{}"), 22, "400 Bad Request"),
        ("cloudflare", .respond(400, body: #"{"success":false}"#), 22, "400 Bad Request"),
        ("resumable", .respond(403), 22, "403 Forbidden"),
        ("tus", .respond(403), 22, "403 Forbidden"),
        ("ci", .respond(403), 22, "403 Forbidden"),
    ]

    @Test func eachHasARefusal() {
        #expect(Self.refusals.map(\.name) == RecipeRow.all.map(\.name))
    }

    @Test(arguments: RecipeRow.all.indices)
    func endsWhereTheServiceRefuses(index: Int) async throws {
        let row = RecipeRow.all[index]
        let refusal = Self.refusals[index]
        let server = try LoopbackServer { _ in refusal.answer }
        let result = try await run(row, server)
        #expect(result.exitStatus == refusal.exit, "\(result)")
        #expect(result.stderrText.contains(refusal.stderr), "\(result.stderrText)")
        // No step follows one that was refused, and no secret is printed.
        let files = row.files.keys.count { $0.hasPrefix("dist/") }
        // By tus, the creation follows the question what the server supports.
        let steps = row.name == "tus" ? 2 : 1
        #expect(server.requests.count == max(steps, files))
        for secret in row.environment.values where secret.count >= 5 {
            #expect(!result.stderrText.contains(secret))
        }
    }

    private func run(_ row: RecipeRow, _ server: LoopbackServer) async throws -> CommandResult {
        let recipe = try #require(Recipe.named(row.name))
        let here: @Sendable (String) -> String = { [url = server.url("")] text in
            text.replacing(row.host, with: url)
        }
        let directory = try TemporaryDirectory()
        for (path, content) in row.files {
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: directory.path(path)).deletingLastPathComponent().path,
                withIntermediateDirectories: true)
            try directory.file(path, here(content))
        }
        let script =
            "formpost() { \"$FORMPOST\" \"$@\"; }\n" + recipe.command.joined(separator: "\n")
        return try await Command("/bin/sh", arguments: ["-c", here(script)]).with {
            $0.workingDirectory = directory.path
            $0.environment["FORMPOST"] = BuiltCommand.formpost
            for (name, value) in row.environment { $0.environment[name] = here(value) }
        }.run()
    }

    /// A secret that is not set sends nothing.
    @Test(arguments: RecipeRow.all.filter { !$0.environment.isEmpty }.map(\.name))
    func anEmptySecretIsRefused(name: String) async throws {
        let recipe = try #require(Recipe.named(name))
        let row = try #require(RecipeRow.all.first { $0.name == name })
        let server = try LoopbackServer(.respond())
        let directory = try TemporaryDirectory()
        for (path, content) in row.files {
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: directory.path(path)).deletingLastPathComponent().path,
                withIntermediateDirectories: true)
            try directory.file(path, content)
        }
        let script =
            "formpost() { \"$FORMPOST\" \"$@\"; }\n"
            + recipe.command.joined(separator: "\n").replacing(row.host, with: server.url(""))
        let result = try await Command("/bin/sh", arguments: ["-c", script]).with {
            $0.workingDirectory = directory.path
            $0.environment["FORMPOST"] = BuiltCommand.formpost
            for name in row.environment.keys { $0.environment[name] = "" }
        }.run()
        #expect(result.exitStatus == 2, "\(result)")
        #expect(row.environment.keys.contains { result.stderrText.contains($0) }, "\(result)")
        #expect(server.requests.isEmpty)
    }
}

extension RecordedRequest {
    /// The request line, the fields of the head that matter, and the parts or the body.
    func described() throws -> String {
        var lines = ["\(method) \(target)"]
        let type = header("Content-Type") ?? ""
        let isForm = type.hasPrefix("multipart/")
        let usual: Set = ["host", "user-agent", "accept", "content-length", "expect"]
        for field in headers.sorted(by: { $0.name < $1.name })
        where !usual.contains(field.name.lowercased()) && !(isForm && field.value == type) {
            // libcurl's order depends on the lengths of names.
            let value =
                field.name == "Cookie"
                ? field.value.components(separatedBy: "; ").sorted().joined(separator: "; ")
                : field.value
            lines.append("\(field.name) = \(value)")
        }
        guard isForm else {
            let body = self.body.text
            return (lines + (body.isEmpty ? [] : [body])).joined(separator: "\n")
        }
        for part in try form().parts {
            let facts = [part.filenameText, part.contentType].compactMap(\.self)
            let note = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
            lines.append("\(part.nameText ?? "")\(note): \(part.bodyText)")
        }
        return lines.joined(separator: "\n")
    }
}
