import TestSupport
import Testing

/// Fields keep their bytes over redirects, and host names ignore case.
@Suite(.serialized)
struct RedirectByteTests {
    private static let latin: [UInt8] = Array("id=caf".utf8) + [0xE9]

    private static func redirect(to location: String, _ fields: [UInt8] = []) -> Answer {
        let head = "HTTP/1.1 307 X\r\nContent-Length: 0\r\nLocation: \(location)\r\n"
        return [.readBody, .send(Array(head.utf8) + fields + Array("\r\n".utf8))]
    }

    @Test func cookiesOfAnyEncoding() async throws {
        let server = try LoopbackServer(
            Self.redirect(
                to: "/x", Array("Set-Cookie: ".utf8) + Self.latin + Array("; Path=/\r\n".utf8)),
            .respond(body: "done\n"))
        let result = try await Command.formpost(
            "-sS", "-L", "-b", "", "-F", "a=b", server.url
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "done\n"))
        let requests = try await server.requests(2)
        #expect(requests[1].head.offset(of: Array("\r\nCookie: ".utf8) + Self.latin) != nil)
    }

    /// RFC 3986 §6.2.2.1: scheme and host are the same in capitals.
    @Test func aHostInOtherLetters() async throws {
        let port = Monitor(0)
        let server = try LoopbackServer { request in
            let location = "HTTP://LOCALHOST:\(port.withState { $0 })/x"
            return request.number == 1 ? Self.redirect(to: location) : .respond(body: "done\n")
        }
        port.withState { $0 = server.port }
        let result = try await Command.formpost(
            "-sS", "-L", "-u", "me:pw", "-H", "Host: mine.example", "-H", "Cookie: a=b", "-F",
            "a=b",
            "--connect-to", "localhost::127.0.0.1:", server.url("/", host: "localhost")
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "done\n"))
        for request in try await server.requests(2) {
            #expect(request.headers(named: "Authorization") == ["Basic bWU6cHc="])
            #expect(request.headers(named: "Cookie") == ["a=b"])
            #expect(request.headers(named: "Host") == ["mine.example"])
        }
    }

    /// libcurl hands on the bytes of a comment.
    @Test(.enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
    func certificates() async throws {
        let server = try LoopbackServer(.respond(), tls: TLSOptions(certificate: "latin"))
        let result = try await Command.formpost(
            "-sS", "-k", "-w", "%{certs}", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(
            result.stdout.offset(of: Array("Netscape Comment:caf".utf8) + [0xE9, 0x0A]) != nil,
            "\(result)")
    }
}
