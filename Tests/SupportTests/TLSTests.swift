import TestSupport
import Testing

@Suite(
    .enabled(if: hasCurl, "curl is not installed"),
    .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
struct TLSTests {
    private let authority = Fixtures.path("tls/ca.pem")

    @Test func servesOverTLS() async throws {
        let server = try LoopbackServer(.respond(body: "safe\n"), tls: TLSOptions())
        let result = try await Command.curl(
            "-sS", "--cacert", authority, "-F", "a=b", server.url("/", host: "localhost")
        ).run()
        #expect(result.stdoutText == "safe\n", "\(result)")
        #expect(try await server.request().form().parts[0].bodyText == "b")
        let connection = try await server.endedConnections()[0]
        #expect(connection.tlsVersion == "TLSv1.3")
        #expect(connection.serverName == "localhost")
        #expect(connection.ending == .clientClosed)
    }

    /// curl's exit status, and what the server heard of it.
    @Test(arguments: [
        ("server", [], 60, "tlsv1 alert unknown ca"), ("server", ["-k"], 0, nil),
        ("wrong-host", ["--cacert"], 60, nil), ("expired", ["--cacert"], 60, nil),
        ("server", ["--cacert"], 0, nil),
    ])
    func isTrustedAsItsCertificateIs(
        certificate: String, options: [String], status: Int32, failure: String?
    ) async throws {
        let server = try LoopbackServer(tls: TLSOptions(certificate: certificate))
        let trust = options == ["--cacert"] ? options + [authority] : options
        let result = try await Command.curl(arguments: ["-sS"] + trust + [server.url]).run()
        #expect(result.exitStatus == status, "\(result)")
        let connection = try await server.endedConnections()[0]
        if let failure { #expect(connection.tlsFailure == failure) }
    }

    @Test func asksForAClientCertificate() async throws {
        let server = try LoopbackServer(tls: TLSOptions(clientAuthority: authority, to: .tls1_2))
        let without = try await Command.curl("-sS", "--cacert", authority, server.url).run()
        #expect(without.exitStatus != 0)
        let result = try await Command.curl(
            "-sS", "--cacert", authority, "--cert", Fixtures.path("tls/client.pem"), "--key",
            Fixtures.path("tls/client-encrypted-key.pem"), "--pass", "secret", server.url
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(server.connections.last?.tlsVersion == "TLSv1.2")
    }

    @Test func startsTLSInsideATunnel() async throws {
        let server = try LoopbackServer { request in
            request.method == "CONNECT"
                ? [.respond(200), .startTLS(TLSOptions())] : .respond(body: "inside")
        }
        let result = try await Command.curl(
            "-sS", "--cacert", authority, "-x", server.url, "https://localhost:1/"
        ).run()
        #expect(result.stdoutText == "inside", "\(result)")
        #expect(server.requests.map(\.target) == ["localhost:1", "/"])
    }

    @Test func endsConnections() async throws {
        let steps: [Step] = [.readBody, .send("HTTP/1.1 200 OK\r\n\r\nabc")]
        for (end, status) in [(Step.close, Int32(0)), (.reset, 56)] {
            let server = try LoopbackServer(Answer(steps + [end]), tls: TLSOptions())
            let result = try await Command.curl("-sSk", server.url).run()
            #expect(result.exitStatus == status, "\(result)")
        }
    }

    @Test func takesLargeBodies() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.patternFile("f", size: 30_000_000)
        let server = try LoopbackServer(tls: TLSOptions())
        let result = try await Command.curl("-sSk", "-F", "f=@\(file)", server.url).run()
        #expect(result.exitStatus == 0)
        let form = try await server.request().form()
        #expect(form.part("f")?.body == FilePattern().bytes(30_000_000))
    }
}
