import TestSupport
import Testing

/// The command that the README opens with: each byte of the head, in its order. A scenario has the body.
@Suite(.serialized)
struct MainJobTests {
    @Test func sendsThisHead() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-F", "reqtype=fileupload", "-F", "file=@Fixtures/img.png", server.url("/upload")
        ).with { $0.workingDirectory = Repository.path }.run()
        #expect(result.outcome == Outcome(0, stderr: "HTTP/1.1 200 OK\n"))

        let request = try await server.request()
        let version = try await Command.formpost("-V").run().stdoutText.split(separator: " ")[1]
        let boundary = String(decoding: try request.form().boundary, as: UTF8.self)
        #expect(boundary.wholeMatch(of: /formpost-[0-9a-f]{32}/) != nil)
        #expect(
            request.headText == """
                POST /upload HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: formpost/\(version)\r
                Accept: */*\r
                Content-Type: multipart/form-data; boundary=\(boundary)\r
                Content-Length: 24260\r
                \r

                """)
        #expect(try await server.endedConnections().map(\.requests) == [1])
    }
}
