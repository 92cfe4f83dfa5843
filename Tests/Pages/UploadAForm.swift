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
            try .json("size", ["width": 640]),
        ]
        let request = try UploadRequest(url: url, form: form)
        let reply = try await Uploader().send(request)
        // end
        #expect(reply.isSuccess)
        let parts = try await server.request().form().parts
        #expect(parts.map(\.nameText) == ["title", "picture", "note", "size"])
        #expect(parts.map(\.filenameText) == [nil, "img.png", "note.txt", nil])
        #expect(parts.map(\.contentType) == [nil, "image/png", "text/plain", "application/json"])
        #expect(parts.map(\.bodyText) == ["Summer", "PNG", "Two words", #"{"width":640}"#])
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
        let options = UploadOptions(
            headers: ["Authorization": "Bearer \(token)"],
            redirects: RedirectPolicy(follows: true),
            retry: RetryPolicy(maximum: 3, totalTime: .seconds(900)),
            limits: UploadLimits(attempt: .seconds(600)), keepsCookies: true)
        let uploader = Uploader(options: options)

        let request = try UploadRequest(url: url, headers: ["X-Request-Id": "7"], form: form)
        let reply = try await uploader.send(request)
        // end
        #expect(reply.status == 200)
        let requests = try await server.requests(3)
        #expect(try requests.map { try $0.form().part("a")?.bodyText } == ["b", "b", "b"])
        #expect(
            requests.map { $0.header("Authorization") } == ["Bearer t", "Bearer t", "Bearer t"])
    }

    @MainActor @Test func progress() async throws {
        let server = try LoopbackServer()
        let screen = Screen()
        screen.send(UploadRequest(url: server.url, body: EncodedBody(Data("12345".utf8))))
        try await screen.upload?.value
        #expect(screen.text == "HTTP/1.1 200 OK")
        #expect(screen.fraction == 1)
        screen.cancel()
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
        let names = reply.head.fields.map(\.name)
        let final = reply.url  // after redirects
        // end
        #expect(names.contains("Location") && final == server.url)
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

// page: UploadAForm
@MainActor
final class Screen {
    private(set) var fraction = 0.0
    private(set) var text = ""
    private(set) var upload: Task<Void, any Error>?

    func send(_ request: UploadRequest) {
        upload = Task {
            for try await event in Uploader().events(for: request) {
                switch event {
                case .progress(let progress): fraction = progress.fraction ?? 0
                case .response(let reply): text = reply.head.statusLine
                default: break
                }
            }
        }
    }

    func cancel() { upload?.cancel() }
}
// end
