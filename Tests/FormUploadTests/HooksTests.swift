import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// Behaviour with and without the hooks.
@Suite(.serialized)
struct HooksTests {
    private static let body = EncodedBody(bytes: "body", contentType: .json)

    #if os(Linux)
        @Test func areInEffectInTheTests() {
            #expect(HookedTransfer.isPossible)
        }
    #endif

    /// Order, duplicates, bytes, version and reason, which URLSession has not.
    @Test(.enabled(if: HookedTransfer.isPossible, "needs the hooks")) func showTheTrueHead()
        async throws
    {
        let head: [UInt8] =
            Array("HTTP/1.0 299 Fine by me\r\nx-b: 2\r\nX-A:1\r\nx-b: ".utf8) + [0xFF, 0x0D, 0x0A]
            + Array("Set-Cookie: a=b\r\n\r\n".utf8)
        let server = try LoopbackServer(.raw(head + Array("ok".utf8)))
        let upload = await Uploads.run(to: server.url, Self.body)
        let response = try upload.result.get()
        #expect(response.head.rawLines.flatMap(\.bytes) == head)
        #expect(response.head.version == "1.0")
        #expect(response.head.reason == "Fine by me")
        #expect(upload.body == "ok")
    }

    /// The exact code of libcurl and its sentence.
    @Test(.enabled(if: HookedTransfer.isPossible, "needs the hooks")) func carryTheCodeBack()
        async throws
    {
        let rows: [(Answer, Int32)] = [
            (.raw(""), 52), (.raw("nonsense\r\n"), 1),
            (.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), 18),
            (.raw("HTTP/1.1 200 OK\r\nno colon\r\n\r\n"), 8), ([.readBody, .reset], 56),
        ]
        for (answer, expected) in rows {
            let server = try LoopbackServer(answer)
            let upload = await Uploads.run(to: server.url, Self.body)
            guard case .transfer(let code, let reason, _) = upload.failure else {
                Issue.record("\(upload.result)")
                continue
            }
            #expect(code == expected)
            #expect(!reason.isEmpty)
        }
    }

    @Test(.enabled(if: HookedTransfer.isPossible, "needs the hooks")) func reportTheWire()
        async throws
    {
        let options = UploadOptions { $0.reportsWire = true }
        let server = try LoopbackServer(.respond(body: "ok"))
        let upload = await Uploads.run(to: server.url, Self.body, options)
        let sent = upload.events.compactMap { event -> [UInt8]? in
            guard case .wire(let wire) = event, wire.kind == .headSent else { return nil }
            return wire.bytes
        }
        #expect(Array(sent.joined()) == (try await server.request().head))
    }

    /// Options of one transfer do not affect the next one.
    @Test func doNotMixTransfersUp() async throws {
        let servers = try (1...8).map { try LoopbackServer(.respond(body: "\($0)")) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, server) in servers.enumerated() {
                group.addTask {
                    for usesHooks in [true, false, true] {
                        let upload = await Uploads.run(
                            to: server.url, EncodedBody(bytes: ByteString("\(index)")),
                            UploadOptions(usesHooks: usesHooks))
                        #expect(upload.body == "\(index + 1)")
                    }
                    let bodies = try await server.requests(3).map(\.body.text)
                    #expect(bodies == ["\(index)", "\(index)", "\(index)"])
                }
            }
            try await group.waitForAll()
        }
    }

    // MARK: Without them

    private let without = UploadOptions(usesHooks: false)

    @Test func aBodyComesInChunks() async throws {
        let server = try LoopbackServer(.respond(body: "ok"))
        let upload = await Uploads.run(to: server.url, Self.body, without)
        #expect(upload.status == 200)
        let request = try await server.request()
        #expect(request.framing == .chunked)
        #expect(request.headers(named: "Content-Length") == [])
        #expect(request.header("Content-Type") == "application/json")
        #expect(request.body.text == "body")
    }

    /// URLSession alone never ends this one.
    @Test func aChallengeIsTheEnd() async throws {
        let server = try LoopbackServer(
            .respond(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: "who?"))
        let upload = await Uploads.run(to: server.url, Self.body, without)
        #expect(upload.status == 401)
        #expect(upload.body == "who?")
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [200, 204, 302, 307, 404, 500])
    func anyStatusIsAResponse(status: Int) async throws {
        let server = try LoopbackServer(.respond(status, headers: ["Location": "/x"]))
        let upload = await Uploads.run(to: server.url, Self.body, without)
        #expect(upload.status == status)
        #expect(server.requests.count == 1)
    }

    @Test func interimResponsesAreNone() async throws {
        let server = try LoopbackServer([
            .readBody, .respond(103), .respond(102), .respond(200, body: "ok"),
        ])
        let upload = await Uploads.run(to: server.url, Self.body, without)
        #expect(upload.heads == [200])
        #expect(upload.body == "ok")
    }

    /// An option that cannot take effect is refused, and not ignored.
    @Test func whatNeedsThemIsRefused() async throws {
        let server = try LoopbackServer()
        var insecure = without
        insecure.verifiesCertificates = false
        var authority = without
        authority.certificateAuthorities = "/etc/ssl/cert.pem"
        for options in [insecure, authority] {
            let url = server.url("/", scheme: "https")
            let upload = await Uploads.run(to: url, Self.body, options)
            #expect(upload.failure.has { if case .needsHooks = $0 { true } else { false } })
        }
        var setting = without
        setting.curlSettings = [CURLSetting(.ipVersion, .number(1))]
        let upload = await Uploads.run(to: server.url, Self.body, setting)
        #expect(
            upload.failure.has {
                if case .needsHooks(let field) = $0 { field.kind == .option(113) } else { false }
            })
        #expect(server.connections.isEmpty)
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd"])
    func otherSchemesAreRefused(url: String) async {
        let upload = await Uploads.run(to: url, Self.body, without)
        #expect(upload.failure.has { if case .unsupportedScheme = $0 { true } else { false } })
    }
}
