import Foundation
import TestSupport
import Testing

/// Conflicting uses of a file are found before any file is opened.
@Suite struct FileClaimTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let message: String

        init(_ arguments: String..., says message: String) {
            (self.arguments, self.message) = (arguments, message)
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static func overwrites(_ output: String, _ input: String) -> String {
        "\(output) would overwrite the input of \(input): it is the same file"
    }

    private static func same(_ first: String, _ second: String) -> String {
        "\(first) and \(second) are the same file: one would overwrite the other"
    }

    private static func shares(_ journal: String, _ other: String) -> String {
        "\(journal) and \(other) are the same file: a journal needs a file of its own"
    }

    private static let refused: [Row] = [
        Row("-F", "f=@in", "--stderr", "in", says: overwrites("--stderr in", "-F in")),
        Row("-F", "f=@in", "-D", "./in", says: overwrites("-D ./in", "-F in")),
        Row("-F", "f=@in", "--trace", "link", says: overwrites("--trace link", "-F in")),
        Row(
            "-F", "f=@in", "--trace-ascii", "hard", says: overwrites("--trace-ascii hard", "-F in")),
        Row("-F", "f=@in", "--dump-body", "in", says: overwrites("--dump-body in", "-F in")),
        Row("-F", "f=@in", "-w", "%output{in}x", says: overwrites("-w in", "-F in")),
        Row("-F", "f=@in", "-c", "in", says: overwrites("-c in", "-F in")),
        Row(
            "--form-tree", "f=tree", "-D", "tree/in",
            says: overwrites("-D tree/in", "--form-tree tree/in")),
        Row(
            "--form-glob", "f=@tree/*", "-D", "tree/in",
            says: overwrites("-D tree/in", "--form-glob tree/in")),
        Row("-F", "f=<in", "-D", "in", says: overwrites("-D in", "-F in")),
        Row("-F", "f=a;headers=@in", "-D", "in", says: overwrites("-D in", "-F in")),
        Row("-F", "f=a", "-H", "@in", "-D", "in", says: overwrites("-D in", "-H in")),
        Row("-F", "f=a", "-b", "in", "-D", "in", says: overwrites("-D in", "-b in")),
        Row("-F", "f=a", "--cacert", "in", "-D", "in", says: overwrites("-D in", "--cacert in")),
        Row(
            "-F", "f=a", "--url-query", "q@in", "-D", "in",
            says: overwrites("-D in", "--url-query in")),
        Row("-F", "f=a", "-w", "@in", "-D", "in", says: overwrites("-D in", "-w in")),
        Row(
            "-F", "f=@in", "-w", "%output{>>in}x%output{in}y", says: overwrites("-w in", "-F in")),
        Row("-F", "f=a", "-o", "x", "-D", "./x", says: same("-o x", "-D ./x")),
        Row("-F", "f=a", "-o", "x", "-c", "x", says: same("-o x", "-c x")),
        Row("-F", "f=a", "-D", "x", "--trace", "x", says: same("-D x", "--trace x")),
        Row("-F", "f=a", "--stderr", "x", "--trace", "x", says: same("--stderr x", "--trace x")),
        Row("-F", "f=a", "-D", "x", "-w", "%output{x}", says: same("-D x", "-w x")),
        Row("-F", "f=a", "-D", "new/../x", "-o", "x", says: same("-D new/../x", "-o x")),
        Row(
            "-F", "f=a", "--create-dirs", "-o", "a/b/x", "-D", "./a//b/x",
            says: same("-o a/b/x", "-D ./a//b/x")),
        Row("-F", "f=a", "-D", "out", says: same("-D out", "standard output")),
        Row("-F", "f=a", "-o", "err", says: same("-o err", "standard error")),
        Row("-F", "f=@in", "--journal", "in", says: shares("--journal in", "-F in")),
        Row("-F", "f=a", "--journal", "x", "-o", "./x", says: shares("--journal x", "-o ./x")),
        Row("-F", "f=a", "-o", "x", "--journal", "./x", says: shares("--journal ./x", "-o x")),
        Row(
            "-F", "f=a", "-w", "%output{>>x}y", "--journal", "x",
            says: shares("--journal x", "-w x")),
        Row(
            "-F", "f=a", "--journal", "out", says: shares("--journal out", "standard output")),
        Row("-F", "f=@out", says: overwrites("standard output", "-F out")),
        Row("-F", "f=@err", says: overwrites("standard error", "-F err")),
    ]

    private func scene() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for name in ["in", "out", "err"] { try directory.file(name, "kept") }
        try directory.directory("new")
        try directory.directory("tree")
        try directory.file("tree/in", "kept")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: directory.path("link"), withDestinationPath: "in")
        try files.linkItem(atPath: directory.path("in"), toPath: directory.path("hard"))
        return directory
    }

    /// Standard output and error are appended to files, as with `>>out 2>>err`.
    private func run(
        _ arguments: [String], in directory: TemporaryDirectory
    ) async throws -> CommandResult {
        let command = Command.formpost().path
        return try await Command(
            "/bin/sh",
            arguments: ["-c", "exec \"$@\" >>out 2>>err", "sh", command] + arguments
        ).with { $0.workingDirectory = directory.path }.run()
    }

    @Test(arguments: refused)
    func isRefused(row: Row) async throws {
        let directory = try scene()
        let server = try LoopbackServer()
        let result = try await run(row.arguments + [server.url], in: directory)
        #expect(result.exitStatus == 2)
        #expect(
            String(decoding: try directory.contents(of: "err"), as: UTF8.self)
                == "keptformpost: (2) \(row.message)\n")
        for name in ["in", "out"] {
            #expect(try directory.contents(of: name) == Array("kept".utf8))
        }
        #expect(
            directory.entries().sorted() == [
                "err", "hard", "in", "link", "new", "out", "tree", "tree/in",
            ])
        #expect(server.connections.isEmpty)
    }

    private static let allowed: [[String]] = [
        ["-F", "f=@in", "-o", "in"],
        ["-F", "f=a", "-b", "in", "-c", "in"],
        ["-F", "f=@in", "-F", "g=@in", "-H", "@empty"],
        ["-F", "f=@in", "-w", "%output{>>in}x"],
        ["-F", "f=a", "-D", "x", "-w", "%output{>>x}x"],
        ["-F", "f=a", "-w", "%output{x}x%output{y}%output{x}"],
        ["-F", "f=a", "-D", "/dev/null", "-o", "/dev/null", "--trace", "/dev/null"],
        ["-F", "f=a", "-D", "-", "--trace", "-"],
        ["-F", "f=a", "-o", "/dev/stdout", "-D", "/dev/stderr"],
        ["-F", "f=a", "-o", "x", "--trace-ascii", "/dev/stderr"],
        ["-F", "f=a", "--stderr", "/dev/stdout", "-w", "%output{/dev/stdout}x"],
        ["-F", "f=a", "-D", "x", "-D", "y", "-o", "x"],
        ["-F", "f=a", "--trace", "x", "--trace-ascii", "x"],
        ["-F", "f=a", "-o", "in", "--no-clobber", "-D", "in"],
    ]

    @Test(arguments: allowed)
    func isSent(arguments: [String]) async throws {
        let directory = try scene()
        try directory.file("empty", "")
        let server = try LoopbackServer(.respond(200, body: "ok"))
        let result = try await run(arguments + [server.url], in: directory)
        let said = String(decoding: try directory.contents(of: "err"), as: UTF8.self)
        #expect(result.exitStatus == 0, "\(said)")
        #expect(server.requests.count == 1)
        // The previous content of the caller's files is still there.
        #expect(said.hasPrefix("kept"))
        #expect(try directory.contents(of: "out").starts(with: Array("kept".utf8)))
    }

    private static let twice: [([String], String)] = [
        (["-F", "a=@-", "-F", "b=@/dev/stdin"], "-F /dev/stdin and -F a=@- both"),
        (["-F", "a=@/dev/stdin", "-F", "b=@/dev/fd/0"], "-F /dev/stdin and -F /dev/fd/0 both"),
        (["-F", "a=@/dev/stdin", "-F", "b=@/dev/stdin"], "-F /dev/stdin and -F /dev/stdin both"),
        (["-F", "a=@/dev/stdin,/dev/stdin"], "-F /dev/stdin and -F /dev/stdin both"),
        (["-F", "a=b", "-H", "@-", "-w", "@/dev/stdin"], "-w /dev/stdin and -H @- both"),
    ]

    /// A pipe has one reader under any name; a file can have several.
    @Test(arguments: twice)
    func aPipeIsReadOnce(arguments: [String], start: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: arguments + [server.url])
            .with { $0.stdin = .bytes("X: y\n") }.run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.hasPrefix("formpost: (2) \(start) read standard input"))
        #expect(server.connections.isEmpty)
        let directory = try TemporaryDirectory()
        let path = try directory.file("stdin", "X: y\n")
        let fromFile = try await Command.formpost(
            "-sS", "-F", "a=@-", "-F", "b=@/dev/stdin", server.url
        ).with { $0.stdin = .file(path) }.run()
        #expect(fromFile.outcome == Outcome(0))
    }

    /// Of several requests it is one use, in each of which it is read: what has an end at once can be.
    @Test(arguments: [["-F", "a=@/dev/stdin"], ["-F", "a=b;headers=@/dev/stdin"]])
    func oneFieldOfSeveralRequestsIsOneUse(field: [String]) async throws {
        let directory = try TemporaryDirectory()
        for name in ["e1", "e2"] { try directory.file(name, "x") }
        let arguments =
            ["--each", "f=@\(directory.path)/e*"] + field + ["--dry-run", "http://127.0.0.1:9/"]
        let result = try await Command.formpost(arguments: arguments)
            .with { $0.stdin = .file("/dev/null") }.run()
        #expect(result.exitStatus == 0, "\(result.stderrText)")
    }

    /// A complete response may replace the file that was sent.
    @Test func theResponseReplacesTheInput() async throws {
        let directory = try scene()
        let server = try LoopbackServer(.respond(200, body: "answer"))
        _ = try await run(["-F", "f=@in", "-o", "in", server.url], in: directory)
        #expect(try directory.contents(of: "in") == Array("answer".utf8))
        let form = try await server.requests(1)[0].form()
        #expect(form.parts[0].body == Array("kept".utf8))
    }

    /// The file would grow for ever while it is sent.
    @Test func theBodyIsNotAddedToItsInput() async throws {
        let directory = try scene()
        let result = try await run(
            ["-F", "f=@out", "--dump-body", "-", "http://127.0.0.1:9/"], in: directory)
        #expect(result.exitStatus == 2)
        #expect(try directory.contents(of: "out") == Array("kept".utf8))
    }
}
