import TestSupport
import Testing

/// If the server closes the connection after a challenge, libcurl asks the proxy for another
/// tunnel; the proxy's answer is not the response.
@Suite struct SecondTunnelTests {
    /// A proxy and the server behind it; `second` is the answer to the second CONNECT.
    private func proxy(second: String) throws -> LoopbackServer {
        let tunnels = Monitor(0)
        return try LoopbackServer(
            script: .closure { request in
                if request.method == "CONNECT" {
                    let number = tunnels.withState { number -> Int in
                        number += 1
                        return number
                    }
                    let head = number == 1 ? "HTTP/1.1 200 Connection established" : second
                    return Answer([.send(head + "\r\n\r\n")])
                }
                guard request.header("Authorization") == nil else {
                    return .respond(200, body: "ok\n")
                }
                return .raw(
                    "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\"\r\n"
                        + "Content-Length: 0\r\nConnection: close\r\n\r\n")
            })
    }

    private func upload(
        by proxy: LoopbackServer, _ options: [String] = []
    ) async throws -> CommandResult {
        let all = options + ["-x", proxy.url, "-p", "--digest", "-u", "a:b", "-F", "a=b"]
        return try await Command.formpost(arguments: all + ["http://h.invalid/up"]).run()
    }

    @Test func isNoAnswer() async throws {
        let proxy = try proxy(second: "HTTP/1.1 200 Connection established")
        let result = try await upload(by: proxy)
        #expect(result.outcome == Outcome(0, stdout: "ok\n", stderr: "HTTP/1.1 200 OK\n"))
        let methods = proxy.requests.map(\.method)
        #expect(methods == ["CONNECT", "POST", "CONNECT", "POST"])
    }

    /// Neither retried nor followed, unlike the server's. The exit status differs since libcurl
    /// 8.22.
    @Test(arguments: [
        ("HTTP/1.1 503 Busy\r\nContent-Length: 0", ["--retry", "3", "--retry-delay", "0.01"]),
        ("HTTP/1.1 302 Go\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0", ["-L"]),
    ])
    func isTheProxysRefusal(answer: String, options: [String]) async throws {
        let proxy = try proxy(second: answer)
        let result = try await upload(by: proxy, options)
        #expect([7, 56].contains(result.exitStatus))
        #expect(result.stdout == [])
        #expect(result.stderrText.hasPrefix("formpost: ("), "\(result)")
        #expect(result.stderrText.contains("CONNECT tunnel failed"), "\(result)")
        #expect(proxy.requests.map(\.method) == ["CONNECT", "POST", "CONNECT"])
    }
}
