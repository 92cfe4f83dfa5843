import Foundation
import TestSupport
import Testing

/// Files that cannot be sent: exit 26 before anything is connected to, with path and reason.
@Suite(.serialized)
struct BadFileTests {
    private static let rows: [(String, String)] = [
        ("f=@missing.png", "cannot read missing.png: No such file or directory"),
        ("f=<missing", "cannot read missing: No such file or directory"),
        (
            "f=@directory",
            "cannot read directory: Is a directory; --form-tree 'f=directory' adds all files in it, "
                + "--form-glob 'f=@directory/*' those directly in it"
        ),
        ("f=<directory", "cannot read directory: Is a directory"),
        (
            "f=@directory/",
            "cannot read directory/: Is a directory; --form-tree 'f=directory/' adds all files in it, "
                + "--form-glob 'f=@directory/*' those directly in it"
        ),
        ("f=@smal.txt", "cannot read smal.txt: No such file or directory"),
        ("f=@samll", "cannot read samll: No such file or directory (did you mean small?)"),
        ("f=<Small", "cannot read Small: No such file or directory (did you mean small?)"),
        ("f=@./smal", "cannot read ./smal: No such file or directory (did you mean ./small?)"),
        ("f=@direc.tory", "cannot read direc.tory: No such file or directory"),
        ("f=@small/", "cannot read small/: Not a directory"),
        ("f=@small/below", "cannot read small/below: Not a directory"),
        ("f=@loop", "cannot read loop: Too many levels of symbolic links"),
        (
            "f=@dangling",
            "-F: cannot read dangling: No such file or directory; for text that begins with '@' or "
                + "'<' use --form-string\n    f=@dangling\n       ^"
        ),
        ("f=@", "-F: there is no file name after the '@'\n    f=@\n       ^"),
        (
            "f=@small,missing",
            "-F: cannot read missing: No such file or directory; ',' begins another file: if it "
                + "belongs to the name, write 'f=@\"small,missing\"'\n    f=@small,missing\n"
                + "             ^"
        ),
        ("f=@\"a b\tc.d\"", "cannot read 'a b\\tc.d': No such file or directory"),
        ("f=@\u{1B}]2J", "cannot read '\\x1b]2J': No such file or directory"),
    ]

    /// An error of syntax, wherever it stands, is reported before an error of a file, as by curl.
    @Test(arguments: [
        ["-F", "x=@missing;type=x , x.png"], ["-H", "@missing", "-F", "nothing"],
        ["-F", "f=@missing", "http://127.0.0.1:9/", "--next", "-F", "nothing"],
        ["-T", "missing", "http://127.0.0.1:9/", "--next", "-F", "a=b;type=/"],
    ])
    func syntaxComesFirst(arguments: [String]) async throws {
        let arguments = ["-sS"] + arguments + ["http://127.0.0.1:9/"]
        for options in [[], ["--form-lax"]] {
            let result = try await Command.formpost(arguments: options + arguments).run()
            #expect(result.exitStatus == 2, "\(result)")
        }
        #expect(try await Command.curl(arguments: arguments).run().exitStatus == 2)
    }

    /// What is read into memory has a limit: 1 MiB, and 64 MiB for lists.
    @Test(arguments: [
        (["-H", "@large"], "-H: cannot read large: File too large"),
        (["--url-query", "a@large"], "--url-query: cannot read large: File too large"),
        (["-K", "list"], "cannot read the configuration file list: File too large"),
    ])
    func isTooLarge(options: [String], reason: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.sparseFile("large", size: 1 << 20 + 1)
        try directory.sparseFile("list", size: 64 << 20 + 1)
        let result = try await Command.formpost(
            arguments: ["-sS"] + options + ["-F", "a=b", "http://127.0.0.1:9/"]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(26, stderr: "formpost: (26) \(reason)\n"))
    }

