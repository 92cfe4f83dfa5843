import TestSupport
import Testing

/// An upload needs no environment, and leaves no files.
@Suite(.serialized)
struct EnvironmentTests {
    private static let rows: [(String, CommandEnvironment)] = [
        ("fresh", .scrubbed),
        ("no home", changed(["HOME": "/nonexistent"])),
        ("no place for temporary files", changed(["TMPDIR": "/nonexistent"])),
        ("neither", changed(["HOME": "/nonexistent", "TMPDIR": "/nonexistent"])),
        ("home that is a file", changed(["HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null"])),
        ("empty", changed(["HOME": "", "TMPDIR": ""])),
        ("another language", changed(["LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR"])),
        ("not UTF-8", changed(["X": [0xFF, 0x80]])),
    ]

    private static func changed(_ variables: [String: any RawBytes]) -> CommandEnvironment {
        var environment = CommandEnvironment.scrubbed
        for (name, value) in variables { environment[name] = value }
        return environment
    }

    @Test(arguments: rows.indices)
    func isNotNeeded(row: Int) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("f", "hello")
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "a=b", "Cache-Control": "max-age=99"], body: "ok"))
        let result = try await Command.formpost("-sS", "-F", "f=@" + file, server.url)
            .with {
                $0.environment = Self.rows[row].1
                $0.workingDirectory = directory.path
            }.run()
        #expect(result.outcome == Outcome(0, stdout: "ok"), "\(Self.rows[row].0)")
        #expect(directory.entries() == ["f"])
        #expect(try await server.request().form().part("f")?.bodyText == "hello")
    }

    /// Not even a variable that finds libraries, since the command brings or knows its own.
    @Test func needsNoVariableAtAll() async throws {
        let server = try LoopbackServer(.respond(body: "ok"))
        let directory = try TemporaryDirectory()
        let result = try await Command.formpost("-sS", "-F", "a=b", server.url)
            .with {
                $0.environment = [:]
                $0.environment.hasFreshDirectories = false
                $0.workingDirectory = directory.path
            }.run()
        #expect(result.outcome == Outcome(0, stdout: "ok"))
        #expect(directory.entries() == [])
    }
}
