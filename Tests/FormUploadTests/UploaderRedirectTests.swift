import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// What the library does about redirects by itself, with the hooks and without them.
@Suite(.serialized)
struct UploaderRedirectTests {
    private static func options(usesHooks: Bool) -> UploadOptions {
        var options = UploadOptions(usesHooks: usesHooks)
        options.redirects.follows = true
        return options
    }

    /// By the rule, and by the names that its caller adds.
    @Test(arguments: [true, false])
    func withholdsCredentials(usesHooks: Bool) async throws {
        let other = try LoopbackServer(.respond(body: "here"))
        let home = try LoopbackServer(.respond(307, headers: ["Location": other.url("/x")]))
        let names = ["X-Api-Key", "X-Tenant", "X-A"]
        let headers = names.compactMap {
            FormUpload.HeaderField(name: ByteString($0), value: .text("v"))
        }
        var options = Self.options(usesHooks: usesHooks)
        options.redirects.credentials = CredentialNames(adding: ["x-tenant"])
        let upload = await Uploads.run(
            to: home.url, EncodedBody(bytes: "body"), headers: headers, options)
        #expect(upload.body == "here")
        let (first, second) = (try await home.request(), try await other.request())
        #expect(names.map { first.header($0) } == ["v", "v", "v"])
        #expect(names.map { second.header($0) } == [nil, nil, "v"])
        let next = try #require(upload.redirects.first?.next)
        #expect(next.withheld == ["X-Api-Key", "X-Tenant"])
        #expect(next.url == ByteString(other.url("/x")))
        #expect(next.method == "POST" && !next.dropsBody && !next.isFirstURL)
        #expect(second.body.text == "body")
    }

    @Test(arguments: [true, false])
    func tellsOfADroppedBody(usesHooks: Bool) async throws {
        let server = try LoopbackServer(.respond(302, headers: ["Location": "/x"]), .respond())
        let upload = await Uploads.run(
            to: server.url("/up"), EncodedBody(bytes: "body"), Self.options(usesHooks: usesHooks))
        let notice = try #require(upload.redirects.first)
        #expect(notice.source == ByteString(server.url("/up")) && notice.location == "/x")
        #expect(notice.next?.dropsBody == true && notice.next?.method == "GET")
        #expect(notice.next?.withheld == [])
        #expect(upload.status == 200)
    }
}

extension Uploads {
    fileprivate var redirects: [RedirectNotice] {
        events.compactMap { if case .redirecting(let notice) = $0 { notice } else { nil } }
    }
}
