import FormEncoding
import FormUpload
import Foundation
import TestSupport
import Testing

@testable import Pages

@Suite(.serialized) struct UploadAFormTests {
    private struct Values: Encodable {
        var name = "a"
    }

    @Test func uploads() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("img.png", "PNG")
        let server = try LoopbackServer()
        let response = try await UploadAForm.upload(path, to: server.url)
        #expect(response.isSuccess)
        let form = try await server.request().form()
        #expect(form.parts.map(\.nameText) == ["title", "picture", "note"])
        #expect(form.parts.map(\.filenameText) == [nil, "img.png", "note.txt"])
        #expect(form.parts.map(\.contentType) == [nil, "image/png", "text/plain"])
        #expect(form.parts.map(\.bodyText) == ["Summer", "PNG", "Two words"])
    }

    @Test func decodesTheResponse() async throws {
        let server = try LoopbackServer(.respond(201, body: #"{"id": 7}"#))
        let form = MultipartForm(parts: [.text("a", "b")])
        #expect(try await store(form, at: server.url).id == 7)
        #expect(try await server.request().form().part("a")?.bodyText == "b")
    }

    @Test func sendsWithOptions() async throws {
        let server = try LoopbackServer(
            .respond(307, headers: ["Location": "/b"]), .respond(503), .respond(200))
        let response = try await UploadAForm.uploadWithOptions(
            [.text("a", "b")], to: server.url("/a"), token: "t")
        #expect(response.statusCode == 200)
        let requests = try await server.requests(3)
        let forms = try requests.map { try $0.form() }
        #expect(forms.map { $0.part("a")?.bodyText } == ["b", "b", "b"])
        #expect(
            requests.map { $0.header("Authorization") } == ["Bearer t", "Bearer t", "Bearer t"])
    }

    @Test func showsTheProgress() async throws {
        let server = try LoopbackServer()
        let lines = Monitor([String]())
        try await UploadAForm.watch(
            UploadRequest(url: ByteString(server.url), body: EncodedBody(bytes: "12345"))
        ) { line in lines.withState { $0.append(line) } }
        let shown = lines.withState { $0 }
        #expect(shown.last == "HTTP/1.1 200 OK")
        #expect(shown.contains("5 of 5 bytes"))
    }

    @Test func encodesOtherBodies() throws {
        let (login, search, json) = try UploadAForm.encode(Values())
        #expect(login.contentType == "application/x-www-form-urlencoded")
        #expect(try login.data() == Data("user=mia&password=a%26b".utf8))
        #expect(try search.data() == Data("on=1&page=3&tags%5B%5D=a&tags%5B%5D=b".utf8))
        #expect(json.contentType == .json)
        #expect(try json.data() == Data(#"{"name":"a"}"#.utf8))
    }

    @Test func setsWhatConnectsTheUploader() {
        let options = UploadAForm.connect(proxy: "http://proxy.example:3128", certificate: "c.pem")
        #expect(options.proxy == "http://proxy.example:3128")
        #expect(options.clientCertificate == "c.pem")
        #expect(options.login == .digest(user: "mia", password: "secret"))
        #expect(options.httpVersion == .http1)
        #expect(options.bytesPerSecond == 1_000_000)
    }

    @Test func looksAtTypeAndFields() async throws {
        for (type, isImage) in [("image/PNG; x=y", true), ("text/html", false)] {
            let server = try LoopbackServer(.respond(200, headers: ["Content-Type": type]))
            let reply = try await Uploader().reply(to: UploadRequest(url: server.url))
            #expect(UploadAForm.isImage(reply) == isImage)
        }
    }

    @Test func makesAURLRequest() throws {
        let form = MultipartForm(parts: [.text("a", "b")], boundary: try Boundary("X"))
        let url = try #require(URL(string: "http://example.com/"))
        let request = try UploadAForm.request(form, to: url)
        #expect(
            request.value(forHTTPHeaderField: "Content-Type") == "multipart/form-data; boundary=X")
        let expected = "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--X--\r\n"
        #expect(request.httpBody == Data(expected.utf8))
    }
}
