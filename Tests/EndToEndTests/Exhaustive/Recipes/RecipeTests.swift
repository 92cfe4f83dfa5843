import Foundation
import TestSupport
import Testing

@testable import formpost

/// Each recipe as it stands in the manual, run by a shell, but for the host.
@Suite struct RecipeTests {
    @Test func eachHasATest() {
        let tested =
            RecipeRow.all.map(\.name) + PipelineRecipeTests.names + MachineRecipeTests.names
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
        let expected = row.sent.replacing(row.host, with: server.url(""))
        #expect(sent.joined(separator: "\n\n") == expected)
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
        ("django", .respond(body: "<form></form>"), 8, ": --capture token="),
        ("rails", .respond(body: "<form></form>"), 8, ": --capture token="),
        ("laravel", .respond(body: "<form></form>"), 8, ": --capture token="),
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
        // By tus, the creation follows the question what the server supports; and two recipes get a page
        // although there was no login.
        let steps = ["tus", "rails", "laravel"].contains(row.name) ? 2 : 1
        #expect(server.requests.count == max(steps, files))
        for secret in row.environment.values where secret.count >= 5 {
            #expect(!result.stderrText.contains(secret))
        }
    }

    @Test(arguments: RecipeRow.failedLogins.indices)
    func noticesAFailedLogin(index: Int) async throws {
        let failure = RecipeRow.failedLogins[index]
        let row = try #require(RecipeRow.all.first { $0.name == failure.name })
        let server = try LoopbackServer(script: .answers(failure.answers))
        let result = try await run(row, server)
        #expect(result.exitStatus == failure.exit, "\(result)")
        let text = failure.stderr.replacing(row.host, with: server.url(""))
        #expect(result.stderrText.contains(text), "\(result.stderrText)")
        #expect(server.requests.count == failure.answers.count)
    }

    /// A secret that is not set sends nothing.
    @Test(arguments: RecipeRow.all.indices.filter { !RecipeRow.all[$0].environment.isEmpty })
    func anEmptySecretIsRefused(index: Int) async throws {
        var row = RecipeRow.all[index]
        row.environment = row.environment.mapValues { _ in "" }
        let server = try LoopbackServer(.respond())
        let result = try await run(row, server)
        #expect(result.exitStatus == 2, "\(result)")
        #expect(row.environment.keys.contains { result.stderrText.contains($0) }, "\(result)")
        #expect(server.requests.isEmpty)
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
        return try await Command.script(
            here(recipe.command.joined(separator: "\n")), in: directory,
            environment: row.environment.mapValues(here)
        ).run()
    }
}

extension Command {
    /// A script of a shell, with the command as `formpost`; `options` are before the shell's `-c`.
    static func script(
        _ text: String, _ arguments: [String] = [], options: [String] = [],
        in directory: TemporaryDirectory, environment: [String: String]
    ) -> Command {
        let text = "formpost() { \"$FORMPOST\" \"$@\"; }\n" + text
        return Command("/bin/sh", arguments: options + ["-c", text, "sh"] + arguments).with {
            $0.workingDirectory = directory.path
            $0.environment["FORMPOST"] = BuiltCommand.formpost
            for (name, value) in environment { $0.environment[name] = value }
        }
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
