import TestSupport
import Testing

/// `--each` without a name: each file is the body of a request of its own.
@Suite struct EachBodyTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func formpost(
        _ arguments: String..., stdin: Command.Input = .none
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
            $0.stdin = stdin
        }.run()
    }

    @Test func isPut() async throws {
        try directory.directory("dist")
        let names = ["-", "@b", "[1-3].txt", "a b.txt", "{x,y}"]
        for name in names { try directory.file("dist/" + name, name) }
        let server = try LoopbackServer(.respond(201))
        let result = try await formpost("-s", "--each", "@dist/*", server.url("/up/"))
        #expect(result.outcome == Outcome(0))
        let requests = try await server.requests(names.count)
        #expect(requests.map(\.method) == Array(repeating: "PUT", count: names.count))
        // Newer libcurls escape in capitals.
        #expect(
            requests.map { $0.target.lowercased() } == [
                "/up/-", "/up/%40b", "/up/%5b1-3%5d.txt", "/up/a%20b.txt", "/up/%7bx%2cy%7d",
            ])
        #expect(requests.map { $0.body.text } == names)
        #expect(requests.allSatisfy { $0.header("Content-Type") == nil })
    }

    @Test func comesFromAList() async throws {
        for name in ["a", "-"] { try directory.file(name, name) }
        let server = try LoopbackServer(.respond(201))
        let result = try await formpost(
            "-s", "--each", "<-", "-X", "POST", "--expand-header", "Name: {{each}} {{index}}",
            server.url("/{1,2}"), stdin: .bytes("a\n-\n"))
        #expect(result.outcome == Outcome(0))
        let requests = try await server.requests(4)
        #expect(
            requests.map { "\($0.method) \($0.target) \($0.header("Name") ?? "")" } == [
                "POST /1 a 1", "POST /2 a 1", "POST /1 - 2", "POST /2 - 2",
            ])
        #expect(requests.map { $0.body.text } == ["a", "a", "-", "-"])
    }

    @Test func isInTheJournal() async throws {
        for name in ["a", "b"] { try directory.file(name, name) }
        let server = try LoopbackServer(.respond(500), .respond(201))
        let arguments = ["-s", "--journal", "journal", "--each", "@?", server.url]
        let first = try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
        }.run()
        #expect(first.exitStatus == 22)
        let second = try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
        }.run()
        #expect(second.exitStatus == 0)
        let bodies = try await server.requests(3).map { $0.body.text }
        #expect(bodies == ["a", "b", "a"])
    }

    /// The path is no pattern for curl, and curl puts the file at the same place.
    @Test func isSentByCurlAlike() async throws {
        try directory.file("[a]", "x")
        let server = try LoopbackServer(.respond(201))
        let line = try await formpost("--curl", "--each", "@*", server.url("/up/"))
        #expect(
            line.outcome
                == Outcome(0, stdout: "curl -T '[a]' -H Expect: -g \(server.url("/up/"))\n"))
        let result = try await Command("/bin/sh", arguments: ["-c", line.stdoutText]).with {
            $0.workingDirectory = directory.path
        }.run()
        #expect(result.exitStatus == 0, "\(result.stderrText)")
        let request = try await server.request()
        #expect(request.method == "PUT")
        #expect(request.target.lowercased() == "/up/%5ba%5d")
        #expect(request.body.text == "x")
    }

    /// Otherwise only the last one would be left there.
    @Test(arguments: [["--each", "@?/x", "/up/"], ["--each", "@a/*", "/up"]])
    func isPutAtAPlaceOfItsOwn(arguments: [String]) async throws {
        for name in ["a", "b"] { try directory.directory(name) }
        for name in ["a/x", "a/y", "b/x"] { try directory.file(name, name) }
        let server = try LoopbackServer(.respond(201))
        let url = server.url(arguments[2])
        let result = try await Command.formpost(arguments: Array(arguments[..<2]) + [url]).with {
            $0.workingDirectory = directory.path
        }.run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.contains("would replace another file at"), "\(result.stderrText)")
        #expect(server.connections.isEmpty)
        let posted = try await Command.formpost(
            arguments: ["-s", "-X", "POST"] + Array(arguments[..<2]) + [url]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(posted.exitStatus == 0)
    }

    @Test(arguments: [
        (["--each", "@a;type=b"], "is not name=@pattern"),
        (["--each", "@a", "-F", "c=d"], "--each"), (["--each", "@a", "-d", "c"], "--each"),
        (["--each", "@a", "-T", "a"], "--each"), (["--each", "@a", "--each", "f=@a"], "--each"),
        (["--each", "@-"], "write '<-'"),
    ])
    func isRefused(arguments: [String], reason: String) async throws {
        try directory.file("a", "x")
        let result = try await Command.formpost(arguments: arguments + ["http://127.0.0.1:9/"])
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.contains(reason), "\(result.stderrText)")
    }
}
