import TestSupport
import Testing

let hasCurl = Command.isInstalled("curl")

@Suite(.enabled(if: hasCurl, "curl is not installed"))
struct LoopbackServerTests {
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
        #expect(server.connections.allSatisfy { $0.hasEnded })
    }
}
