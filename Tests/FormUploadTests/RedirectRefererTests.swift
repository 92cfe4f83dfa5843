import FormEncoding
import Testing

@testable import FormUpload

/// What a redirect's request says about where it comes from (curl's `-e ';auto'`).
@Suite struct RedirectRefererTests {
    private func request(_ url: ByteString) -> UploadRequest {
        UploadRequest(url: url, body: EncodedBody(bytes: "body"))
    }

    private func head(_ status: Int) -> ResponseHead {
        ResponseHead(rawLines: ["HTTP/1.1 \(status) X\r\n", "\r\n"].map { ByteString($0) })
    }

    @Test func namesTheReferrerWithoutItsPassword() throws {
        var policy = RedirectPolicy()
        policy.follows = true
        let first = request("http://user:secret@h/a?b#c")
        #expect(
            try policy.request(following: first, head(307), to: "/", first: first).referer == nil)
        policy.setsReferer = true
        let next = try policy.request(following: first, head(307), to: "/", first: first)
        #expect(next.referer?.description.contains("secret") == false)
        #expect(next.referer?.description.hasPrefix("http://h/a?b") == true)
        var away = try policy.request(
            following: first, head(307), to: "http://other/", first: first)
        #expect(away.referer == "http://h/a")
        // What counts is where the redirect comes from, and not the first URL.
        away.url = "http://other/x?token=y"
        let within = try policy.request(following: away, head(307), to: "/z", first: first)
        #expect(within.referer == "http://other/x?token=y")
        let home = try policy.request(following: away, head(307), to: "http://h/", first: first)
        #expect(home.referer == "http://other/x")
    }
}
