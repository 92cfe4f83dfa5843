import TestSupport
import Testing

/// What a scenario cannot say of TLS: client certificates, large bodies, a server that does not speak it.
@Suite(
    .serialized,
    .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
struct TransportSecurityTests {
    /// A server that wants a client certificate, and says so in one version of TLS.
    @Test(
        arguments: [
            (.tls1_3, 56, "; the server wants a client certificate: -E file\n"),
            (.tls1_2, 35, "; the server may want a client certificate: -E file\n"),
        ] as [(TLSOptions.Version, Int32, String)])
    func namesTheClientCertificate(version: TLSOptions.Version, exit: Int32, end: String)
        async throws
    {
        let authority = Fixtures.path("tls/ca.pem")
        let server = try LoopbackServer(
            tls: TLSOptions(clientAuthority: authority, from: version, to: version))
        let command = Command.formpost("-sS", "--cacert", authority, "-F", "a=b", server.url)
        var result = try await command.run()
        // libcurl has no other text if the connection is reset before it asks for the peer's address.
        for _ in 0..<20 where result.stderrText.contains("getpeername() failed") {
            result = try await command.run()
        }
        #expect(result.exitStatus == exit, "\(result)")
        #expect(result.stderrText.hasSuffix(end), "\(result)")
        #expect(server.requests.isEmpty)
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

    /// A response that is reset after some of it, as in curl.
    @Test(.comparesWithCurl) func noticesAReset() async throws {
        let steps: [Step] = [
            .readBody, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .pause(0.05), .reset,
        ]
        for program in [Command.formpost, Command.curl] {
            let server = try LoopbackServer(Answer(steps), tls: TLSOptions())
            let result = try await program(["-sSk", "-F", "a=b", server.url]).run()
            #expect(result.exitStatus == 56, "\(result)")
            #expect(result.stdoutText == "abc")
        }
    }

    /// A server that does not speak TLS.
    @Test(.comparesWithCurl) func noticesTheWrongProtocol() async throws {
        let plain = try LoopbackServer(
            script: .answers([]), onConnect: { _ in [.send("HTTP/1.1 400 No\r\n\r\n"), .close] })
        for program in [Command.formpost, Command.curl] {
            let url = plain.url("/", scheme: "https")
            let result = try await program(["-sSk", "-F", "a=b", url]).run()
            #expect(result.exitStatus == 35, "\(result)")
            let remedy =
                "while connecting (the server does not speak TLS on this port: is it http://?)\n"
            let isOurs = result.stderrText.hasPrefix("formpost")
            #expect(result.stderrText.hasSuffix(remedy) == isOurs, "\(result)")
        }
    }
}
