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

    /// In place of the system's authorities, also of those in a directory.
    @Test func pemOfDataAndOfFiles() async throws {
        let path = { (name: String) in Fixtures.path("tls/\(name).pem") }
        let server = try LoopbackServer(tls: TLSOptions(clientAuthority: path("ca")))
        let url = server.url("/", scheme: "https")
        let kinds: [(String) throws -> UploadOptions.PEM] = [
            { .file(path($0)) },
            { .data(try Data(contentsOf: URL(fileURLWithPath: path($0)))) },
        ]
        for pem in kinds {
            var options = try UploadOptions(
                certificateAuthorities: pem("ca"),
                clientIdentity: .init(
                    certificate: pem("client"), key: pem("client-encrypted-key"),
                    password: "secret"))
            let upload = await Uploads.run(to: url, Self.body, options)
            #expect(upload.status == 200)
            // OpenSSL asks nobody.
            for password in [nil, "wrong"] {
                options.clientIdentity = try .init(
                    certificate: pem("client"), key: pem("client-encrypted-key"),
                    password: password)
                let failure = await Uploads.run(to: url, Self.body, options).failure
                #expect(failure?.code == .clientCertificate)
            }
            options.clientIdentity = nil
            #expect(await Uploads.run(to: url, Self.body, options).failure != nil)
        }
        #expect(await Uploads.run(to: url, Self.body).failure != nil)
    }

    @Test func loginOfAProxy() async throws {
        let proxy = try LoopbackServer(
            .respond(),
            .respond(407, headers: ["Proxy-Authenticate": #"Digest realm="r", nonce="n""#]),
            .respond())
        var options = UploadOptions(
            proxy: proxy.url, proxyLogin: .basic(user: "a b", password: "c:%41"))
        #expect(options.proxyLogin == .basic(user: "a b", password: "c:%41"))
        let request = UploadRequest(url: "http://example.test/", body: Self.body)
        try await Uploader(options: options).send(request).success()
        options.proxyLogin = .digest(user: "a b", password: "c:d")
        try await Uploader(options: options).send(request).success()
        let words = Data("a b:c:%41".utf8).base64EncodedString()
        let requests = try await proxy.requests(3)
        #expect(requests.map(\.body.count) == [4, 0, 4])
        #expect(
            requests.map { $0.header("Proxy-Authorization") } == [
                "Basic \(words)", nil,
                #"Digest username="a b", realm="r", nonce="n", uri="/", response="816fb3b8fe2a946f3aa69e3051c57bea""#,
            ])
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
            UploadEvent.redirecting(to: "http://me:\(secret)@h/?sig=\(secret)", sendsBody: true),
            UploadEvent.body(Data(secret.utf8)),
            UploadEvent.response(reply), UploadError(UploadFault.unsuccessful(reply)),
            UploadError(UploadFault.malformedURL("https://me:a/\(secret)@h/")),
            UploadRequest(url: "https://me:a?\(secret)@h/", body: nil),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains(secret) && !text.contains("- 104"), "\(text)")
            }
        }
        #expect("\(reply)" == "HTTP/1.1 201 Created (text/plain, 4 bytes)")
        #expect(
            "\(try UploadRequest(url: "https://h/", form: form))".hasPrefix(
                "POST https://h/ (multipart/form-data, "))
    }

    /// A new property is shown, too.
    @Test func descriptionsHaveEveryOption() throws {
        let source = "\(Repository.path)/Sources/FormUpload/Request/UploadOptions.swift"
        let names = try String(contentsOfFile: source, encoding: .utf8)
            .matches(of: /\n    public var (\w+)/).map { String($0.1) }
        #expect(UploadOptions().shown.map(\.key).sorted() == names.sorted())
    }

    @Test func aPipeIsReadOnce() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/p"
        mkfifo(path, 0o600)
        Thread.detachNewThread {
            try? Data("a".utf8).write(to: URL(fileURLWithPath: path), options: [])
        }
        let form: MultipartForm = [.file("f", path: path)]
        var request = try UploadRequest(url: "h", body: form.body(readsPipes: true))
        let error = #expect(throws: UploadError.self) { try request.setBoundary("B") }
        #expect(error?.code == .cannotOpenFile)
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
        var options = UploadOptions(login: .basic(user: "a", password: "b"))
        #expect(options != UploadOptions())
        (options.login, options.keepsCookies) = (nil, true)
        (options.proxy, options.certificateAuthorities) = ("p", .file("a"))
        let same = UploadOptions(
            certificateAuthorities: .file("a"), proxy: "p", keepsCookies: true)
        #expect(options == same)
    }
}