    private func directory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.file("small", "small")
        try directory.directory("directory")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: directory.path("loop"), withDestinationPath: directory.path("loop"))
        try files.createSymbolicLink(
            atPath: directory.path("dangling"), withDestinationPath: directory.path("gone"))
        return directory
    }

    @Test(arguments: rows)
    func isSaidBeforeConnecting(argument: String, reason: String) async throws {
        let directory = try directory()
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "a=b", "-F", argument, server.url)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(26, stderr: "formpost: (26) \(reason)\n"))
        #expect(server.connections.isEmpty)
    }

    @Test(arguments: [
        ("-T", "samll"), ("-d", "@samll"), ("--data-binary", "@samll"), ("--json", "@samll"),
        ("--form-glob", "f=@samll"), ("--each", "f=@samll"),
    ])
    func namesTheFileThatMayBeMeant(option: String, value: String) async throws {
        let directory = try directory()
        let server = try LoopbackServer()
        let result = try await Command.formpost(option, value, server.url)
            .with { $0.workingDirectory = directory.path }.run()
        let text =
            "formpost: (26) \(option): cannot read samll: No such file or directory (did you mean "
            + "small?)\n"
        #expect(result.outcome == Outcome(26, stderr: text))
        #expect(server.connections.isEmpty)
    }

    @Test func isSaidBeforeThePipeIsRead() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "a=@-", "-F", "f=@missing", server.url)
            .with { $0.stdin = .pipe }.run()
        #expect(result.exitStatus == 26)
        #expect(server.connections.isEmpty)
    }

    /// Root may read everything, so the command runs as nobody then.
    @Test(.enabled("runs as root only") { await Command.canDropPrivileges() })
    func namesAFileThatMayNotBeRead() async throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o755)
        let file = try directory.file("secret", "x")
        chmod(file, 0)
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "f=@" + file, server.url)
            .withoutPrivileges().run()
        #expect(
            result.outcome
                == Outcome(26, stderr: "formpost: (26) cannot read \(file): Permission denied\n"))
        #expect(server.connections.isEmpty)
    }

    /// Six EiB, which base64 makes longer than a length can be; where a file system takes such files.
    @Test func fileThatIsTooLongForItsEncoder() async throws {
        let path = "/dev/shm/formpost-test-" + UUID().uuidString
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer {
            close(descriptor)
            unlink(path)
        }
        guard ftruncate(descriptor, 6 << 60) == 0 else { return }
        let server = try LoopbackServer()
        for field in ["f=@\(path);encoder=base64", "f=@-;encoder=base64"] {
            let result = try await Command.formpost("-F", field, server.url)
                .with { $0.stdin = .file(path) }.run()
            #expect(
                result.outcome
                    == Outcome(
                        26, stderr: "formpost: (26) the form is longer than 2^63 - 1 bytes\n"))
        }
        #expect(server.connections.isEmpty)
    }

    /// The boundary is at the end of a large file.
    @Test(arguments: ["", ";encoder=quoted-printable"])
    func boundaryThatIsInAFile(encoder: String) async throws {
        let directory = try TemporaryDirectory()
        let text = String(repeating: "x", count: 3_000_000) + "\r\n--BB"
        try directory.file("f", text)
        let server = try LoopbackServer()
        for field in ["f=@f", "f=@-"] {
            let result = try await Command.formpost(
                "--boundary", "BB", "-F", field + encoder, server.url
            ).with { [directory] in
                $0.workingDirectory = directory.path
                $0.stdin = .bytes(text)
            }.run()
            #expect(
                result.outcome
                    == Outcome(
                        2,
                        stderr: "formpost: (2) the field 'f' contains the boundary 'BB': "
                            + "choose another boundary\n"))
        }
        #expect(server.connections.isEmpty)
    }

    private static let inputs: [(Command.Input, String)] = [
        (.closed, "Bad file descriptor"), (.file("/"), "Is a directory"),
    ]

    @Test(arguments: inputs)
    func standardInputThatCannotBeRead(input: Command.Input, reason: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "f=@-", server.url)
            .with { $0.stdin = input }.run()
        let text = "formpost: (26) cannot read standard input: \(reason)\n"
        #expect(result.outcome == Outcome(26, stderr: text))
        #expect(server.connections.isEmpty)
    }

    @Test func standardInputOnlyOnce() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "f=@-", "-F", "g=<-", server.url)
            .with { $0.stdin = .bytes("piped") }.run()
        #expect(
            result.outcome
                == Outcome(
                    2,
                    stderr: "formpost: (2) -F: standard input can be read only once, and -F f=@- "
                        + "reads it already\n    g=<-\n       ^\n"))
        #expect(server.connections.isEmpty)
    }
}
