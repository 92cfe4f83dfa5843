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
            #expect(TransportFacts.hooksAreInEffect)
        }
    #endif

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
        authority.certificateAuthorities = .file("/etc/ssl/cert.pem")
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
                if case .needsHooks(let field) = $0 { field == .option(.ipVersion) } else { false }
            })
        #expect(server.connections.isEmpty)
    }
}
