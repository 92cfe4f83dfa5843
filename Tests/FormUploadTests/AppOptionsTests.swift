import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// What an app sets for all requests of an uploader.
@Suite(.serialized) struct AppOptionsTests {
    private static let body = EncodedBody(Data("body".utf8), contentType: .plainText)

    /// They are for the first host, as those of a request are.
    @Test func fieldsOfEveryRequest() async throws {
        let other = try LoopbackServer()
        let home = try LoopbackServer(
            .respond(307, headers: ["Location": other.url("/x")]), .respond())
        let uploader = Uploader(
            options: UploadOptions(
                headers: ["Authorization": "Bearer t", "X-A": "1"],
                redirects: RedirectPolicy(follows: true)))
        let login = home.url.replacing("//", with: "//me:pw@")
        let reply = try await uploader.send(UploadRequest(url: login, body: Self.body))
        #expect(reply.url == other.url("/x"))
        #expect(reply.head.fields.map(\.name).contains("Content-Length"))
        let own = UploadRequest(url: login, headers: ["x-a": "2"], body: Self.body)
        #expect(try await uploader.send(own).url == home.url)
        let (sent, led) = (try await home.requests(2), try await other.request())
        #expect(sent.map { $0.header("Authorization") } == ["Bearer t", "Bearer t"])
        #expect(sent.map { $0.header("X-A") } == ["1", "2"])
        #expect(led.header("Authorization") == nil && led.header("X-A") == "1")
        #expect(try own.curlCommand(options: uploader.options).contains("Authorization: "))
    }

    /// Each name once, and none about a body: a form has its boundary in its type.
    @Test func fieldsOfNoRequest() throws {
        let fields = ["X-A": "1", "x-a": "2", "Content-Type": "text/plain"]
        let options = UploadOptions(headers: fields)
        let request = try UploadRequest(url: "http://h/", form: [.text("a", "b")])
        #expect(request.withFields(of: options).fields.map(\.value) == ["1"])
    }

    /// What curl has no option for, and what it repeats although the uploader does not.
    @Test func commentsOfACurlCommand() throws {
        let options = UploadOptions(
            retry: RetryPolicy(maximum: 3),
            clientIdentity: .init(certificate: .data(Data()), key: .data(Data())),
            proxyLogin: .digest(user: "a", password: "b"), keepsCookies: true)
        let (post, put) = try (
            UploadRequest(url: "h", body: Self.body).curlCommand(options: options),
            UploadRequest(url: "h", method: "PUT", body: Self.body).curlCommand(options: options)
        )
        #expect(
            !post.contains(": option ") && post.contains("# curl has no option for this: cookies"))
        #expect(post.contains("# curl sends it again also") && !put.contains("# curl sends it"))
    }

    @Test(arguments: [true, false])
    func cookiesOfAnUploader(keepsCookies: Bool) async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "id=7"]), .respond(), .respond())
        let uploader = Uploader(options: UploadOptions(keepsCookies: keepsCookies))
        for uploader in [uploader, uploader, Uploader()] {
            try await uploader.send(UploadRequest(url: server.url, body: Self.body)).success()
        }
        let cookies = try await server.requests(3).map { $0.header("Cookie") }
        #expect(cookies == [nil, keepsCookies ? "id=7" : nil, nil])
    }

    @Test func pemOfDataAndOfFiles() async throws {
        let server = try LoopbackServer(tls: TLSOptions())
        let path = Fixtures.path("tls/ca.pem")
        let request = UploadRequest(url: server.url("/", scheme: "https"), body: Self.body)
        let authority = try Data(contentsOf: URL(fileURLWithPath: path))
        for pem in [UploadOptions.PEM.file(path), .data(authority)] {
            let options = UploadOptions(certificateAuthorities: pem)
            try await Uploader(options: options).send(request).success()
        }
        await #expect(throws: UploadError.self) { try await Uploader().send(request) }
    }

    @Test func loginOfAProxy() async throws {
        let proxy = try LoopbackServer()
        let options = UploadOptions(
            proxy: proxy.url, proxyLogin: .basic(user: "a b", password: "c:%41"))
        #expect(options.proxyLogin == .basic(user: "a b", password: "c:%41"))
        let request = UploadRequest(url: "http://example.test/", body: Self.body)
        try await Uploader(options: options).send(request).success()
        let words = Data("a b:c:%41".utf8).base64EncodedString()
        #expect(try await proxy.request().header("Proxy-Authorization") == "Basic \(words)")
    }

    /// As they are printed, interpolated and dumped.
    @Test func descriptionsHaveNoSecrets() throws {
        let secret = "hush"
        let options = UploadOptions(
            headers: ["Authorization": secret], certificateAuthorities: .data(Data(secret.utf8)),
            clientIdentity: .init(certificate: .file("c.pem"), password: secret),
            login: .digest(user: "me", password: secret), proxy: "http://me:\(secret)@proxy/",
            proxyLogin: .basic(user: "me", password: secret))
        let pairs = URLEncodedForm([("password", secret)])
        let form: MultipartForm = [.text("password", secret), .data("data", Data(secret.utf8))]
        let request = try UploadRequest(
            url: "https://me:\(secret)@h/?token=\(secret)", headers: ["X-Api-Key": secret],
            form: form)
        let reply = UploadReply(
            status: 201, headers: ["Set-Cookie": secret, "Content-Type": "text/plain; x=y"],
            body: Data(secret.utf8))
        var header = FormPart.text("a", "b")
        header["X-Token"] = secret
        let values: [Any] = [
            options, Uploader(options: options), request, reply, reply.head, form, pairs,
            pairs.body(), header, options.login as Any, Uploader().events(for: request),
            UploadEvent.response(reply), UploadError(UploadFault.unsuccessful(reply)),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains(secret))
            }
        }
        #expect("\(reply)" == "HTTP/1.1 201 Created (text/plain, 4 bytes)")
        #expect(
            "\(try UploadRequest(url: "https://h/", form: form))".hasPrefix(
                "POST https://h/ (multipart/form-data, "))
    }

    @Test func valuesThatAreEqual() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("f", "1")
        let form = { MultipartForm(parts: [.text("a", "b"), .file("f", path: path)]) }
        let request = { try UploadRequest(url: "h", form: form()) }
        #expect(form() == form())
        let first = try request()
        #expect(try first == request())
        try directory.file("f", "22")
        #expect(try first != request())
        #expect(form() != [.text("a", "b")])
        #expect(try form() != MultipartForm(parts: form().parts, boundary: "B"))
        let stream = ByteStream.inputStream { InputStream(data: Data()) }
        #expect(stream == stream)
        #expect(stream != ByteStream.inputStream { InputStream(data: Data()) })
        #expect(UploadOptions(login: .basic(user: "a", password: "b")) != UploadOptions())
    }
}
