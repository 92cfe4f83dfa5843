import TestSupport
import Testing

/// Which servers are trusted over TLS: those that curl trusts.
@Suite(
    .serialized,
    .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
struct TransportSecurityTests {
    private static let authority = Fixtures.path("tls/ca.pem")

    struct Row: Sendable, CustomTestStringConvertible {
        var certificate = "server"
        var options: [String] = []
        var host = "127.0.0.1"
        /// Of the sentence; `nil` where it works.
        var reason: String?
        var exit: Int32 = 0

        var testDescription: String {
            "\(certificate) \(options.joined(separator: " ")) \(host)"
        }
    }

    private static let rows = [
        Row(reason: "SSL certificate problem: unable to get local issuer certificate", exit: 60),
        Row(options: ["-k"]), Row(options: ["--insecure"]),
        Row(options: ["--cacert", authority]),
        Row(options: ["--cacert", authority], host: "localhost"),
        Row(options: ["-k", "--cacert", authority]),
        Row(
            certificate: "wrong-host", options: ["--cacert", authority], reason: "SSL: ", exit: 60),
        Row(
            certificate: "expired", options: ["--cacert", authority],
            reason: "SSL certificate problem: certificate has expired", exit: 60),
        Row(certificate: "wrong-host", options: ["-k"]),
        Row(certificate: "expired", options: ["-k"]),
        Row(options: ["--cacert", "/nonexistent"], reason: "error setting certificate", exit: 77),
        Row(options: ["--cacert", "/dev/null"], reason: "error setting certificate", exit: 77),
        Row(options: ["-k", "--no-insecure"], reason: "SSL certificate problem: ", exit: 60),
    ]

    @Test(.comparesWithCurl, arguments: rows)
    func isTrustedAsByCurl(row: Row) async throws {
        for program in [Command.formpost, Command.curl] {
            let server = try LoopbackServer(
                .respond(body: "stored\n"), tls: TLSOptions(certificate: row.certificate))
            let url = server.url("/", host: row.host)
            let result = try await program(["-sS"] + row.options + ["-F", "a=b", url]).run()
            #expect(result.exitStatus == row.exit, "\(result)")
            #expect(result.stdoutText == (row.reason == nil ? "stored\n" : ""))
            #expect(result.leftovers == [])
            if let reason = row.reason {
                #expect(result.stderrText.contains("(\(row.exit)) \(reason)"), "\(result)")
                #expect(server.requests.isEmpty)
            } else {
                #expect(result.stderr == [])
                #expect(try await server.request().form().parts[0].bodyText == "b")
            }
        }
    }

    private static let trust = ["--cacert", authority]
    private static let remedies: [(String, [String], String)] = [
        (
            "server", [],
            "SSL certificate problem: unable to get local issuer certificate: the certificate of "
                + "O = formpost tests, CN = localhost, issued by O = formpost tests, CN = formpost "
                + "test CA (--cacert FILE trusts what is in FILE, -k trusts any)"
        ),
        (
            "expired", trust,
            "SSL certificate problem: certificate has expired: the certificate of "
                + "O = formpost tests, CN = localhost, issued by O = formpost tests, CN = formpost "
                + "test CA (-k trusts any)"
        ),
        (
            "wrong-host", trust,
            "SSL: no alternative certificate subject name matches target host name '127.0.0.1': "
                + "the certificate of O = formpost tests, CN = wrong.example, issued by "
                + "O = formpost tests, CN = formpost test CA (-k trusts any)"
        ),
    ]

    /// Whose certificate, what is wrong with it, and the way out; `--cacert` where it is one.
    @Test(arguments: remedies)
    func namesTheRemedy(certificate: String, options: [String], text: String) async throws {
        let server = try LoopbackServer(tls: TLSOptions(certificate: certificate))
        let result = try await Command.formpost(
            arguments: options + ["-F", "a=b", server.url("/", host: "127.0.0.1")]
        ).run()
        #expect(result.outcome == Outcome(60, stderr: "formpost: (60) \(text)\n"))
    }

    private static let identities: [(TLSOptions.Version, [String], Int32, String)] = [
        (.tls1_3, [], 56, "; the server wants a client certificate: -E file"),
        (.tls1_2, [], 35, "; the server may want a client certificate: -E file"),
        (
            .tls1_3, ["-E", file("client")], 58,
            " \(file("client")) has a certificate and no private key: --key file names the key"
        ),
        (
            .tls1_3, ["-E", file("client"), "--key", file("client-encrypted-key"), "--pass", "no"],
            58, " the passphrase of --pass does not open the key in \(file("client-encrypted-key"))"
        ),
        (
            .tls1_3, ["-E", file("client") + ":no", "--key", file("client-encrypted-key")], 58,
            " the passphrase of -E does not open the key in \(file("client-encrypted-key"))"
        ),
        (
            .tls1_3, ["-E", file("client"), "--key", file("server-key")], 58,
            " the key in \(file("server-key")) is not that of the certificate in \(file("client"))"
        ),
        (
            .tls1_3,
            ["-E", file("server"), "--key", file("client-encrypted-key"), "--pass", "secret"], 58,
            " the key in \(file("client-encrypted-key")) is not that of the certificate in "
                + file("server")
        ),
    ]

    private static func file(_ name: String) -> String { Fixtures.path("tls/\(name).pem") }

    /// The cause of an unusable client certificate, for which libcurl has one text.
    @Test(arguments: identities.indices) func namesTheClientCertificate(row: Int) async throws {
        let (version, options, exit, text) = Self.identities[row]
        let server = try LoopbackServer(
            tls: TLSOptions(clientAuthority: Self.authority, from: version, to: version))
        let command = Command.formpost(
            arguments: ["-sS"] + Self.trust + options + ["-F", "a=b", server.url])
        var result = try await command.run()
        // libcurl has no other text if the connection is reset before it asks for the peer's address.
        for _ in 0..<20 where result.stderrText.contains("getpeername() failed") {
            result = try await command.run()
        }
        #expect(result.exitStatus == exit, "\(result)")
        #expect(result.stderrText.hasSuffix(text + "\n"), "\(result)")
        #expect(server.requests.isEmpty)
    }

    /// A key may come through a pipe, which can be read only once.
    @Test func readsCertificatesFromAPipe() async throws {
        let server = try LoopbackServer(.respond(body: "stored\n"), tls: TLSOptions())
        let directory = try TemporaryDirectory()
        let script = """
            mkfifo pipe; cat "$2" > pipe & "$1" -sS --cacert pipe -F a=b "$3"
            """
        let result = try await Command(
            "/bin/sh",
            arguments: [
                "-c", script, "sh", Command.formpost().path, Self.authority,
                server.url("/", host: "127.0.0.1"),
            ]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.outcome == Outcome(0, stdout: "stored\n"))
    }

    /// A length, the whole body and a whole answer over TLS as without.
    @Test func sendsLargeBodies() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.patternFile("f", size: 30_000_000)
        let server = try LoopbackServer(
            .respond(body: [UInt8](repeating: 0x78, count: 3_000_000)), tls: TLSOptions())
        let result = try await Command.formpost("-sSk", "-F", "f=@" + file, server.url).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stdout == [UInt8](repeating: 0x78, count: 3_000_000))
        let request = try await server.request()
        #expect(request.framing == .contentLength(request.body.count))
        #expect(try request.form().part("f")?.body == FilePattern().bytes(30_000_000))
    }

    private static let ends: [(Answer, String, Int32)] = [
        (.raw("HTTP/1.1 200 OK\r\n\r\nabc"), "abc", 0),
        (.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), "abc", 18),
        ([.readBody, .close], "", 52),
        ([.readBody, .reset], "", 56),
        ([.readBody, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .pause(0.05), .reset], "abc", 56),
    ]

    @Test(.comparesWithCurl, arguments: ends.indices)
    func endsAsInCurl(row: Int) async throws {
        let (answer, stdout, status) = Self.ends[row]
        for program in [Command.formpost, Command.curl] {
            let server = try LoopbackServer(answer, tls: TLSOptions())
            let result = try await program(["-sSk", "-F", "a=b", server.url]).run()
            #expect(result.exitStatus == status, "\(result)")
            #expect(result.stdoutText == stdout)
        }
    }

    /// A server that does not speak TLS, and one that is spoken to without.
    @Test(.comparesWithCurl) func noticesTheWrongProtocol() async throws {
        let plain = try LoopbackServer(
            script: .answers([]), onConnect: { _ in [.send("HTTP/1.1 400 No\r\n\r\n"), .close] })
        for program in [Command.formpost, Command.curl] {
            let url = plain.url("/", scheme: "https")
            let result = try await program(["-sSk", "-F", "a=b", url]).run()
            #expect(result.exitStatus == 35, "\(result)")
        }
    }
}
