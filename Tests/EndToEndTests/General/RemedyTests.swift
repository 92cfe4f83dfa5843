import Foundation
import TestSupport
import Testing

/// The remedies in failures, and warnings before sending.
@Suite(.serialized)
struct RemedyTests {
    private func run(_ arguments: [String]) async throws -> CommandResult {
        try await Command.formpost(arguments: ["-sS"] + arguments).run()
    }

    /// A TLS server that receives plain HTTP: it closes, or answers with an alert.
    @Test func guessesThatTheServerWantsTLS() async throws {
        let alert: [UInt8] = [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]
        let actions: [[Step]] = [[.close], [.send(alert), .close]]
        for steps in actions {
            let server = try LoopbackServer(script: .answers([]), onConnect: { _ in steps })
            let result = try await run(["-F", "a=b", server.url])
            #expect([1, 52, 55, 56].contains(result.exitStatus), "\(result)")
            // The bytes of a small form may have been acknowledged before the connection broke.
            guard result.exitStatus == 1 || result.stderrText.contains("(0 of") else { continue }
            #expect(
                result.stderrText.hasSuffix("; does the server expect https://?\n"), "\(result)")
        }
        let server = try LoopbackServer([.readBody, .close], [.readBody, .close])
        #expect(!(try await run(["-F", "a=b", server.url]).stderrText.contains("https://")))
        // Only the port tells, if the server has read all of the form.
        let port = try await run([
            "--connect-to", "::127.0.0.1:\(server.port)", "-F", "a=b", "http://h.invalid:443/",
        ])
        #expect(port.stderrText.hasSuffix("; does the server expect https://?\n"), "\(port)")
    }

    /// The answer of a proxy to a request that it does not pass on.
    @Test func theProxyWantsALogin() async throws {
        let proxy = try LoopbackServer(.respond(407), .respond(407), .respond(407))
        let asked = "the proxy wants a login: -U user:password\n"
        let answered = "formpost: (22) the server answered 407 Proxy Authentication Required"
        let plain = try await run(["-x", proxy.url, "-F", "a=b", "http://h.invalid/"])
        #expect(plain.exitStatus == 22)
        #expect(plain.stderrText == "\(answered): \(asked)")
        let known = try await run(["-x", proxy.url, "-U", "a:b", "-F", "a=b", "http://h.invalid/"])
        #expect(known.stderrText == "\(answered): the proxy did not accept the login of -U\n")
        let tunnel = try await run(["-x", proxy.url, "-F", "a=b", "https://h.invalid/"])
        #expect(tunnel.exitStatus == 56)
        #expect(tunnel.stderrText.hasSuffix("407: \(asked)"), "\(tunnel)")
        // Without a proxy the message names none.
        let server = try LoopbackServer(.respond(407))
        #expect(try await run(["-F", "a=b", server.url]).stderrText == answered + "\n")
    }

    @Test func theFileHasNoLogin() async throws {
        let directory = try TemporaryDirectory()
        let other = try directory.file("other", "machine h.invalid login a password b\n")
        let own = try directory.file("own", "machine 127.0.0.1 login a password b\n")
        let every = try directory.file("every", "default login a password b\n")
        for (file, end) in [
            (other, ": \(other) has no login for 127.0.0.1"), (own, ""), (every, ""),
        ] {
            let server = try LoopbackServer(.respond(401))
            let result = try await run(["--netrc-file", file, "-F", "a=b", server.url])
            let text = "formpost: (22) the server answered 401 Unauthorized\(end)\n"
            #expect(result.outcome == Outcome(22, stderr: text))
        }
    }

    /// Names of hosts have no case.
    @Test func theFileHasALogin() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("own", "machine LocalHost login a password b\n")
        let server = try LoopbackServer(.respond(401))
        let result = try await run([
            "--netrc-file", file, "-F", "a=b", "http://localhost:\(server.port)/",
        ])
        let text = "formpost: (22) the server answered 401 Unauthorized\n"
        #expect(result.outcome == Outcome(22, stderr: text))
    }

    /// No proxy is set, so none is named while it is tried again.
    @Test func aRetryBlamesNoProxy() async throws {
        let port = try DeadPort.refusing()
        let result = try await Command.formpost(
            "--retry", "1", "--retry-connrefused", "--retry-delay", "0.01", "-F", "a=b", port.url
        ).run()
        #expect(result.exitStatus == 7)
        #expect(result.stderrText.contains("Connection refused; trying again in"), "\(result)")
        #expect(!result.stderrText.contains("proxy"), "\(result)")
    }

    private static let early: [([String], Int32, String)] = [
        (["-F", "a=b", "/upload"], 3, "'/upload' has no host: is a variable empty?"),
        (["-F", "a=b", "http//h/x"], 3, "'http//h/x': write http://h/x"),
        (
            ["-F", "a=b", "--tls-max", "1.4", "h"], 2,
            "--tls-max: '1.4' is not one of default, 1.0, 1.1, 1.2, 1.3"
        ),
        (
            ["-F", "a=b", "--cert-type", "FOO", "https://h/"], 2,
            "--cert-type: 'FOO' is not one of PEM, DER, P12, ENG"
        ),
        (
            ["-F", "a=b", "--key-type", "FOO", "https://h/"], 2,
            "--key-type: 'FOO' is not one of PEM, DER, ENG"
        ),
        (
            ["-F", "a=b", "--max-redirs", "99999999999", "h"], 2,
            "--max-redirs: '99999999999' is out of range (-1\u{2013}2147483647)"
        ),
        (["--silent=1", "-F", "a=b", "h"], 2, "--silent takes no value, but '1' was given"),
        (
            ["-F", "@img.png", "h"], 2,
            "-F: no name before '@': write name=@img.png\n    @img.png\n            ^"
        ),
        (
            ["-F", "file", "=", "@img.png", "h"], 2,
            "'=' stands alone: no blanks around '=': file=@img.png"
        ),
        (
            ["-F", "a=b", "-H", "Authorization Bearer abc", "h"], 2,
            "-H: no ':' after 'Authorization' (value masked): write 'Name: value', 'Name:' to "
                + "remove it or 'Name;' to send it empty"
        ),
        (
            ["-F", "a=b", "-H", "Authorization=Bearer abc", "h"], 2,
            "-H: no ':' after 'Authorization' (value masked): write 'Name: value', 'Name:' to "
                + "remove it or 'Name;' to send it empty"
        ),
        (
            ["-F", "a=b", "http://h:99999/"], 3, "invalid URL: port 99999 is out of range"
        ),
        (
            ["-F", "a=@/proc/self/status", "--max-spool", "1", "h"], 26,
            "/proc/self/status is longer than --max-spool (1 byte)"
        ),
        (
            ["--next"], 2, "no URL before --next"
        ),
        (
            ["-H", "Authorization:", "Bearer", "abcsecret", "-F", "a=b", "http://h/"], 2,
            "two URLs, the word after -H 'Authorization:' and 'http://h/', but not both have a scheme; "
                + "give fields and files with -F, and quote arguments that have blanks"
        ),
        (["\u{2013}F", "a=b", "h"], 2, "'\u{2013}F' begins with a dash that is not '-'"),
        (
            ["-C", "-", "-F", "a=b", "h"], 2,
            "curl's -C is not in formpost: an upload always sends the whole body"
        ),
        (["--xattr", "-F", "a=b", "h"], 2, "curl's --xattr is not in formpost"),
        (
            ["-F", "a=b", "-w", "%{curl_version}", "h"], 2,
            "-w: curl's %{curl_version} is not in formpost"
        ),
        (
            ["-F", "a=b", "-w", "%{url.host}", "h"], 2,
            "-w: curl's %{url.host} is not in formpost"
        ),
        (
            ["-F", "a=b", "-H", "X-Tok : 1", "h"], 2,
            "-H: a blank after the name 'X-Tok': leave it out"
        ),
        (
            ["-F", "a=b", "-H", " X-Tok: 1", "h"], 2,
            "-H: a blank before the name 'X-Tok': leave it out"
        ),
        (
            ["-F", "a=b", "-H", "\u{FEFF}X-Tok: 1", "h"], 2,
            "-H: a byte order mark stands before the header's name: leave it out"
        ),
        (
            ["-F", "a=b", "-H", "\u{201C}X: 1\u{201D}", "h"], 2,
            "-H: a typographic quote stands before the header's name: write a plain one"
        ),
        (
            ["-X", "POST", "h"], 2,
            "nothing to upload: add a field with -F name=value or a file with -F name=@file; -d sends "
                + "data, and -T a file; for an empty POST write -d ''"
        ),
        (
            ["-T", "/dev/null", "http://h/", "http://h/2"], 2,
            "-T is there for one URL, and nothing to upload for the next: write -T file for each"
        ),
        (
            ["-T", "/dev/null", "b.txt", "http://h/"], 2,
            "two URLs, 'b.txt' and 'http://h/', but not both have a scheme; give each file a -T and a "
                + "URL, and quote arguments that have blanks"
        ),
        // What is wrong with the command line is no matter of -s.
        (
            ["-s", "-F", "nonsense", "h"], 2,
            "-F: there is no '=' in it: write name=text, name=@file or name=<file\n    nonsense\n            ^"
        ),
        (
            ["-F", "a=b", "-w", "%{http_cod}", "h"], 2,
            "-w: unknown variable '%{http_cod}' (did you mean %{http_code}?)"
        ),
    ]

    @Test(arguments: early)
    func isSaidBeforeConnecting(row: (arguments: [String], exit: Int32, text: String)) async throws
    {
        let result = try await Command.formpost(arguments: row.arguments).run()
        #expect(
            result.outcome
                == Outcome(row.exit, stderr: "formpost: (\(row.exit)) \(row.text)\n"))
    }

    @Test func aSplitFileNameIsFound() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("my photo.jpg", "x")
        let result = try await Command.formpost("-F", "file=@my", "photo.jpg", "http://h/")
            .with { $0.workingDirectory = directory.path }.run()
        let text = "formpost: (2) 'my photo.jpg' exists: quote it: 'file=@my photo.jpg'\n"
        #expect(result.outcome == Outcome(2, stderr: text))
    }

    @Test func aForgottenMarkIsDoubted() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("img.png", "x")
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "file=img.png", server.url)
            .with { $0.workingDirectory = directory.path }.run()
        let text =
            "formpost: warning: -F: sends the text 'img.png'; file=@img.png would send the file\n"
        #expect(result.outcome == Outcome(0, stderr: text + "HTTP/1.1 200 OK\n"))
        #expect(try await server.request().form().parts[0].bodyText == "img.png")
    }

    /// A word that is also a file is more often a word.
    @Test func aWordIsNotDoubted() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("fileupload", "x")
        let folder = try directory.directory("a.b")
        try directory.file("a.b/c", "x")
        let server = try LoopbackServer()
        let words = ["fileupload", "a.b", "no.png", folder]
        let result = try await Command.formpost(
            arguments: words.flatMap { ["-F", "t=\($0)"] } + [
                "--form-string", "f=a.b/c", server.url,
            ]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))
        let doubted = try await Command.formpost("-s", "-F", "f=a.b/c", server.url)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(doubted.outcome == Outcome(0))
    }

    /// What is sent while it is read is known to be empty at the end.
    @Test(arguments: [
        (["-F", "f=@-"], false), (["-d", "@-"], false), (["--json", "@-"], false),
        (["--data-binary", "@-"], false), (["-G", "-d", "@-"], false), (["-T", "-"], true),
        (["--chunked", "-d", "@-"], true),
    ])
    func emptyStandardInputIsDoubted(arguments: [String], isLate: Bool) async throws {
        for options in [[], ["-s"]] {
            let server = try LoopbackServer()
            for input in [Command.Input.bytes(""), .none] {
                let result = try await Command.formpost(
                    arguments: options + arguments + [server.url]
                )
                .with { $0.stdin = input }.run()
                let lines = ["formpost: warning: standard input is empty\n", "HTTP/1.1 200 OK\n"]
                let text = (isLate ? lines.reversed() : lines).joined()
                #expect(result.outcome == Outcome(0, stderr: options.isEmpty ? text : ""))
            }
        }
    }

    @Test(arguments: [
        (["-F", "f=@-"], "text"), (["-F", "a=b", "-H", "@-"], "X: y"),
        (["-F", "a=b", "-K", "-"], "compressed"),
    ])
    func aTerminalIsAskedForInput(arguments: [String], input: String) async throws {
        let server = try LoopbackServer()
        for silent in [[], ["-s"]] {
            let terminal = try Terminal()
            let command = try Command.formpost(
                arguments: arguments + silent + [server.url]
            ).on(terminal).start()
            if silent.isEmpty { try await terminal.output(containing: "Ctrl-D ends it") }
            try terminal.type(input + "\n\u{4}")
            #expect(await command.result().exitStatus == 0)
            let text = String(decoding: try await terminal.everything(), as: UTF8.self)
            let notices = text.components(
                separatedBy: "formpost: reading standard input, Ctrl-D ends it\r\n")
            #expect(notices.count == (silent.isEmpty ? 2 : 1), "\(text)")
        }
    }

    @Test func aProxyHasHeadersOfAFile() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("headers", "X-A: 1\nX-B: 2\n")
        let proxy = try LoopbackServer(.respond(407))
        let result = try await run([
            "-x", proxy.url, "--proxy-header", "@\(file)", "-F", "a=b", "https://h.invalid/",
        ])
        #expect(result.exitStatus == 56)
        let request = try await proxy.request()
        #expect(request.header("X-A") == "1" && request.header("X-B") == "2")
        let missing = try await run([
            "-x", proxy.url, "--proxy-header", "@/no/file", "-F", "a=b", "https://h.invalid/",
        ])
        let text =
            "formpost: (26) --proxy-header: cannot read /no/file: No such file or directory\n"
        #expect(missing.outcome == Outcome(26, stderr: text))
    }

    /// The part that came before the connection broke.
    @Test func aPartOfAResponseIsKept() async throws {
        for (options, kept) in [([], "old"), (["--no-remove-on-error"], "part")] {
            let directory = try TemporaryDirectory()
            try directory.file("o", "old")
            let server = try LoopbackServer(
                .raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\npart"))
            let result = try await Command.formpost(
                arguments: options + ["-sS", "-o", "o", "-F", "a=b", server.url]
            ).with { $0.workingDirectory = directory.path }.run()
            #expect(result.exitStatus == 18)
            #expect(try directory.contents(of: "o") == Array(kept.utf8))
            #expect(directory.entries() == ["o"])
        }
    }
}
