import TestSupport
import Testing

let hasCurl = Command.isInstalled("curl")

@Suite(.enabled(if: hasCurl, "curl is not installed"))
struct LoopbackServerTests {
    @Test func recordsARequestExactly() async throws {
        let server = try LoopbackServer(
            .respond(201, headers: ["X-A": "b"], body: "stored\n"))
        let result = try await Command.curl(
            "-si", "-H", "User-Agent:", "-H", "Accept:", "-d", "a=b", server.url("/x?y")
        ).run()
        #expect(result.exitStatus == 0)
        #expect(
            result.stdoutText
                == "HTTP/1.1 201 Created\r\nX-A: b\r\nContent-Length: 7\r\n\r\nstored\n")
        let request = try await server.request()
        #expect(
            request.headText == """
                POST /x?y HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                Content-Length: 3\r
                Content-Type: application/x-www-form-urlencoded\r
                \r

                """)
        #expect((request.method, request.target, request.version) == ("POST", "/x?y", "HTTP/1.1"))
        #expect(request.framing == .contentLength(3))
        #expect(request.body.text == "a=b")
        #expect(request.body.wire == request.body.bytes)
        #expect(request.body.isComplete && request.isAnswered && !request.clientClosedEarly)
        #expect(try await server.endedConnections().map(\.ending) == [.clientClosed])
    }

    @Test func notesAClientThatLeavesEarly() async throws {
        let reached = Gate()
        let server = try LoopbackServer([.readBytes(4), .open(reached), .readBody, .respond(200)])
        let curl = try Command.curl("-sS", "-T", "-", server.url).with { $0.stdin = .pipe }.start()
        try await curl.input?.write("12345678")
        try await reached.waitUntilOpen()
        curl.send(9)
        #expect(await curl.result().signal == 9)
        let request = try await server.request()
        #expect(request.clientClosedEarly && !request.body.isComplete)
        #expect(request.body.text == "12345678")
    }

    /// Lines that curl sends as they are when there is no body.
    @Test(arguments: [
        (["Content-Length: 3", "Content-Length: 3"], "2 Content-Length, 0 Transfer-Encoding"),
        (
            ["Content-Length: 3", "Transfer-Encoding: chunked"],
            "1 Content-Length, 1 Transfer-Encoding"
        ),
        (["Content-Length: +3"], "Content-Length: +3"),
        (["Transfer-Encoding: gzip"], "Transfer-Encoding: gzip"),
    ])
    func refusesDoubtfulFraming(headers: [String], problem: String) async throws {
        let server = try LoopbackServer(.respond(body: "taken"))
        let options = headers.flatMap { ["-H", $0] }
        let result = try await Command.curl(arguments: ["-s"] + options + [server.url]).run()
        #expect(result.stdoutText == problem + "\n")
        #expect(try await server.request().framing == .invalid(problem))
    }

    /// A connection counts that the server had not accepted when its client was gone.
    @Test(.enabled(if: Command.isInstalled("bash"), "bash is not installed"))
    func settles() async throws {
        let server = try LoopbackServer()
        let connect = "exec 3<>/dev/tcp/127.0.0.1/\(server.port); exec 3>&-"
        let script = "for _ in $(seq 50); do \(connect); done"
        let result = try await Command("/usr/bin/env", arguments: ["bash", "-c", script]).run()
        #expect(result.exitStatus == 0)
        try await server.settle()
        #expect(server.connections.count == 50)
        #expect(server.connections.allSatisfy { $0.ending == .clientClosed })
    }
}
