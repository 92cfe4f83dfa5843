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

    @Test func recordsChunksAsFramedAndDecoded() async throws {
        let server = try LoopbackServer()
        let result = try await Command.curl(
            "-sS", "-T", "-", "-H", "Expect:", server.url
        ).with { $0.stdin = .bytes("hello") }.run()
        #expect(result.exitStatus == 0)
        let request = try await server.request()
        #expect(request.framing == .chunked)
        #expect(request.body.text == "hello")
        #expect(String(decoding: request.body.wire, as: UTF8.self) == "5\r\nhello\r\n0\r\n\r\n")
        #expect((request.body.count, request.body.wireCount, request.body.chunks) == (5, 15, 1))
    }

    @Test func answersInOrderOnOneConnectionAndRepeatsTheLast() async throws {
        let server = try LoopbackServer(.respond(body: "1\n"), .respond(body: "2\n"))
        let url = server.url
        let result = try await Command.curl("-sS", url, url, url).run()
        #expect(result.stdoutText == "1\n2\n2\n")
        let requests = try await server.requests(3)
        #expect(requests.map(\.connection) == [1, 1, 1])
        #expect(requests.map(\.number) == [1, 2, 3])
    }

    @Test func sendsContinueUnlessToldNotTo() async throws {
        let server = try LoopbackServer(
            .respond(), Answer([.respond(417, headers: ["Connection": "close"]), .close]))
        let expect = ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Expect: 100-continue"]
        for (status, sent) in [("200", true), ("417200", false)] {
            let curl = Command.curl(arguments: expect + ["-d", "a=b", server.url])
            let result = try await curl.run()
            #expect(status.hasPrefix(result.stdoutText))
            let last = try #require(server.requests.last { $0.header("Expect") != nil })
            #expect(last.sentContinue == sent)
        }
    }

    @Test func answersEarly() async throws {
        let server = try LoopbackServer(.early(413, body: "too large\n"), bodies: .count)
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 28)
        let result = try await Command.curl(
            "-sS", "-H", "Expect:", "-F", "f=@\(file)", server.url
        ).run()
        #expect(result.stdoutText == "too large\n")
        let request = try await server.request()
        #expect(!request.body.isComplete && request.isAnswered && request.clientClosedEarly)
    }

    @Test func stepsGoInOrder() async throws {
        let (halfRead, goOn) = (Gate(), Gate())
        let server = try LoopbackServer(
            [
                .readBytes(2), .open(halfRead), .wait(goOn), .readBody,
                .respond(103, headers: ["Link": "x"]),
                .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"),
                .dribble("abcdef", size: 4, pause: 0.001),
            ])
        let curl = try Command.curl("-sSi", "-d", "12345", server.url).start()
        try await halfRead.waitUntilOpen()
        #expect(server.requests[0].body.count == 2)
        #expect(!curl.hasEnded)
        goOn.open()
        let result = await curl.result()
        #expect(
            result.stdoutText == "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcdef")
        #expect(server.requests[0].body.text == "12345")
    }

    private static let endings: [(Answer, Int32)] = [
        ([.readBody, .close], 52),
        ([.readBody, .reset], 56),
        ([.readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .close], 18),
        ([.readBody, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .halfClose, .drain], 0),
        (.silence, 28),
        ([.wait(Gate())], 28),
    ]

    /// Each way to end a connection, as curl's exit status tells it.
    @Test(arguments: endings)
    func endsConnections(answer: Answer, status: Int32) async throws {
        let server = try LoopbackServer(answer)
        let limit = status == 28 ? "0.5" : "30"
        let result = try await Command.curl("-sS", "-m", limit, "-d", "a=b", server.url).run()
        #expect(result.exitStatus == status)
    }

    @Test func stepsOnConnectComeBeforeAnyRequest() async throws {
        let server = try LoopbackServer(
            script: .answers([.respond(body: "ok")]), onConnect: { $0 == 1 ? [.reset] : [] })
        let first = try await Command.curl("-sS", server.url).run()
        #expect(first.exitStatus != 0)
        #expect(try await Command.curl("-sS", server.url).run().stdoutText == "ok")
        #expect(server.connections.map(\.requests) == [0, 1])
        #expect(server.connections[0].ending == .serverReset)
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

    @Test func listensOnUnixSocketsAndOnIPv6() async throws {
        let directory = try TemporaryDirectory()
        let socket = directory.path("socket")
        let server = try LoopbackServer(.respond(body: "unix"), address: .unix(socket))
        let result = try await Command.curl("-sS", "--unix-socket", socket, server.url).run()
        #expect(result.stdoutText == "unix")
        let server6 = try LoopbackServer(.respond(body: "six"), address: .loopbackV6)
        #expect(try await Command.curl("-sSg", server6.url).run().stdoutText == "six")
    }

    @Test func hasPortsThatNobodyAnswersOn() async throws {
        let (refusing, silent) = (try DeadPort.refusing(), try DeadPort.silent())
        #expect(try await Command.curl("-sS", refusing.url).run().exitStatus == 7)
        #if os(Linux)
            let curl = Command.curl("-sS", "--connect-timeout", "0.2", silent.url)
            #expect(try await curl.run().exitStatus == 28)
        #endif
    }

    @Test func stopsWithClientsConnected() async throws {
        let server = try LoopbackServer([.readBody, .wait(Gate())])
        let curl = try Command.curl("-sS", server.url).start()
        _ = try? await server.request(timeout: 0.2)
        server.stop()
        #expect(await curl.result().exitStatus != 0)
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

    /// A large body takes no memory, and its edges are known.
    @Test func countsLargeBodies() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 26)
        let server = try LoopbackServer(bodies: .count)
        let result = try await Command.curl("-sS", "-F", "f=@\(file)", server.url).run()
        #expect(result.exitStatus == 0)
        let body = try await server.request().body
        #expect(body.isComplete && body.count > 1 << 26 && body.bytes.isEmpty)
        #expect(String(decoding: body.first.prefix(2), as: UTF8.self) == "--")
        #expect(String(decoding: body.last.suffix(4), as: UTF8.self) == "--\r\n")
    }
}
