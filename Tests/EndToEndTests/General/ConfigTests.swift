import TestSupport
import Testing

/// `-K`, the default configuration file and `-q`, compared with curl.
@Suite(.serialized)
struct ConfigTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    struct Row: Sendable, CustomTestStringConvertible {
        var content: [UInt8]
        /// Lines of the request and parts of its body, `\r\n` between lines.
        var sent: [String]

        init(_ content: any RawBytes, sends sent: String...) {
            self.content = content.rawBytes
            self.sent = sent
        }

        var testDescription: String { String(decoding: content, as: UTF8.self).debugDescription }
    }

    private static let rows = [
        Row("form = a=b\n", sends: "name=\"a\"\r\n\r\nb\r\n"),
        Row("form: \"a=b  c\" # d\n", sends: "\r\n\r\nb  c\r\n"),
        Row("form-string = \"a=@b; \\\"c\\\" \\\\ \\q\"\n", sends: "\r\n\r\n@b; \"c\" \\ q\r\n"),
        Row("form-string \"a=\\tb\\v\\nc\\r\"", sends: "\r\n\r\n\tb\u{0B}\nc\r\r\n"),
        Row(
            "# x\n  /y\n* z\n\n-F a=b\r\n-Fc=d\r\n", sends: "name=\"a\"", "name=\"c\"\r\n\r\nd\r\n"),
        Row("-F =v\n", sends: "form-data\r\n\r\nv\r\n"),
        Row("form = a=\nheader \"X-A: b c\"\n-H \"X-B;\"\n", sends: "X-A: b c", "X-B: "),
        Row("\t-F\ta=b\t\nrequest\tPUT", sends: "PUT / HTTP/1.1"),
        Row("form := a=b\nuser-agent = \"\"", sends: "name=\"a\""),
        Row("--next\nform = a=b\n", sends: "name=\"a\""),
        Row("# x\n\nnext\nform = a=b\n", sends: "name=\"a\""),
        Row("form = 'a'=b\n", sends: "name=\"'a'\""),
        Row("form = a=b#c\n", sends: "\r\n\r\nb#c\r\n"),
        Row(
            "form \"a=".utf8 + [0xFF, 0xC3, 0x28] + Array("\"\n".utf8), sends: "name=\"a\""),
    ]

    @Test(.comparesWithCurl, arguments: rows)
    func isReadAsCurlReadsIt(_ row: Row) async throws {
        let path = try directory.file("c", row.content)
        let both = try await SideBySide(["-sS", "-K", path])
        #expect(both.formpost.result.outcome == Outcome(0))
        #expect(both.curl.result.outcome == Outcome(0))
        let request = try await both.formpost.server.request()
        let ours = try Wire(request)
        #expect(ours == (try Wire(try await both.curl.server.request())))
        let text = "\(ours.requestLine)\n\(ours.headers.joined(separator: "\n"))\n\(ours.bodyText)"
        for part in row.sent { #expect(text.contains(part), "\(part.debugDescription)") }
    }

    /// Options that can make no difference, as a `.curlrc` has them; also on the command line.
    @Test(.comparesWithCurl) func acceptsWhatMakesNoDifference() async throws {
        let flags = [
            "styled-output", "suppress-connect-headers", "no-sessionid", "proxy-basic", "xattr",
            "remote-time", "no-npn", "ssl-auto-client-cert", "ssl-revoke-best-effort",
            "disable-epsv", "ftp-pasv", "ftp-create-dirs", "compressed-ssh", "sasl-ir",
        ]
        let lines = flags + ["random-file = /dev/urandom", "ftp-method = nocwd", "krb private"]
        let path = try directory.file("c", lines.joined(separator: "\n") + "\nform = a=b\n-R\n")
        let both = try await SideBySide(["-s", "-i", "-K", path])
        #expect(both.formpost.result.outcome == both.curl.result.outcome)
        #expect(both.formpost.result.exitStatus == 0)
        let arguments = flags.map { "--" + $0 } + ["--service-name", "x", "-sR", "-F", "a=b"]
        let alias = try await SideBySide(arguments)
        #expect(alias.formpost.result.outcome == Outcome(0))
        #expect(try await Wire(alias.formpost.server.request()).bodyText.contains("name=\"a\""))
    }

    @Test(.comparesWithCurl)
    func standardInputAndTheURL() async throws {
        for command in [Command.formpost, Command.curl] {
            let server = try LoopbackServer()
            let content = "url = \"\(server.url("/there"))\"\nform = a=b\n"
            let result = try await command(["-sS", "-K", "-"]).with { $0.stdin = .bytes(content) }
                .run()
            #expect(result.exitStatus == 0)
            #expect(try await server.request().target == "/there")
        }
    }

    /// Whatever their order, and however they are given.
    @Test func aURLOfTheCommandLineTakesItsPlace() async throws {
        let server = try LoopbackServer()
        let path = try directory.file("c", "url = http://127.0.0.1:9/\nform = a=b\n")
        let given = server.url("/given")
        let lists = [
            ["-K", path, given], [given, "-K", path], ["--url", given, "-K", path],
            ["-K", path, "--url", given],
        ]
        for arguments in lists {
            let result = try await Command.formpost(arguments: ["-sS"] + arguments).run()
            #expect(result.outcome == Outcome(0))
        }
        #expect(server.requests.map(\.target) == Array(repeating: "/given", count: lists.count))
        let home = try directory.directory("home")
        try directory.file("home/.formpostrc", "url = \(server.url("/default"))\n")
        for (arguments, target) in [([given], "/given"), ([], "/default")] {
            let result = try await Command.formpost(arguments: ["-sS", "-F", "a=b"] + arguments)
                .with { $0.environment["FORMPOST_HOME"] = home }.run()
            #expect(result.exitStatus == 0)
            #expect(server.requests.last?.target == target)
        }
    }

    /// Two of one kind are still two.
    @Test func aStrayWordTakesNoPlace() async throws {
        let path = try directory.file("c", "url = http://127.0.0.1:9/\n")
        try directory.file("my photo.jpg", "x")
        let stray = try await Command.formpost("-K", path, "-F", "file=@my", "photo.jpg")
            .with { $0.workingDirectory = directory.path }.run()
        let text = "formpost: (2) 'my photo.jpg' exists: quote it: 'file=@my photo.jpg'\n"
        #expect(stray.outcome == Outcome(2, stderr: text))
        let two = try directory.file("d", "form = a=b\n")
        let result = try await Command.formpost("-K", two, "http://h/1", "photo.jpg").run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.hasPrefix("formpost: (2) two URLs, 'http://h/1' and"))
    }

    @Test func anErrorNamesFileAndLine() async throws {
        let path = try directory.file("c", "form = a=b\n\nheader = X: y\n")
        #expect(
            try await Command.formpost("-K", path, "http://127.0.0.1:9/").run().outcome
                == Outcome(
                    2,
                    stderr: "formpost: (2) \(path):3: text after the value of 'header' "
                        + "would be lost: put double quotes around a value with blanks\n"))
        let field = try directory.file("f", "\nform = \"a=b; c\"\n")
        let result = try await Command.formpost("-K", field, "http://127.0.0.1:9/").run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.hasPrefix("formpost: (2) \(field):2: --form: 'c' is not one of"))
        #expect(
            try await Command.formpost("-K", "-", "http://127.0.0.1:9/")
                .with { $0.stdin = .bytes("fom = a\n") }.run().outcome
                == Outcome(
                    2,
                    stderr: "formpost: (2) <stdin>:1: unknown option '--fom' (did you mean "
                        + "--form?)\n"))
    }

    @Test func aFileThatIsNotThere() async throws {
        #expect(
            try await Command.formpost("-K", "no/such", "http://127.0.0.1:9/").run().outcome
                == Outcome(
                    26,
                    stderr: "formpost: (26) cannot read the configuration file no/such: "
                        + "No such file or directory\n"))
        let path = try directory.file("c", "config = no/such\n")
        let result = try await Command.formpost("-K", path, "http://127.0.0.1:9/").run()
        #expect(result.exitStatus == 26)
        #expect(result.stderrText.hasPrefix("formpost: (26) \(path):1: cannot read the conf"))
    }

    @Test(arguments: [
        (
            ["-F", "a=@-"],
            "formpost: (2) -F: standard input can be read only once, and -K - reads it already\n"
        ),
        (["-H", "@-", "-F", "a=b"], "formpost: (2) -K - and -H @- both read standard input"),
        (["-K", "-", "-F", "a=b"], "formpost: (2) -K - and -K - both read standard input"),
        (
            ["--url-query", "a@-", "-F", "a=b"],
            "formpost: (2) -K - and --url-query a@- both read standard input"
        ),
    ])
    func standardInputIsTakenOnce(_ arguments: [String], _ message: String) async throws {
        let result = try await Command.formpost(
            arguments: ["-K", "-"] + arguments + ["http://127.0.0.1:9/"]
        ).with { $0.stdin = .bytes("form = x=y\n") }.run()
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.hasPrefix(message))
    }

    /// The places in their order, as variable and name.
    private static let places = [
        ("FORMPOST_HOME", ".formpostrc"), ("XDG_CONFIG_HOME", "formpostrc"),
        ("HOME", ".formpostrc"), ("HOME", ".config/formpostrc"),
    ]

    @Test func theDefaultFileIsReadUnlessDisabled() async throws {
        try directory.directory("HOME")
        try directory.directory("HOME/.config")
        for (variable, name) in Self.places.reversed() {
            if variable != "HOME" { try directory.directory(variable) }
            let path = "\(variable)/\(name)"
            try directory.file(path, "header = \"X-From: \(path)\"\n")
            let environment = CommandEnvironment.scrubbed.with(
                directory, ["FORMPOST_HOME", "XDG_CONFIG_HOME", "HOME"])
            #expect(try await self.from(["-sS"], environment) == [path])
            for disabled in ["-q", "--disable", "-qsS"] {
                #expect(try await self.from([disabled], environment) == [])
            }
            // -K comes on top of it.
            let more = try directory.file("more", "header = \"X-From: more\"\n")
            #expect(try await self.from(["-sS", "-K", more], environment) == [path, "more"])
        }
    }

    /// The values of X-From that a run sends.
    private func from(
        _ arguments: [String], _ environment: CommandEnvironment
    ) async throws -> [String] {
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: arguments + ["-Fa=b", server.url])
            .with { $0.environment = environment }.run()
        #expect(result.exitStatus == 0)
        return try await server.request().headers(named: "X-From")
    }

    @Test func aBrokenDefaultFileIsAnErrorButForHelp() async throws {
        let path = try directory.file(".formpostrc", "\nfom = a=b\n")
        let home = directory.path
        func run(_ arguments: String...) async throws -> CommandResult {
            try await Command.formpost(arguments: arguments)
                .with { $0.environment["HOME"] = home }.run()
        }
        let result = try await run("-Fa=b", "http://127.0.0.1:9/")
        #expect(result.exitStatus == 2)
        #expect(result.stderrText.hasPrefix("formpost: (2) \(path):2: unknown option '--fom'"))
        #expect(try await run("--help").exitStatus == 0)
        #expect(try await run("-q", "-Fa=b", "http://127.0.0.1:1/").exitStatus == 7)
    }
}

extension CommandEnvironment {
    /// With each variable set to the directory of its name, if there is one.
    fileprivate func with(_ directory: TemporaryDirectory, _ names: [String]) -> Self {
        var environment = self
        for name in names where !directory.entries(under: name).isEmpty {
            environment[name] = directory.path(name)
        }
        return environment
    }
}
