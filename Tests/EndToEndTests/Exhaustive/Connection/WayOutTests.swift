import TestSupport
import Testing

/// Common mistakes, and the remedies in their messages.
@Suite(.serialized)
struct WayOutTests {
    private func expect(
        _ arguments: [String], _ exit: Int32, _ text: String, stdout: String = "",
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await Command.formpost(arguments: ["-sS"] + arguments).run()
        #expect(
            result.outcome
                == Outcome(exit, stdout: stdout, stderr: "formpost: (\(exit)) \(text)\n"),
            sourceLocation: location)
    }

    /// A refused connection that the URL does not name.
    @Test func saysWhoIsNotThere() async throws {
        let server = try LoopbackServer()
        let port = try DeadPort.refusing().port
        let refused = "Failed to connect to 127.0.0.1 port \(port) after "
        let routes: [([String], String)] = [
            (["-x", "127.0.0.1:\(port)"], " (the proxy of -x)"),
            (["--connect-to", "::127.0.0.1:\(port)"], " (the target of --connect-to)"),
        ]
        for (options, end) in routes {
            let result = try await Command.formpost(
                arguments: ["-sS"] + options + ["-F", "a=b", server.url]
            ).run()
            #expect(result.exitStatus == 7)
            #expect(result.stderrText.hasPrefix("formpost: (7) " + refused), "\(result)")
            #expect(result.stderrText.hasSuffix("Connection refused\(end)\n"), "\(result)")
        }
        let result = try await Command.formpost("-sS", "-F", "a=b", server.url)
            .with { $0.environment.variables["http_proxy"] = "127.0.0.1:\(port)" }.run()
        #expect(result.stderrText.hasSuffix(" (the proxy of http_proxy)\n"))
        // Nobody is blamed who is not there: an unused proxy, an empty -x.
        for (variables, options) in [
            (["http_proxy": "127.0.0.1:\(port)", "no_proxy": "127.0.0.1"], []),
            (["https_proxy": "127.0.0.1:\(port)", "HTTP_PROXY": "127.0.0.1:\(port)"], []),
            (["all_proxy": "127.0.0.1:\(port)"], ["-x", ""]),
        ] {
            let result = try await Command.formpost(
                arguments: options + ["-sS", "-F", "a=b", "http://127.0.0.1:\(port)/"]
            ).with {
                for (name, value) in variables { $0.environment.variables[name] = value }
            }.run()
            #expect(result.stderrText.hasSuffix("Connection refused\n"), "\(result)")
        }
        let direct = try await Command.formpost("-sS", "-F", "a=b", "127.0.0.1:\(port)/x?y").run()
        #expect(direct.stderrText.hasSuffix("Connection refused\n"), "\(direct)")
        #expect(server.connections.isEmpty)
    }

    /// The variable that the proxy comes from, also while it is tried again; never its password.
    @Test(arguments: [("http_proxy", "http"), ("all_proxy", "http"), ("HTTPS_PROXY", "https")])
    func namesTheVariable(variable: String, scheme: String) async throws {
        let port = try DeadPort.refusing().port
        let run = { (proxy: String, options: [String]) in
            try await Command.formpost(
                arguments: options + ["-F", "a=b", "\(scheme)://h.invalid/"]
            ).with { $0.environment.variables[variable] = proxy }.run().stderrText
        }
        let end = "Connection refused (the proxy of \(variable))"
        let refused = try await run("http://u:s3cret@127.0.0.1:\(port)", ["-sS"])
        #expect(refused.hasPrefix("formpost: (7) Failed to connect to 127.0.0.1 port \(port) "))
        #expect(refused.hasSuffix(end + "\n"), "\(refused)")
        let again = try await run(
            "127.0.0.1:\(port)",
            ["--retry", "1", "--retry-connrefused", "--retry-delay", "0.01"])
        #expect(again.split(separator: end).count == 3, "\(again)")
        #expect(again.contains("\(end); trying again in 0.01 s (0 left)\n"), "\(again)")
        let odd = try await run("u:s3/s3cret@127.0.0.1:\(port)", ["-sS", "-v"])
        #expect(!odd.contains("s3cret"), "\(odd)")
        let unknown = try await run("u:s3cret@nowhere.invalid:1", ["-sS"])
        #expect(
            unknown
                == "formpost: (5) Could not resolve proxy: nowhere.invalid "
                + "(the proxy of \(variable))\n")
        let option = try await run("127.0.0.1:1", ["-sS", "-x", "127.0.0.1:\(port)"])
        #expect(option.hasSuffix("Connection refused (the proxy of -x)\n"), "\(option)")
    }

    @Test func namesTheSocket() async throws {
        try await expect(
            ["--unix-socket", "/nonexistent/s", "-F", "a=b", "http://h/"], 7,
            "cannot connect to the socket /nonexistent/s: No such file or directory")
    }

    /// https:// to a server without TLS.
    @Test func guessesTheScheme() async throws {
        let server = try LoopbackServer(
            script: .answers([]), onConnect: { _ in [.send("HTTP/1.1 400 No\r\n\r\n"), .close] })
        let result = try await Command.formpost(
            "-sS", "-F", "a=b", server.url("/", scheme: "https")
        ).run()
        #expect(result.exitStatus == 35)
        #expect(
            result.stderrText.hasSuffix(
                "while connecting (what answers there does not speak TLS: is it http://?)\n"),
            "\(result)")
    }

    @Test func saysWhyASuccessIsNone() async throws {
        let server = try LoopbackServer(.respond(body: "ok"))
        try await expect(
            ["--expect-status", "404", "-F", "a=b", server.url], 22,
            "the server answered 200 OK, not accepted by --expect-status", stdout: "ok")
    }

    private static let lines: [([String], Int32, String)] = [
        (
            ["-F", "f=@", "http://h/"], 26,
            "-F: there is no file name after the '@'\n    f=@\n       ^"
        ),
        (
            ["--resolve", "foo", "-F", "a=b", "http://h/"], 2,
            "--resolve: 'foo' is not host:port:address, such as example.com:443:127.0.0.1"
        ),
        (
            ["--netrc-file", "/nonexistent", "-F", "a=b", "http://h/"], 26,
            "--netrc-file: cannot read /nonexistent: No such file or directory"
        ),
        (
            ["--proto", "https,bogus", "-F", "a=b", "http://h/"], 2,
            "--proto: 'https,bogus' is not a list of http and https, such as =https"
        ),
        (
            ["-I", "http://h/"], 2, "curl's -I is not in formpost: write -X HEAD -i"
        ),
        (
            ["a=b", "http://u:pw@h/"], 2,
            "two URLs, 'a=…' and 'http://u:[masked]@h/', but not both have a scheme; give fields "
                + "and files with -F, and quote arguments that have blanks"
        ),
        (
            ["--next", "http://h/"], 2,
            "no URL before --next"
        ),
    ]

    @Test(arguments: lines)
    func isSaidBeforeConnecting(arguments: [String], exit: Int32, text: String) async throws {
        try await expect(arguments, exit, text)
    }

    /// A missing file of cookies gives a warning, unless `-c` will create it.
    @Test func missesTheCookies() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer()
        let missing = directory.path + "/jar"
        let run = { (options: [String]) in
            try await Command.formpost(arguments: options + ["-F", "a=b", server.url]).run()
        }
        #expect(
            try await run(["-b", missing]).stderrText
                == "formpost: warning: -b: no cookie is sent from the file \(missing): No such "
                + "file or directory (a cookie is written name=value)\nHTTP/1.1 200 OK\n")
        for options in [["-b", missing, "-c", missing], ["-b", ""], ["-b", "a=b"]] {
            #expect(try await run(options).stderrText == "HTTP/1.1 200 OK\n")
        }
    }

    private static let entries: [(String, Int32)] = [
        ("h:80:127.0.0.1", 0), ("+h:80:127.0.0.1,[::1]", 0), ("*:80:127.0.0.1", 0), ("-h:80", 0),
        ("h:80", 2), ("h:80:", 2), ("h:x:127.0.0.1", 2), (":", 2),
        ("h::127.0.0.1", 2), ("-h", 2),
    ]

    /// libcurl takes the same.
    @Test(arguments: entries)
    func readsAddresses(entry: String, exit: Int32) async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-sS", "--resolve", entry, "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == exit, "\(result)")
    }
}
