import FormUpload
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code of the page 'Coming from …', and what it does.
@Suite(.serialized) struct ComingFrom {
    @Test func aSmallFormInAURLRequest() throws {
        let (photo, url) = (Data("PNG".utf8), try address("http://example.com/"))
        // page: ComingFrom
        let form: MultipartForm = [
            .text("title", "Summer"),
            .data("photo", photo, filename: "beach.png"),  // image/png
        ]
        let request = try URLRequest(url: url, form: form)
        // end
        let text = String(decoding: try #require(request.httpBody), as: UTF8.self)
        #expect(text.contains("filename=\"beach.png\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n"))
    }

    @Test func aFile() async throws {
        let directory = try TemporaryDirectory()
        let video = URL(fileURLWithPath: try directory.file("beach.mov", "moving"))
        let server = try LoopbackServer(.respond(201, body: "stored"))
        let url = try address(server.url("/up"))
        // page: ComingFrom
        let form: MultipartForm = [.text("title", "Summer"), try .file("video", url: video)]
        let request = try UploadRequest(url: url, form: form)
        let reply = try await Uploader().send(request)
        // end
        #expect(reply.text == "stored")
        let received = try await server.request().form()
        #expect(received.part("video")?.contentType == "video/quicktime")
        #expect(received.part("video")?.bodyText == "moving")
    }

    @Test func allKindsOfParts() async throws {
        let directory = try TemporaryDirectory()
        let (thumbnail, log) = (Data("thumb".utf8), Data("logged".utf8))
        let photo = URL(fileURLWithPath: try directory.file("beach.jpg", "photo bytes"))
        let raw = URL(fileURLWithPath: try directory.file("0001.bin", "raw bytes"))
        let file = URL(fileURLWithPath: directory.path("body"))
        // page: ComingFrom
        var form: MultipartForm = [
            .data("thumbnail", thumbnail, filename: "t.jpg"),
            try .file("photo", url: photo),  // filename and type of the URL
            try .file(
                "raw", url: raw, filename: "beach.dng", contentType: MediaType("image/x-adobe-dng")),
            .stream(
                "log", .inputStream(length: Int64(log.count)) { InputStream(data: log) },
                filename: "camera.log"),
        ]
        var note = FormPart.text("note", "*hello*")
        note.contentType = try MediaType("text/markdown")
        note["X-Note-Id"] = "7"
        form.parts.append(note)
        // end
        // page: ComingFrom
        let body = try form.body()
        let type = body.contentType  // multipart/form-data; boundary=formpost-…
        let length = body.contentLength  // nil only for a stream without a length
        let data = try await body.data()
        try await body.write(to: file)
        // end
        #expect(length == Int64(data.count))
        #expect(try Data(contentsOf: file) == data)
        #expect(type?.description.hasPrefix("multipart/form-data; boundary=formpost-") == true)
        // page: ComingFrom
        let copy = try await form.body().spooled()  // up to 10 MB in memory, else in a file
        let onDisk = try await form.body().spooled(memoryLimit: 0)
        // end
        for copy in [copy, onDisk] { #expect(try await copy.data() == data) }

        let server = try LoopbackServer(.respond(201))
        let fractions = Monitor([Double]())
        let show = { @Sendable (fraction: Double) in fractions.withState { $0.append(fraction) } }
        let request = try UploadRequest(url: server.url, form: form)
        // page: ComingFrom
        let reply = try await Uploader().send(request) { progress in
            if let fraction = progress.fraction { show(fraction) }
        }
        // end
        #expect(reply.isSuccess)
        #expect(fractions.withState { $0 }.last == 1)
        let received = try await server.request().form()
        #expect(
            received.parts.map(\.contentType) == [
                "image/jpeg", "image/jpeg", "image/x-adobe-dng", "text/plain", "text/markdown",
            ])
        #expect(
            received.parts.map(\.filenameText)
                == ["t.jpg", "beach.jpg", "beach.dng", "camera.log", nil])
        #expect(
            received.parts.map(\.bodyText)
                == ["thumb", "photo bytes", "raw bytes", "logged", "*hello*"])
    }

    private struct Order: Codable, Equatable { var id: Int }

    @Test func requests() async throws {
        let server = try LoopbackServer()
        let api = try address(server.url("/v1"))
        let form: MultipartForm = [.text("a", "b")]
        // page: ComingFrom
        let pairs = URLEncodedForm([("email", "a@example.com"), ("note", "1 + 1")])
        let order = try URLEncodedForm(Order(id: 7))  // id=7
        let requests = [
            UploadRequest(url: api.appending(path: "status")),  // GET
            UploadRequest(
                url: api.appending(path: "session"), method: "PUT",
                headers: ["Accept": "application/json"], body: pairs.body()),
            UploadRequest(url: api.appending(path: "search"), body: order.body()),
            UploadRequest(
                url: api.appending(path: "orders"), body: try EncodedBody(json: Order(id: 7))),
            try UploadRequest(url: api.appending(path: "accounts"), form: form),
        ]
        // end
        let uploader = Uploader()
        for request in requests { try await uploader.send(request).success() }
        let received = try await server.requests(5)
        #expect(
            received.map { "\($0.method) \($0.target)" } == [
                "GET /v1/status", "PUT /v1/session", "POST /v1/search", "POST /v1/orders",
                "POST /v1/accounts",
            ])
        let encoded = "application/x-www-form-urlencoded"
        #expect(
            received.prefix(4).map { $0.header("Content-Type") }
                == [nil, encoded, encoded, "application/json"])
        #expect(
            received.prefix(4).map(\.body.text)
                == ["", "email=a%40example.com&note=1+%2B+1", "id=7", #"{"id":7}"#])
        #expect(received[1].header("Accept") == "application/json")
    }

    @Test(arguments: [201, 404])
    func successAndFailure(status: Int) async throws {
        let server = try LoopbackServer(
            .respond(status, headers: ["Location": "/orders/7"], body: #"{"id":7}"#))
        let request = UploadRequest(url: server.url)
        var shown: [String] = []
        let show = { (order: Order, location: String?) in
            shown = ["order \(order.id)", location ?? ""]
        }
        let refuse = { (status: Int, text: String) in shown = ["\(status)", text] }
        // page: ComingFrom
        let reply = try await Uploader().send(request)
        if reply.isSuccess {  // 2xx only
            show(try reply.decoded(as: Order.self), reply["Location"])
        } else {
            refuse(reply.status, reply.text)  // reply.body: the bytes
        }
        // end
        #expect(shown == (status == 201 ? ["order 7", "/orders/7"] : ["404", #"{"id":7}"#]))
    }

    private struct Refused: Error { var status: Int }

    @Test func leavingAtTheHead() async throws {
        let server = try LoopbackServer(.respond(200, body: "stored"), .respond(403))
        let request = UploadRequest(url: server.url, body: EncodedBody(Data("x".utf8)))
        #expect(try await response(to: request) { _ in } == "stored")
        let error = await #expect(throws: Refused.self) { try await response(to: request) { _ in } }
        #expect(error?.status == 403)
    }

    private func response(
        to request: UploadRequest, show: (Double) -> Void
    ) async throws -> String {
        var text = ""
        // page: ComingFrom
        for try await event in Uploader().events(for: request) {
            switch event {
            case .progress(let progress): show(progress.fraction ?? 0)
            case .head(let head):
                guard head.status == 200 else { throw Refused(status: head.status) }
            case .response(let reply): text = reply.text
            default: break
            }
        }
        // end
        return text
    }

    /// Each chunk is given only when the server has received the one before.
    @Test func aBodyThatIsProducedMeanwhile() async throws {
        let (first, second) = (Gate(), Gate())
        let server = try LoopbackServer([
            .open(first), .readBytes(4), .open(second), .readBody, .respond(201),
        ])
        let url = try address(server.url("/post"))
        let pieces = Monitor([(Data("RIFF".utf8), first), (Data("WAVE".utf8), second)])
        let nextChunk = { @Sendable () async -> Data? in
            let next = pieces.withState { $0.isEmpty ? nil : $0.removeFirst() }
            try? await next?.1.waitUntilOpen()
            return next?.0
        }
        // page: ComingFrom
        let chunks = AsyncStream { await nextChunk() }
        let body = try EncodedBody(.chunks(chunks), contentType: MediaType("audio/wav"))
        let reply = try await Uploader().send(UploadRequest(url: url, body: body))
        // end
        #expect(reply.isSuccess)
        let received = try await server.request()
        #expect(received.header("Content-Type") == "audio/wav")
        #expect(received.framing == .chunked)
        #expect(received.body.text == "RIFFWAVE")
    }

    @Test func aService() async throws {
        let server = try LoopbackServer(
            .respond(body: #"{"id":7,"name":"Ann"}"#), .respond(body: #"{"id":7,"name":"Anna"}"#),
            .respond(204), .respond(403, body: "no"))
        let service = AccountService(api: try address(server.url("/v1")), token: "secret")
        #expect(try await service.account() == .init(id: 7, name: "Ann"))
        #expect(try await service.rename(to: "Anna") == .init(id: 7, name: "Anna"))
        try await service.setAvatar(Data("jpeg".utf8))
        let error = await #expect(throws: UploadError.self) { try await service.account() }
        #expect(error?.code == .unsuccessful && error?.reply?.status == 403)
        let received = try await server.requests(4)
        #expect(
            received.map { "\($0.method) \($0.target)" } == [
                "GET /v1/account", "PATCH /v1/account", "POST /v1/account/avatar",
                "GET /v1/account",
            ])
        #expect(received.allSatisfy { $0.header("Authorization") == "Bearer secret" })
        #expect(try received[2].form().part("avatar")?.contentType == "image/jpeg")
        // One uploader, one connection.
        #expect(server.connections.count == 1)
    }

    @Test func aRequestForCurl() throws {
        let form: MultipartForm = [
            .text("title", "Sunset; \"Lisbon\""), .text("token", "hush"),
        ]
        let request = try UploadRequest(url: "http://example.com/up", form: form)
        // page: ComingFrom
        let line = try request.curlCommand()
        // end
        #expect(
            line == """
                curl -A FormUpload --form-string 'title=Sunset; "Lisbon"' \
                --form-string "token=${TOKEN:?}" http://example.com/up
                # set TOKEN to the credential
                """)
    }
}

// page: ComingFrom
struct AccountService: Sendable {
    struct Account: Codable, Equatable {
        var id: Int
        var name: String
    }

    var api: URL
    var token: String
    var uploader = Uploader()

    func account() async throws -> Account {
        try await send(nil, to: "account").decoded()
    }

    func rename(to name: String) async throws -> Account {
        let body = try EncodedBody(json: ["name": name])
        return try await send(body, to: "account", method: "PATCH").decoded()
    }

    func setAvatar(_ avatar: Data) async throws {
        let form: MultipartForm = [.data("avatar", avatar, filename: "avatar.jpg")]
        try await send(form.body(), to: "account/avatar").success()
    }

    private func send(
        _ body: EncodedBody?, to path: String, method: String? = nil
    ) async throws -> UploadReply {
        let request = UploadRequest(
            url: api.appending(path: path), method: method,
            headers: ["Authorization": "Bearer \(token)"], body: body)
        return try await uploader.send(request)
    }
}
// end
