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

    /// The form was taken: another attempt is for what follows it.
    @Test(arguments: [true, false])
    func retriesFromTheRequestThatFailed(usesHooks: Bool) async throws {
        let server = try LoopbackServer(
            .respond(303, headers: ["Location": "/x"]), .respond(503),
            .respond(302, headers: ["Location": "/y"]), .respond())
        var options = Self.options(usesHooks: usesHooks)
        options.retry.maximum = 1
        options.retry.delay = .milliseconds(1)
        let upload = await Uploads.run(to: server.url("/up"), EncodedBody(bytes: "body"), options)
        #expect(upload.status == 200)
        let targets = try await server.requests(4).map { "\($0.method) \($0.target)" }
        #expect(targets == ["POST /up", "GET /x", "GET /x", "GET /y"])
    }

    /// Also in another attempt, whose first request is not the user's.
    @Test func keepsCredentialsAtHomeAfterARetry() async throws {
        let other = try LoopbackServer(
            .respond(503), .respond(302, headers: ["Location": "/x"]), .respond())
        let home = try LoopbackServer(.respond(303, headers: ["Location": other.url]))
        let key = FormUpload.HeaderField(name: "X-Api-Key", value: .text("v"))
        var options = Self.options(usesHooks: true)
        options.retry.maximum = 1
        options.retry.delay = .milliseconds(1)
        let upload = await Uploads.run(
            to: home.url, EncodedBody(bytes: "body"), headers: [key].compactMap(\.self), options)
        #expect(upload.status == 200)
        #expect(try await other.requests(3).map { $0.header("X-Api-Key") } == [nil, nil, nil])
    }

    @Test(arguments: [true, false])
    func deliversA301ThatWouldLoseTheBody(usesHooks: Bool) async throws {
        let server = try LoopbackServer(
            .respond(301, headers: ["Location": "/x"], body: "moved"), .respond())
        let upload = await Uploads.run(
            to: server.url("/up"), EncodedBody(bytes: "body"), Self.options(usesHooks: usesHooks))
        #expect(upload.status == 301 && upload.body == "moved")
        #expect(upload.redirects.isEmpty)
        #expect(server.requests.count == 1)
    }
}

extension Uploads {
    fileprivate var redirects: [RedirectNotice] {
        events.compactMap { if case .redirecting(let notice) = $0 { notice } else { nil } }
    }
}
