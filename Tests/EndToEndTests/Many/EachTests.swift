import Foundation
import TestSupport
import Testing

/// `--each`: one request for each file.
@Suite(.serialized)
struct EachTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func formpost(
        _ arguments: [String], stdin: Command.Input = .none
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
            $0.stdin = stdin
        }.run()
    }

    /// Names that mean something to `-F`, to patterns or to shells.
    private static let names = [
        "a b.jpg", "a,b.jpg", "a;b.jpg", "a\"b.jpg", "a\\b.jpg", "a'b.jpg", "@a.jpg", "<a.jpg",
        "(a.jpg",
        "-F.jpg", "=.jpg", "a=b.jpg", "{a,b}.jpg", "[a].jpg", "a*.jpg", "a?.jpg", "#1.jpg",
        "%41.jpg",
        "{{each}}.jpg", "ä\u{301}.jpg", "a\nb.jpg", "$HOME.jpg", ".jpg.jpg", "~.jpg",
        "a;type=b.jpg",
    ]

    @Test func anyNameIsTakenLiterally() async throws {
        for name in Self.names { try directory.file(name, name) }
        let server = try LoopbackServer(.respond())
        let result = try await formpost(["-s", "--each", "f=@{*,.jpg}.jpg", server.url])
        #expect(result.outcome == Outcome(0))
        let requests = try await server.requests(Self.names.count)
        let sent = try requests.map { try $0.form().part("f")?.bodyText }
        // `.jpg.jpg` is hidden, and named by the second choice.
        #expect(sent == Self.names.sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) })
    }

    /// A digest is computed once, although a request is made three times, and from the 257th on four times. The
    /// shell's account has the reads of its children.
    @Test(
        .enabled(if: FileManager.default.isReadableFile(atPath: "/proc/self/io")),
        arguments: [1, 300])
    func aDigestTakesOneRead(count: Int) async throws {
        let size = (16 << 20) / count
        for number in 0..<count { try directory.sparseFile("\(number).bin", size: Int64(size)) }
        let server = try LoopbackServer(.respond())
        for (option, reads) in [("--dry-run", 1), ("-s", 2)] {
            let script = #""$@" >/dev/null; cat /proc/$$/io"#
            let result = try await Command(
                "/bin/sh",
                arguments: ["-c", script, "sh", BuiltCommand.formpost, option]
                    + ["--each", "f=@*.bin", "--expand-form", "d={{each:sha256}}", server.url]
            ).with { $0.workingDirectory = directory.path }.run()
            let field = result.stdoutText.split(separator: "\n").first { $0.hasPrefix("rchar:") }
            let read = try #require(field.flatMap { Int($0.dropFirst("rchar: ".count)) })
            #expect(read / (size * count) == reads, "\(option): \(read)")
        }
    }

    /// It is a file like any other, and not standard input.
    @Test func aDashIsAFile() async throws {
        try directory.file("-", "dash")
        let server = try LoopbackServer(.respond())
        for (value, input) in [("f=@?", ""), ("f=<-", "-\n")] {
            let result = try await formpost(
                ["-s", "--each", value, server.url], stdin: .bytes(input))
            #expect(result.outcome == Outcome(0))
        }
        let parts = try await server.requests(2).map { try $0.form().part("f") }
        #expect(parts.map { $0?.bodyText } == ["dash", "dash"])
        #expect(parts.map { $0?.filenameText } == ["-", "-"])
    }

    @Test func listsAreReadLiterally() async throws {
        let names = Self.names.filter { !$0.contains("\n") }
        for name in names { try directory.file(name, name) }
        let server = try LoopbackServer(.respond())
        let lines = names.joined(separator: "\n")
        let result = try await formpost(
            ["-s", "--each", "f=<-", server.url], stdin: .bytes(lines))
        #expect(result.outcome == Outcome(0))
        let requests = try await server.requests(names.count)
        #expect(try requests.map { try $0.form().part("f")?.bodyText } == names)
    }

    @Test func namesADirectoryThatCannotBeRead() async throws {
        chmod(directory.path, 0o755)
        let closed = directory.path + "/d/e"
        try FileManager.default.createDirectory(
            atPath: closed, withIntermediateDirectories: true)
        chmod(closed, 0)
        defer { chmod(closed, 0o700) }
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "--each", "f=@\(directory.path)/d/**", server.url
        ).withoutPrivileges().run()
        let text = "formpost: (26) --each: cannot read the directory \(closed): Permission denied\n"
        #expect(result.outcome == Outcome(26, stderr: text))
        #expect(server.connections.isEmpty)
    }

    /// Patterns of one field add up, with a request for each file.
    @Test func severalPatternsAreOneList() async throws {
        for name in ["a", "b"] { try directory.file(name, name) }
        let server = try LoopbackServer(.respond())
        let result = try await Command.formpost(
            "-s", "--each", "f=@a", "--each", "f=@b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0))
        let forms = try await server.requests(2).map { try $0.form() }
        #expect(forms.map { $0.parts.map(\.bodyText) } == [["a"], ["b"]])
    }

    /// As `find` writes them for tens of thousands of files.
    @Test func listsMayBeLong() async throws {
        let server = try LoopbackServer(.respond())
        let directory = try TemporaryDirectory()
        try directory.file("a", "1")
        let list = String(repeating: "./", count: 800) + "a\n"
        let count = 1_100_000 / list.utf8.count
        let result = try await Command.formpost(
            "--dry-run", "--each", "f=<-", server.url
        ).with {
            $0.workingDirectory = directory.path
            $0.stdin = .bytes(Array(String(repeating: list, count: count).utf8))
        }.run()
        #expect(result.exitStatus == 0, "\(result.stderrText.suffix(300))")
    }

    @Test func listsOfFindAreRead() async throws {
        for name in Self.names { try directory.file(name, name) }
        let list = Self.names.map { "./" + $0 + "\0" }.joined()
        let path = try directory.file("list", list)
        let server = try LoopbackServer(.respond())
        let result = try await formpost(
            ["-s", "--each-null", "--each", "f=<" + path, server.url])
        #expect(result.outcome == Outcome(0))
        let requests = try await server.requests(Self.names.count)
        #expect(try requests.map { try $0.form().part("f")?.bodyText } == Self.names)
    }

    @Test func variablesAreThoseOfTheFile() async throws {
        try directory.directory("sub")
        try directory.file("sub/a.txt", "hello")
        try directory.file("sub/b.txt", "")
        let server = try LoopbackServer(.respond(201), .respond(200))
        let result = try await formpost([
            "--each", "f=@sub/*;type=x/y;filename=z", "-F", "a=b", "--expand-form",
            "s={{each:sha256}} {{index}}/{{count}}", "--expand-header", "X-Name: {{each:name}}",
            "--expand-url", server.url("/{{each:stem}}"), "--expand-output", "{{each:stem}}.out",
        ])
        #expect(
            result.outcome
                == Outcome(
                    0,
                    stderr: """
                        sub/a.txt: 201, 427 bytes
                        sub/b.txt: 200, 422 bytes
                        2 uploaded

                        """))
        let requests = try await server.requests(2)
        #expect(requests.map(\.target) == ["/a", "/b"])
        #expect(requests.map { $0.header("X-Name") } == ["a.txt", "b.txt"])
        let digests = [
            "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 1/2",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 2/2",
        ]
        #expect(try requests.map { try $0.form().part("s")?.bodyText } == digests)
        #expect(
            try requests.map { try $0.form().part("f")?.header("Content-Type") } == ["x/y", "x/y"])
        #expect(
            try requests.map { try $0.form().parts.map { $0.nameText } } == [
                ["f", "a", "s"], ["f", "a", "s"],
            ])
        #expect(directory.entries().contains("a.out") && directory.entries().contains("b.out"))
    }

    /// 300 files, and a server that fails every seventh: the rest arrives, and each failure is named.
    @Test(arguments: [[], ["-Z"]])
    func everySeventhFails(options: [String]) async throws {
        for number in 100..<400 { try directory.file("\(number)", "content \(number)") }
        let server = try LoopbackServer { request in
            .respond(request.number % 7 == 0 ? 500 : 200, body: request.header("X-Name") ?? "")
        }
        let result = try await formpost(
            ["-sS", "--each", "f=@???", "--expand-header", "X-Name: {{each}}"] + options
                + [server.url])
        #expect(result.exitStatus == 22)
        let requests = try await server.requests(300)
        let expected = (100..<400).map { "content \($0)" }
        #expect(try requests.map { try $0.form().part("f")?.bodyText ?? "" }.sorted() == expected)
        // Whole and in the order of the requests.
        let names = (100..<400).map { "\($0)" }
        #expect(result.stdoutText == names.joined())
        let failed = requests.filter { $0.number % 7 == 0 }.compactMap { $0.header("X-Name") }
            .sorted()
        let lines = failed.map {
            "formpost: (22) \($0): the server answered 500 Internal Server Error\n"
        }
        #expect(failed.count == 42 && result.stderrText.hasPrefix(lines.joined()))
    }

    /// A variable that nothing replaces is sent as it is, with a warning.
    @Test func variablesNeedExpansion() async throws {
        try directory.file("a", "1")
        let server = try LoopbackServer(.respond())
        let result = try await formpost([
            "-sS", "--each", "f=@a", "-F", "n={{each:name}}", server.url,
        ])
        #expect(result.exitStatus == 0)
        let loud = try await formpost(["--each", "f=@a", "-F", "n={{each:name}}", server.url])
        #expect(
            loud.stderrText.hasPrefix(
                "formpost: warning: -F: {{each:name}} is sent as it is: --expand-form replaces it\n"
            ))
    }
}
