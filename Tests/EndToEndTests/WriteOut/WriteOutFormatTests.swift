import TestSupport
import Testing

/// The format of `-w`: escapes, channels, files and errors, compared with curl.
@Suite(.serialized)
struct WriteOutFormatTests {
    private static let answer = Answer.respond(
        headers: [
            "X-A": "1", "x-a": "2", "X-Q": "a\"b\\c\td", "Content-Type": "a/b",
        ])

    private static let formats = [
        "", "plain", "%", "%%", "%%%", "%%%%", "%x", "%\\n", "100%\\n", "%{", "%{http_code",
        "%{http_code}", "%{http_code}%{http_code}", "a%{http_code}b", "%{HTTP_CODE}",
        "%{Http_Code}",
        "%%{http_code}", "%%%{http_code}", "%{http_code}%", "\\n", "\\r\\n", "\\t", "\\", "\\\\",
        "\\\\n", "\\x41", "\\%{http_code}", "\n\t", "%{\\n", "\u{E9}", "%{stderr}E%{stdout}O",
        "%{STDERR}E%{StdOut}O", "a%{stderr}b", "%{onerror}E", "%{ONERROR}E", "a%{onerror}b",
        "%header", "%header{", "%header{}", "%header{x-a}", "%header{X-A}|%header{x-a}",
        "%header{nope}|", "%header{x-q}", "%header{x-a", "%headerx{x-a}", "%HEADER{x-a}",
        "%header{content-type} %{content_type}", "%{header_json}", "%{HEADER_JSON}\\n",
        "a@b",
    ]

    @Test(.comparesWithCurl, arguments: Exhaustive.rows(formats))
    func isReadAsByCurl(format: String) async throws {
        let both = try await SideBySide(["-s", "-F", "a=b", "-w", format], answers: [Self.answer])
        #expect(both.formpost.result.stdout == both.curl.result.stdout)
        #expect(both.formpost.result.exitStatus == 0)
        // What is printed there; but for the words of the warning.
        let warnings = { (result: CommandResult) in
            result.stderrText.split(separator: "variable").count
        }
        #expect(warnings(both.formpost.result) == warnings(both.curl.result))
        if !both.curl.result.stderrText.contains("unknown") {
            #expect(both.formpost.result.stderr == both.curl.result.stderr)
        }
    }

    @Test(arguments: ["-w", "--write-out"])
    func namesTheOptionOfAnUnknownVariable(option: String) async throws {
        let result = try await Command.formpost(option, "@-", "-F", "a=b", "h").with {
            $0.stdin = .bytes("%{http_cod}")
        }.run()
        let text =
            "formpost: (2) \(option): unknown variable '%{http_cod}' (did you mean %{http_code}?)\n"
        #expect(result.outcome == Outcome(2, stderr: text))
    }

    /// A format that is a string of random pieces of formats.
    @Test(.comparesWithCurl) func isReadAsByCurlHoweverItIsPutTogether() async throws {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "%", "{", "}", "\\", "n", "header", "http_code", "x-a", "%{", "%header{", " ",
        ]
        for _ in 0..<60 {
            let format = (0..<Int.random(in: 1...8, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let both = try await SideBySide(
                ["-s", "-F", "a=b", "-w", format], answers: [Self.answer])
            if both.formpost.result.exitStatus == 2 {
                #expect(both.curl.result.stderrText.contains("unknown"), "-w '\(format)'")
                continue
            }
            #expect(both.formpost.result.stdout == both.curl.result.stdout, "-w '\(format)'")
        }
    }

    private static let suggestions = [
        ("http_cod", " (did you mean %{http_code}?)"),
        ("HTTP_COD", " (did you mean %{http_code}?)"),
        ("time_totl", " (did you mean %{time_total}?)"),
        ("headerjson", " (did you mean %{header_json}?)"),
        ("stder", " (did you mean %{stderr}?)"), (" http_code", " (did you mean %{http_code}?)"),
        ("a{b", ""), ("xyzzy", ""), ("", ""), ("\u{1B}[2J", ""),
    ]

    /// Errors about which curl warns after the transfer.
    @Test(arguments: suggestions)
    func suggestsTheNearestVariable(name: String, hint: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "-F", "a=b", "-w", "<%{\(name)}>", server.url
        ).run()
        let shown = name.replacing("\u{1B}", with: "\\x1b")
        let text = "formpost: (2) -w: unknown variable '%{\(shown)}'\(hint)\n"
        #expect(result.outcome == Outcome(2, stderr: text))
        #expect(server.connections.isEmpty)
    }

    /// Its line ends are not part of the format.
    @Test(.comparesWithCurl, arguments: [true, false])
    func comesFromAFile(isStandardInput: Bool) async throws {
        let format = "%{http_code}\\t%{method}\n%%\r\n\\n"
        let directory = try TemporaryDirectory()
        let path = isStandardInput ? "-" : try directory.file("format", format)
        let both = try await SideBySide(["-s", "-F", "a=b", "-w", "@\(path)"]) {
            if isStandardInput { $0.stdin = .bytes(format) }
        }
        #expect(both.formpost.result.outcome == Outcome(0, stdout: "200\tPOST%\n"))
        #expect(both.curl.result.stdout == both.formpost.result.stdout)
    }

