import Foundation
import TestSupport
import Testing

/// A password that is missing is asked for on the terminal, and never shown.
@Suite(.serialized)
struct PasswordPromptTests {
    private static func basic(_ login: String) -> String {
        "Basic " + Data(login.utf8).base64EncodedString()
    }

    private static let passwords = [
        "secret", "", "pä ß:語 \\x", String(repeating: "p", count: 1000),
    ]

    @Test(arguments: passwords)
    func asksWithoutEcho(password: String) async throws {
        let server = try LoopbackServer()
        let terminal = try Terminal()
        let command = try Command.formpost("-u", "me", "-F", "a=b", server.url).on(terminal).start()
        let question = "Password of me for '\(server.url)': "
        try await terminal.output(containing: question)
        #expect(!terminal.echoes)
        #expect(server.requests.isEmpty)
        try terminal.type(password + "\n")
        #expect(await command.result().exitStatus == 0)
        let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
        #expect(shown == question + "\r\n\u{1B}[32mHTTP/1.1 200 OK\u{1B}[0m\r\n")
        #expect(terminal.echoes)
        let request = try await server.request()
        #expect(request.header("Authorization") == Self.basic("me:" + password))
    }

    /// At the pseudo-terminal of a job of CI nobody sits.
    @Test(.enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
    func asksNobodyInCI() async throws {
        let server = try LoopbackServer(
            tls: TLSOptions(clientAuthority: Fixtures.path("tls/ca.pem")))
        let key = [
            "-E", Fixtures.path("tls/client.pem"), "--key",
            Fixtures.path("tls/client-encrypted-key.pem"),
        ]
        for arguments in [["-u", "me"], key] {
            let terminal = try Terminal()
            let command = Command.formpost(
                arguments: ["-sS", "-k"] + arguments + ["-F", "a=b", server.url])
            let result = try await command.on(terminal).with {
                ($0.environment["CI"], $0.environment["NO_COLOR"]) = ("true", "1")
            }.run()
            #expect(result.exitStatus == 2)
            let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
            #expect(shown.contains("nobody to ask in a CI job"), "\(shown)")
        }
        // Only a redirect leads to TLS: OpenSSL gets an empty passphrase.
        let other = try LoopbackServer(.respond(307, headers: ["Location": server.url]))
        let terminal = try Terminal()
        let result = try await Command.formpost(
            arguments: ["-sS", "-k", "-L", "-m", "20"] + key + ["-F", "a=b", other.url]
        ).on(terminal).with { $0.environment["CI"] = "true" }.run()
        #expect(result.exitStatus == 58, "\(result)")
        let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
        #expect(!shown.contains("Enter"), "\(shown)")
    }

    /// The question goes to the terminal, and the answer comes from there, wherever the streams go.
    @Test func asksOnTheTerminalWhateverTheStreamsAre() async throws {
        let server = try LoopbackServer(.respond(body: "stored"))
        let terminal = try Terminal()
        let command = try Command.formpost("-u", "me", "-F", "a=@-;filename=x", server.url).on(
            terminal
        ).with {
            $0.stdin = .bytes("not the password\n")
            ($0.stdout, $0.stderr) = (.capture, .capture)
        }.start()
        let question = "Password of me for '\(server.url)': "
        try await terminal.output(containing: question)
        try terminal.type("secret\n")
        await command.result().expect(0, stdout: "stored", stderr: "HTTP/1.1 200 OK\n")
        #expect(try await terminal.everything() == Array((question + "\r\n").utf8))
        let request = try await server.request()
        #expect(request.header("Authorization") == Self.basic("me:secret"))
        #expect(try request.form().parts.first?.body == Array("not the password\n".utf8))
    }

    /// -m does not count the time for typing a password.
    @Test func takesItsTime() async throws {
        let (limit, run) = try await withLongerLimits([5, 25]) {
            limit -> (result: CommandResult, server: LoopbackServer) in
            let server = try LoopbackServer()
            let terminal = try Terminal()
            let command = try Command.formpost("-m", limit, "-u", "me", "-F", "a=b", server.url)
                .on(terminal).start()
            try await terminal.output(containing: "Password of me for")
            try await Task.sleep(for: .seconds((Double(limit) ?? 0) + 0.1))
            try terminal.type("secret\n")
            return (result: await command.result(), server: server)
        } until: {
            $0.result.exitStatus == 0
        }
        #expect(run.result.exitStatus == 0)
        #expect(run.result.wallTime > Double(limit) ?? 0)
        let login = try await run.server.request().header("Authorization")
        #expect(login == Self.basic("me:secret"))
    }

    /// Files are read before, so that the limit of time counts for them, and typing takes its time.
    @Test func comesAfterTheFiles() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let proxy = try LoopbackServer(.respond(407))
        let terminal = try Terminal()
        let command = try Command.formpost(
            "-m", "60", "-u", "me", "-x", proxy.url, "--proxy-header", "@\(path)", "-F", "a=b",
            "https://example.test/"
        ).on(terminal).start()
        // Waits for the reader, who would otherwise wait for the password.
        await onThread { try? Data("X-A: 1\n".utf8).write(to: URL(fileURLWithPath: path)) }
        try await terminal.output(containing: "Password of me for")
        try terminal.type("secret\n")
        #expect(await command.result().exitStatus == 56)
        #expect(try await proxy.request().header("X-A") == "1")
    }

