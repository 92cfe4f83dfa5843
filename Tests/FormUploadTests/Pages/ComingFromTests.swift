import FormEncoding
import FormUpload
import Foundation
import TestSupport
import Testing

@testable import Pages

@Suite(.serialized) struct ComingFromTests {
    @Test func putsASmallFormIntoAURLRequest() throws {
        let url = try #require(URL(string: "http://example.com/"))
        let request = try ComingFrom.small(Data("PNG".utf8), to: url)
        let text = String(decoding: try #require(request.httpBody), as: UTF8.self)
        #expect(text.contains("filename=\"beach.png\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n"))
    }

    @Test func streamsAFile() async throws {
        let directory = try TemporaryDirectory()
        let video = URL(fileURLWithPath: try directory.file("beach.mov", "moving"))
        let server = try LoopbackServer(.respond(201, body: "stored"))
        let url = try #require(URL(string: server.url("/up")))
        #expect(try await ComingFrom.stream(video, to: url).text == "stored")
        let form = try await server.request().form()
        #expect(form.part("video")?.contentType == "video/quicktime")
        #expect(form.part("video")?.bodyText == "moving")
    }

    @Test func sendsAllKindsOfParts() async throws {
        let directory = try TemporaryDirectory()
        let form = try ComingFrom.parts(
            thumbnail: Data("thumb".utf8),
            photo: URL(fileURLWithPath: directory.file("beach.jpg", "photo bytes")),
            raw: URL(fileURLWithPath: directory.file("0001.bin", "raw bytes")),
            log: Data("logged".utf8))
        let file = URL(fileURLWithPath: directory.path("body"))
        let (data, type, length) = try ComingFrom.body(of: form, to: file)
        #expect(length == Int64(data.count))
        #expect(try Data(contentsOf: file) == data)
        #expect(type?.description.hasPrefix("multipart/form-data; boundary=formpost-") == true)
        for copy in try ComingFrom.copies(of: form) { #expect(try copy.data() == data) }

        let server = try LoopbackServer(.respond(201))
        let fractions = Monitor([Double]())
        let request = try UploadRequest(url: server.url, form: form)
        let reply = try await ComingFrom.progress(request) { fraction in
            fractions.withState { $0.append(fraction) }
        }
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

    @Test func sendsRequests() async throws {
        let server = try LoopbackServer()
        let api = try #require(URL(string: server.url("/v1")))
        let uploader = Uploader()
        for request in try ComingFrom.requests(api: api, form: [.text("a", "b")]) {
            try await uploader.reply(to: request).success()
        }
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
    func tellsSuccessFromFailure(status: Int) async throws {
        let server = try LoopbackServer(
            .respond(status, headers: ["Location": "/orders/7"], body: #"{"id":7}"#))
        var shown: [String] = []
        try await ComingFrom.answer(to: UploadRequest(url: server.url)) { order, location in
            shown += ["order \(order.id)", location ?? ""]
        } refuse: { status, text in
            shown += ["\(status)", text]
        }
        #expect(shown == (status == 201 ? ["order 7", "/orders/7"] : ["404", #"{"id":7}"#]))
    }

    @Test func leavesAtTheHead() async throws {
        let server = try LoopbackServer(.respond(200, body: "stored"), .respond(403))
        let request = UploadRequest(url: server.url, body: EncodedBody(Data("x".utf8)))
        #expect(try await ComingFrom.events(request) { _ in } == "stored")
        let error = await #expect(throws: ComingFrom.Refused.self) {
            try await ComingFrom.events(request) { _ in }
        }
        #expect(error?.status == 403)
    }

    /// Each chunk is given only when the server has received the one before.
    @Test func sendsABodyThatIsProducedMeanwhile() async throws {
        let (first, second) = (Gate(), Gate())
        let server = try LoopbackServer([
            .open(first), .readBytes(4), .open(second), .readBody, .respond(201),
        ])
        let url = try #require(URL(string: server.url("/post")))
        let chunks = Monitor([(Data("RIFF".utf8), first), (Data("WAVE".utf8), second)])
        let reply = try await ComingFrom.produced(
            {
                let next = chunks.withState { $0.isEmpty ? nil : $0.removeFirst() }
                guard let (chunk, gate) = next else { return nil }
                try? await gate.waitUntilOpen()
                return chunk
            }, to: url)
        #expect(reply.isSuccess)
        let received = try await server.request()
        #expect(received.header("Content-Type") == "audio/wav")
        #expect(received.framing == .chunked)
        #expect(received.body.text == "RIFFWAVE")
    }

    @Test func runsAService() async throws {
        let server = try LoopbackServer(
            .respond(body: #"{"id":7,"name":"Ann"}"#), .respond(body: #"{"id":7,"name":"Anna"}"#),
            .respond(204), .respond(403, body: "no"))
        let api = try #require(URL(string: server.url("/v1")))
        let service = AccountService(api: api, token: "secret")
        #expect(try await service.account() == .init(id: 7, name: "Ann"))
        #expect(try await service.rename(to: "Anna") == .init(id: 7, name: "Anna"))
        try await service.setAvatar(Data("jpeg".utf8))
        let error = await #expect(throws: UploadError.self) { try await service.account() }
        guard case .unsuccessful(let reply) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reply.statusCode == 403)
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

    @Test func describesARequest() throws {
        let form: MultipartForm = [
            .text("title", "Sunset; \"Lisbon\""), .text("token", "hush"),
        ]
        let request = try UploadRequest(url: "http://example.com/up", form: form)
        #expect(
            try ComingFrom.describe(request) == """
                curl -A FormUpload --form-string 'title=Sunset; "Lisbon"' \
                --form-string "token=$TOKEN" http://example.com/up
                # set TOKEN to the credential
                """)
    }
}
