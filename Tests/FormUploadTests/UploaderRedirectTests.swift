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
        let notice = try #require(upload.redirects.first)
        #expect(notice.withheld == ["X-Api-Key", "X-Tenant"])
        #expect(notice.next?.urlBytes == ByteString(other.url("/x")))
        #expect(notice.next?.effectiveMethod == "POST")
        #expect(!notice.dropsBody && !notice.isFirstURL)
        #expect(second.body.text == "body")
    }

    @Test(arguments: [true, false])
    func tellsOfADroppedBody(usesHooks: Bool) async throws {
        let redirect = Answer.respond(302, headers: ["Location": "/x"])
        let server = try LoopbackServer(redirect, .respond(), redirect, .respond())
        let (url, options) = (server.url("/up"), Self.options(usesHooks: usesHooks))
        let upload = await Uploads.run(to: url, EncodedBody(bytes: "body"), options)
        let notice = try #require(upload.redirects.first)
        #expect(notice.source == ByteString(server.url("/up")) && notice.location == "/x")
        #expect(notice.dropsBody && notice.next?.effectiveMethod == "GET")
        #expect(notice.withheld == [])
        #expect(upload.status == 200)
        let other = await Uploads.run(to: url, nil, options).redirects.first
        #expect(other?.dropsBody == false && other?.next != nil && other?.next?.body == nil)
    }

    /// A server that answers a form with a 303 or a 302 has it, whatever becomes of the GET; not so after a redirect
    /// that sends the form again.
    @Test(arguments: [
        (303, "/x", true), (302, "/x", true), (302, "/up/", false), (307, "/x", false),
    ])
    func tellsWhoHasTheForm(status: Int, location: String, isTaken: Bool) async throws {
        for follows in [true, false] {
            let next =
                [location] + (location == "/x" && follows ? [try DeadPort.refusing().url] : [])
            for location in next {
                let server = try LoopbackServer(
                    .respond(status, headers: ["Location": location]), .respond(404))
                let options = UploadOptions(redirects: .init(follows: follows))
                let body = EncodedBody(bytes: "body")
                let error = await #expect(throws: UploadError.self) {
                    try await Uploader(options: options)
                        .send(UploadRequest(url: server.url("/up"), body: body)).success()
                }
                #expect(error?.mayHaveBeenReceived == isTaken && error?.bytesSent == 4)
            }
        }
    }
}

extension Uploads {
    fileprivate var redirects: [RedirectNotice] {
        events.compactMap { if case .redirecting(let notice) = $0 { notice } else { nil } }
    }
}