    /// First for the server, as curl, then for each proxy, which has a password of its own.
    @Test func asksForEachProxy() async throws {
        let proxies = [try LoopbackServer(), try LoopbackServer()]
        let terminal = try Terminal()
        let command = try Command.formpost(
            "-s", "-U", "\u{1B}[2Jp", "-u", "me", "-x", proxies[0].url, "-F", "a=b",
            "http://example.test/", "--next", "-U", "me", "-x", proxies[1].url, "-F", "a=b",
            "http://example.test/"
        ).on(terminal).start()
        let questions = [
            "me for 'http://example.test/': ", "\\x1b[2Jp for the proxy: ", "me for the proxy: ",
        ]
        for (number, question) in questions.enumerated() {
            try await terminal.output(containing: "Password of " + question)
            try terminal.type("secret\(number)\n")
        }
        #expect(await command.result().exitStatus == 0)
        let first = try await proxies[0].request()
        let second = try await proxies[1].request()
        #expect(first.header("Authorization") == Self.basic("me:secret0"))
        #expect(first.header("Proxy-Authorization") == Self.basic("\u{1B}[2Jp:secret1"))
        #expect(second.header("Proxy-Authorization") == Self.basic("me:secret2"))
        #expect(Screen(try await terminal.everything(), columns: 80).surprises == [])
    }

    /// Ctrl-D: nothing was typed, which is not the same as an empty password.
    @Test func isAnErrorAtTheEndOfInput() async throws {
        let server = try LoopbackServer()
        let terminal = try Terminal(columns: 200)
        let command = try Command.formpost("-u", "me", "-F", "a=b", server.url).on(terminal).start()
        try await terminal.output(containing: "': ")
        try terminal.type("\u{4}")
        #expect(await command.result().exitStatus == 2)
        #expect(
            Screen(try await terminal.everything(), columns: 200).lines.dropFirst()
                == [
                    "formpost: (2) no password for user 'me' was typed: for an empty one write -u user:"
                ])
        #expect(terminal.echoes)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func leavesTheEchoAsItWas(signal: Int32) async throws {
        let server = try LoopbackServer()
        let terminal = try Terminal()
        let command = try Command.formpost("-u", "me", "-F", "a=b", server.url).on(terminal).start()
        try await terminal.output(containing: "': ")
        if signal == SIGINT { try terminal.type("sec\u{3}") } else { command.send(signal) }
        #expect(await command.result().signal == signal)
        #expect(terminal.echoes)
        #expect(try await terminal.everything().offset(of: Array("sec".utf8)) == nil)
        #expect(server.requests.isEmpty)
    }

    /// Ctrl-Z gives the terminal back with its echo; `fg` asks again without. Twice, since libdispatch sets
    /// its handler of a signal only once, and once more during the upload.
    @Test func canBeSuspended() async throws {
        let (reached, goOn) = (Gate(), Gate())
        let server = try LoopbackServer(
            .respond(), [.readBody, .open(reached), .wait(goOn), .respond(200)])
        let terminal = try Terminal(columns: 200)
        let resume = ["stopped", "again", "later"].map { "echo \($0); read line; fg >/dev/null" }
        let shell = try Command(
            "/bin/sh",
            arguments: [
                "-c", "set -m; \"$@\"; " + resume.joined(separator: "; "), "sh",
                BuiltCommand.formpost, "-u", "me", "-F", "a=b", server.url, "--next", "-u", "you",
                "-F", "a=b", server.url,
            ]
        ).on(terminal).start()
        for (name, stop) in [("me", "stopped\r\n"), ("you", "again\r\n")] {
            let question = "Password of \(name) for '\(server.url)': "
            try await terminal.output(containing: question)
            try terminal.type("lost\u{1A}")
            try await terminal.output(containing: stop)
            #expect(terminal.echoes)
            try terminal.type("shown\n")
            try await terminal.output("asks again") { bytes in
                let first = bytes.offset(of: Array(stop.utf8)) ?? bytes.count
                return bytes.offset(of: Array(question.utf8), from: first) != nil
            }
            #expect(!terminal.echoes)
            try terminal.type("secret of \(name)\n")
        }
        try await reached.waitUntilOpen()
        try terminal.type("\u{1A}")
        try await terminal.output(containing: "later\r\n")
        goOn.open()
        try terminal.type("\n")
        #expect(await shell.result().exitStatus == 0)
        let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
        #expect(shown.contains("shown") && !shown.contains("lost") && !shown.contains("secret"))
        let requests = try await server.requests(2)
        #expect(
            requests.map { $0.header("Authorization") }
                == ["me", "you"].map { Self.basic("\($0):secret of \($0)") })
    }

    private static let answers: [(answer: String, exitStatus: Int32)] = [
        ("secret", 0), ("wrong", 58), ("", 58),
    ]

    /// Once for both requests, and in place of the TLS library, which no limit of time would end.
    @Test(
        .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"), arguments: answers)
    func asksForThePassphraseOfAKey(answer: String, exitStatus: Int32) async throws {
        let key = Fixtures.path("tls/client-encrypted-key.pem")
        let server = try LoopbackServer(
            tls: TLSOptions(clientAuthority: Fixtures.path("tls/ca.pem")))
        let terminal = try Terminal(columns: 300)
        let upload = [
            "-sS", "-k", "-E", Fixtures.path("tls/client.pem"), "--key", key, "-F", "a=b",
            server.url,
        ]
        let command = try Command.formpost(
            arguments: upload + ["--fail-early", "--next"] + upload
        ).on(terminal).start()
        try await terminal.output(containing: "Passphrase of the key in \(key): ")
        #expect(!terminal.echoes)
        try terminal.type(answer + "\n")
        #expect(await command.result().exitStatus == exitStatus)
        let wrong = ": the passphrase that was typed does not open the key in \(key)"
        let error = "formpost: (58) \(server.url)\(wrong)"
        let shown = Screen(try await terminal.everything(), columns: 300).lines
        #expect(shown.dropFirst() == (exitStatus == 0 ? [] : [error]))
        #expect(terminal.echoes)
    }
}
