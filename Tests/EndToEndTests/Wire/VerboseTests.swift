import TestSupport
import Testing

/// `-v` shows both heads as they went over the wire, and no secret.
@Suite(.serialized)
struct VerboseTests {
    private static let secrets: [String] = [
        "-H", "Authorization: Bearer s3cret", "-H", "cookie: session=s3cret",
        "-H", "Proxy-Authorization: Basic s3cret", "-H", "X-A: shown",
    ]

    /// A log may be read on a terminal; the file of `--trace` has the bytes.
    @Test func theServersBytesAreHarmlessInAPipe() async throws {
        let head = "HTTP/1.1 200 OK\r\nX-A: \u{1B}]0;title\u{7}\u{1B}[2Jü\u{9B}\r\n\r\n"
        let server = try LoopbackServer([.readBody, .send(head), .close])
        let directory = try TemporaryDirectory()
        let result = try await Command.formpost("-v", "-F", "a=b", server.url).run()
        #expect(
            result.stderrText.contains("< X-A: \\x1b]0;title\\x07\\x1b[2Jü\\xc2\\x9b\n"),
            "\(result.stderrText)")
        #expect(!result.stderr.contains(0x1B))
        let again = try LoopbackServer([.readBody, .send(head), .close])
        let traced = try await Command.formpost(
            "-s", "--trace", directory.path("t"), "-F", "a=b", again.url
        ).run()
        #expect(traced.exitStatus == 0)
        let trace = String(decoding: try directory.contents(of: "t"), as: UTF8.self)
        #expect(trace.contains("58 2d 41 3a 20 1b 5d 30"))
    }

    @Test func showsHeadsAndMasksSecrets() async throws {
        let server = try LoopbackServer(
            .respond(
                201, headers: ["Set-Cookie": "id=s3cret; Path=/", "X-B": "shown"], body: "done"))
        let result = try await Command.formpost(
            arguments: ["-v"] + Self.secrets + ["-F", "a=s3cret", server.url("/x")]
        ).run()
        let boundary = String(decoding: try await server.request().form().boundary, as: UTF8.self)
        let lines = result.stderrText.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.filter { $0.hasPrefix(">") } == [
                "> POST /x HTTP/1.1", "> Host: 127.0.0.1:\(server.port)",
                "> User-Agent: formpost/0.1.0", "> Accept: */*",
                "> Content-Type: multipart/form-data; boundary=\(boundary)",
                "> Authorization: [masked]", "> cookie: [masked]",
                "> Proxy-Authorization: [masked]", "> X-A: shown", "> Content-Length: 144", "> ",
            ])
        #expect(
            lines.filter { $0.hasPrefix("<") } == [
                "< HTTP/1.1 201 Created", "< Set-Cookie: [masked]", "< X-B: shown",
                "< Content-Length: 4", "< ",
            ])
        // libcurl's information lines vary; all other lines have a prefix.
        #expect(lines.dropLast().allSatisfy { ["* ", "> ", "< "].contains($0.prefix(2)) })
        #expect(!result.stderrText.contains("s3cret"))
        #expect(result.stdoutText == "done")
        #expect(result.exitStatus == 0)
    }

    @Test func masksThePasswordOfTheURL() async throws {
        let server = try LoopbackServer(.respond(401, headers: ["WWW-Authenticate": "Basic"]))
        let url = "http://user:s3cret@127.0.0.1:\(server.port)/"
        let result = try await Command.formpost("-v", "-F", "a=b", url).run()
        #expect(result.exitStatus == 22)
        #expect(
            try await server.request().header("Authorization") == "Basic dXNlcjpzM2NyZXQ=")
        #expect(result.stderrText.contains("> Authorization: [masked]\n"))
        #expect(!result.stderrText.contains("s3cret"))
        #expect(!result.stderrText.contains("dXNlcjpzM2NyZXQ="))
    }

    @Test func showsNothingWithoutIt() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-F", "a=b", server.url).run()
        #expect(result.stderrText == "HTTP/1.1 200 OK\n")
    }
}