    /// curl goes on without the format, and with `-s` says nothing.
    @Test(arguments: ["/missing", ""])
    func cannotBeRead(path: String) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "a=b", "-w", "@\(path)", server.url).run()
        let shown = path.isEmpty ? "''" : path
        let text = "formpost: (26) -w: cannot read \(shown): No such file or directory\n"
        #expect(result.outcome == Outcome(26, stderr: text))
        #expect(server.connections.isEmpty)
    }

    /// The second reader would get nothing.
    @Test(arguments: [["-F", "a=@-"], ["-F", "a=<-"], ["-F", "a=b", "-H", "@-"]])
    func sharesStandardInputWithNobody(arguments: [String]) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: arguments + ["-w", "@-", server.url])
            .with { $0.stdin = .bytes("%{http_code}") }.run()
        #expect(result.exitStatus == 2)
        #expect(result.stdout == [])
        #expect(result.stderrText.contains("can be read only once"), "\(result)")
        #expect(server.connections.isEmpty)
    }

    /// `%output` is of curl 8.3.
    /// Whoever writes to a file of `--stderr` writes to its end.
    @Test func goesToTheFileOfStandardError() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("log", "older")
        let server = try LoopbackServer(.respond(204))
        let result = try await Command.formpost(
            "--stderr", "log", "-F", "a=b", "-w", "%output{>>log}one\\n%{stderr}two\\n", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0))
        let text = String(decoding: try directory.contents(of: "log"), as: UTF8.self)
        #expect(text == "HTTP/1.1 204 No Content\none\ntwo\n")
    }

    @Test func goesToFiles() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("new", "older and longer")
        try directory.file("log", "before\n")
        let server = try LoopbackServer(.respond(201, body: "ok"))
        let format =
            "1%output{new}%{http_code}\\n%{stderr}2%output{>>log}%{method}\\n%{stdout}3"
            + "%output{new}4%output{other}%output{"
        let result = try await Command.formpost("-s", "-F", "a=b", "-w", format, server.url)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0, stdout: "ok13", stderr: "2"))
        #expect(directory.entries() == ["log", "new", "other"])
        #expect(try directory.contents(of: "new") == Array("4".utf8))
        #expect(try directory.contents(of: "log") == Array("before\nPOST\n".utf8))
        #expect(try directory.contents(of: "other") == Array("%output{".utf8))
    }

    @Test(arguments: [
        ("%output{missing/x}a", "missing/x: No such file or directory", false),
        ("%output{>>.}a", ".: Is a directory", false),
        ("%output{}a", "'': No such file or directory", false),
        ("%output{/dev/full}a", "/dev/full: No space left on device", true),
    ])
    func cannotBePrinted(format: String, reason: String, isSent: Bool) async throws {
        let server = try LoopbackServer(.respond(body: "ok"))
        let directory = try TemporaryDirectory()
        let result = try await Command.formpost("-sS", "-F", "a=b", "-w", format, server.url)
            .with { $0.workingDirectory = directory.path }.run()
        let text = "formpost: (23) cannot write \(reason)\n"
        #expect(result.outcome == Outcome(23, stdout: isSent ? "ok" : "", stderr: text))
        #expect(server.connections.isEmpty == !isSent)
    }

    @Test(arguments: ["%{onerror}%{stderr}%{exitcode} %{errormsg}\n", "%{ONERROR}%{stdout}x"])
    func saysMoreOfAFailure(format: String) async throws {
        let server = try LoopbackServer(.respond(200), .respond(404))
        let command = Command.formpost("-s", "-F", "a=b", "-w", format, server.url)
        #expect(try await command.run().outcome == Outcome(0))
        let isError = format.contains("stderr")
        let text = "22 the server answered 404 Not Found\n"
        #expect(
            try await command.run().outcome
                == Outcome(22, stdout: isError ? "" : "x", stderr: isError ? text : ""))
    }

    /// Bytes that are not UTF-8 are unchanged.
    @Test func keepsBytes() async throws {
        let directory = try TemporaryDirectory()
        let name: [UInt8] = Array("\(directory.path)/x".utf8) + [0xFF]
        let head = ["HTTP/1.1 200 OK\r\nContent-Type: a/", "\r\nX: ", "\r\n\r\n"]
            .map { Array($0.utf8) }
        let response: [UInt8] = head[0] + [0xFE] + head[1] + [0xFD] + head[2]
        let server = try LoopbackServer(.raw(response))
        let format: [UInt8] =
            [0xFC] + Array("|%{filename_effective}|%{content_type}|%header{x}".utf8)
        let result = try await Command.formpost(
            arguments: ["-s", "-o", name, "-F", "a=b", "-w", format, server.url]
        ).run()
        #expect(result.exitStatus == 0)
        let parts: [[UInt8]] = [[0xFC], name, Array("a/".utf8) + [0xFE], [0xFD]]
        #expect(result.stdout == Array(parts.joined(separator: [UInt8(ascii: "|")])))
    }
}
