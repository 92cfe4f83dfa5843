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
        let proxy = try LoopbackServer { _ in .respond(407) }
        let asked = "the proxy wants a login: -U user:password\n"
        let answered = "formpost: (22) the server answered 407 Proxy Authentication Required"
        let plain = try await run(["-x", proxy.url, "-F", "a=b", "http://h.invalid/"])
        #expect(plain.exitStatus == 22)
        #expect(plain.stderrText == "\(answered): \(asked)")
        let withLogin = "http://a:b@127.0.0.1:\(proxy.port)"
        let logins: [(options: [String], environment: String?, name: String)] = [
            (["-x", proxy.url, "-U", "a:b"], nil, "-U"), (["-x", withLogin], nil, "-x"),
            (["-x", proxy.url, "--proxy-header", "Proxy-Authorization: x"], nil, "--proxy-header"),
            ([], withLogin, "http_proxy"),
        ]
        for login in logins {
            let known = try await Command.formpost(
                arguments: ["-sS"] + login.options + ["-F", "a=b", "http://h.invalid/"]
            ).with { if let proxy = login.environment { $0.environment["http_proxy"] = proxy } }
                .run()
            #expect(
                known.stderrText == "\(answered): the proxy refused the login of \(login.name)\n")
        }
        let tunnel = try await run(["-x", proxy.url, "-F", "a=b", "https://h.invalid/"])
        #expect(tunnel.exitStatus == 56)
        #expect(tunnel.stderrText.hasSuffix("407: \(asked)"), "\(tunnel)")
        // Without a proxy the message names none.
        let server = try LoopbackServer(.respond(407))
        #expect(try await run(["-F", "a=b", server.url]).stderrText == answered + "\n")
    }

    @Test(arguments: [429, 503]) func aBusyServerIsTriedAgain(status: Int) async throws {
        for (options, input, end) in [
            ([], ["a=b"], ": --retry 3 would try again"), (["--retry", "1"], ["a=b"], ""),
            (["--chunked"], ["f=@-"], ""),
        ] {
            let server = try LoopbackServer(.respond(status), .respond(status))
            let result = try await Command.formpost(
                arguments: ["-sS", "--retry-delay", "0.01"] + options + ["-F"] + input + [
                    server.url
                ]
            ).with { $0.stdin = .bytes("x") }.run()
            let reason = status == 429 ? "429 Too Many Requests" : "503 Service Unavailable"
            #expect(
                result.stderrText.hasSuffix(
                    "formpost: (22) the server answered \(reason)\(end)\n"), "\(result)")
        }
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

    @Test func aSplitFileNameIsFound() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("my photo.jpg", "x")
        let result = try await Command.formpost("-F", "file=@my", "photo.jpg", "http://h/")
            .with { $0.workingDirectory = directory.path }.run()
        let text = "formpost: (2) 'my photo.jpg' exists: quote it: 'file=@my photo.jpg'\n"
        #expect(result.outcome == Outcome(2, stderr: text))
    }

    /// In the way of another command.
    @Test func aFileWithoutAnOptionIsFound() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("img.png", "x")
        for (word, argument) in [("img.png", "file=@img.png"), ("pic@img.png", "pic=@img.png")] {
            let result = try await Command.formpost(word, "http://h/")
                .with { $0.workingDirectory = directory.path }.run()
            let text = "formpost: (2) '\(word)' stands without an option: write -F \(argument)\n"
            #expect(result.outcome == Outcome(2, stderr: text))
        }
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
        // `-sS` is what scripts use.
        for (silence, isSaid) in [(["-s"], false), (["-sS"], true), (["-S", "-s"], true)] {
            let result = try await Command.formpost(
                arguments: silence + ["-F", "file=img.png", server.url]
            ).with { $0.workingDirectory = directory.path }.run()
            #expect(result.outcome == Outcome(0, stderr: isSaid ? text : ""))
        }
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
