import TestSupport
import Testing

/// Redirects with a long body or `Location`.
@Suite struct RedirectConnectionTests {
    private static let long = String(repeating: "x", count: 16 << 10)

    /// A long body is not read to its end: another connection is used.
    @Test(arguments: [
        "Content-Length: \(long.utf8.count)\r\n\r\n\(long)",
        "Transfer-Encoding: chunked\r\n\r\n4000\r\n\(long)\r\n0\r\n\r\n",
    ])
    func aLongBody(body: String) async throws {
        let server = try LoopbackServer(
            [.readBody, .send("HTTP/1.1 307 Moved\r\nLocation: /x\r\n" + body)], .respond())
        let result = try await Command.formpost(
            "-sSL", "-w", "%{http_code} %{size_upload}", "-F", "a=b", server.url
        ).run()
        result.expect(0, stdout: "200 139")
        #expect(server.connections.map(\.requests) == [1, 1])
        #expect(server.requests.map(\.body.isComplete) == [true, true])
    }

    @Test func aLongLocation() async throws {
        let target = "/" + String(repeating: "x", count: 90_000)
        let server = try LoopbackServer(
            .respond(302, headers: ["Location": target]), .respond(body: "ok\n"))
        let result = try await Command.formpost("-sL", "-F", "a=b", server.url).run()
        result.expect(0, stdout: "ok\n")
        #expect(server.requests.map(\.target) == ["/", target])
    }
}
