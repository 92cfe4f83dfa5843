import TestSupport
import Testing

/// The command that the README opens with.
@Suite(.serialized)
struct MainJobTests {
    private static let upload: [String] = [
        "-F", "reqtype=fileupload", "-F", "file=@Fixtures/img.png",
    ]

    @Test func sendsThisAndPrintsThat() async throws {
        let server = try LoopbackServer(.respond(body: "https://files.example/a.png\n"))
        let result = try await Command.formpost(
            arguments: Self.upload + [server.url("/upload")]
        ).with { $0.workingDirectory = Repository.path }.run()
        #expect(
            result.outcome
                == Outcome(
                    0, stdout: "https://files.example/a.png\n", stderr: "HTTP/1.1 200 OK\n"))

        let request = try await server.request()
        let picture = try fileBytes(Repository.path + "/Fixtures/img.png")
        #expect(picture.count == 23_967)
        let version = try await version()
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
        let head = """
            --\(boundary)\r
            Content-Disposition: form-data; name="reqtype"\r
            \r
            fileupload\r
            --\(boundary)\r
            Content-Disposition: form-data; name="file"; filename="img.png"\r
            Content-Type: image/png\r
            \r

            """
        #expect(request.body.bytes == Array(head.utf8) + picture + "\r\n--\(boundary)--\r\n".utf8)
        #expect(try await server.endedConnections().map(\.requests) == [1])
    }

    @Test func takesANewBoundaryEachTime() async throws {
        let server = try LoopbackServer()
        for _ in 1...2 { _ = try await Command.formpost("-F", "a=b", server.url).run() }
        let boundaries = try await server.requests(2).map { try $0.form().boundary }
        #expect(boundaries[0] != boundaries[1])
    }

    private func version() async throws -> String {
        let words = try await Command.formpost("-V").run().stdoutText.split(separator: " ")
        return String(words[1].prefix { !$0.isWhitespace })
    }
}
