import FormUpload
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code of the page 'Upload a form', and what it does.
@Suite(.serialized) struct UploadAForm {
    @Test func aForm() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("img.png", "PNG")
        let server = try LoopbackServer()
        let url = server.url
        // page: UploadAForm
        let form: MultipartForm = [
            .text("title", "Summer"),
            .file("picture", path: path),
            .data("note", Data("Two words".utf8), filename: "note.txt"),
        ]
        let request = try UploadRequest(url: url, form: form)
        let reply = try await Uploader().send(request)
        // end
        #expect(reply.isSuccess)
        let parts = try await server.request().form().parts
        #expect(parts.map(\.nameText) == ["title", "picture", "note"])
        #expect(parts.map(\.filenameText) == [nil, "img.png", "note.txt"])
        #expect(parts.map(\.contentType) == [nil, "image/png", "text/plain"])
        #expect(parts.map(\.bodyText) == ["Summer", "PNG", "Two words"])
    }

    @Test func anAnswer() async throws {
        let server = try LoopbackServer(.respond(201, body: #"{"id": 7}"#))
        #expect(try await store([.text("a", "b")], at: server.url).id == 7)
        #expect(try await server.request().form().part("a")?.bodyText == "b")
    }

    @Test func options() async throws {
        let server = try LoopbackServer(
            .respond(307, headers: ["Location": "/b"]), .respond(503), .respond(200))
        let (form, url, token): (MultipartForm, _, _) = ([.text("a", "b")], server.url("/a"), "t")
        // page: UploadAForm
        var options = UploadOptions()
        options.redirects.follows = true
        options.retry.maximum = 3
        options.retry.totalTime = .seconds(900)
        options.limits.attempt = .seconds(600)  // each attempt
        let uploader = Uploader(options: options)

        let request = try UploadRequest(
            url: url, headers: ["Authorization": "Bearer \(token)"], form: form)
        let reply = try await uploader.send(request)
        // end
        #expect(reply.status == 200)
        let requests = try await server.requests(3)
        #expect(try requests.map { try $0.form().part("a")?.bodyText } == ["b", "b", "b"])
        #expect(
            requests.map { $0.header("Authorization") } == ["Bearer t", "Bearer t", "Bearer t"])
    }

    @Test func progress() async throws {
        let server = try LoopbackServer()
        let request = UploadRequest(url: server.url, body: EncodedBody(Data("12345".utf8)))
        var lines: [String] = []
        // So that the lines can be compared.
        let print = { (line: String) in lines.append(line) }
        // page: UploadAForm
        for try await event in Uploader().events(for: request) {
            switch event {
            case .progress(let progress):
                print("\(progress.sent) of \(progress.contentLength ?? 0) bytes")
            case .response(let reply):
                print(reply.head.statusLine)
            default:
                break
            }
        }
        // end
        #expect(lines.last == "HTTP/1.1 200 OK")
        #expect(lines.contains("5 of 5 bytes"))
    }

    @Test func otherBodies() throws {
        let values = ["name": "a"]
        // page: UploadAForm
        let login = URLEncodedForm([("user", "mia"), ("password", "a&b")]).body()
        let search = URLEncodedForm(["tags": ["a", "b"], "page": 3, "on": true]).body()
        let json = try EncodedBody(json: values)
        // end
        #expect(login.contentType?.description == "application/x-www-form-urlencoded")
        #expect(try login.data() == Data("user=mia&password=a%26b".utf8))
        #expect(try search.data() == Data("on=1&page=3&tags%5B%5D=a&tags%5B%5D=b".utf8))
        #expect(json.contentType == .json)
        #expect(try json.data() == Data(#"{"name":"a"}"#.utf8))
    }

    @Test func theConnection() {
        let (proxy, certificate) = ("http://proxy.example:3128", "c.pem")
        // page: UploadAForm
        let options = UploadOptions(
            clientIdentity: .init(certificate: .file(certificate), password: "secret"),
            login: .digest(user: "mia", password: "secret"), proxy: proxy,
            proxyLogin: .basic(user: "app", password: "secret"), httpVersion: .http1,
            bytesPerSecond: 1_000_000)
        // end
        #expect(options.proxy == "http://proxy.example:3128")
        #expect(
            options.clientIdentity == .init(certificate: .file("c.pem"), password: "secret"))
        #expect(options.proxyLogin == .basic(user: "app", password: "secret"))
        #expect(options.login == .digest(user: "mia", password: "secret"))
        #expect(options.httpVersion == .http1)
        #expect(options.bytesPerSecond == 1_000_000)
    }

    @Test(arguments: [("image/PNG; x=y", true), ("text/html", false)])
    func typeAndFields(type: String, expected: Bool) async throws {
        let server = try LoopbackServer(
            .respond(200, headers: ["Content-Type": type, "Location": "/x"]))
        let reply = try await Uploader().send(UploadRequest(url: server.url))
        // page: UploadAForm
        let isImage = reply.mimeType == "image/png" || reply.mimeType == "image/jpeg"
        let location = reply["Location"]
        // end
        #expect(isImage == expected)
        #expect(location == "/x")
    }

    @Test func aURLRequest() throws {
        let form = try MultipartForm(parts: [.text("a", "b")], boundary: "X")
        let url = try address("http://example.com/")
        // page: UploadAForm
        let request = try URLRequest(url: url, form: form)
        // end
        #expect(
            request.value(forHTTPHeaderField: "Content-Type") == "multipart/form-data; boundary=X")
        let expected = "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--X--\r\n"
        #expect(request.httpBody == Data(expected.utf8))
    }
}

// page: UploadAForm
struct Stored: Decodable {
    var id: Int
}

func store(_ form: MultipartForm, at url: String) async throws -> Stored {
    let request = try UploadRequest(url: url, form: form)
    let reply = try await Uploader().send(request) { progress in
        print(progress.fraction ?? 0)
    }
    return try reply.decoded()
}
// end
