import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

// page: a service
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
        let form = MultipartForm(parts: [
            .data(
                "avatar", ByteString(avatar), filename: "avatar.jpg",
                contentType: try MediaType("image/jpeg"))
        ])
        _ = try await send(form.encoded(), to: "account/avatar").success()
    }

    private func send(
        _ body: EncodedBody?, to path: String, method: ByteString? = nil
    ) async throws -> UploadReply {
        let request = UploadRequest(
            url: api.appending(path: path), method: method,
            headers: [try .init("Authorization", ByteString("Bearer \(token)"))], body: body)
        return try await uploader.reply(to: request)
    }
}
// end

/// For apps that come from Osiris.
@Suite(.serialized)
struct OsirisTests {
    private struct Order: Codable, Equatable { var id: Int }

    private func form() throws -> MultipartForm {
        let avatar = Data("jpeg".utf8)
        // page: a multipart encoder
        var form = MultipartForm(parts: [
            .text("email", "a@example.com"),
            .data(
                "avatar", ByteString(avatar), filename: "avatar.jpg",
                contentType: try MediaType("image/jpeg")),
        ])
        form.parts.append(FormPart(name: "plan", content: .bytes("free")))
        // end
        return form
    }

    private static let expected =
        "--XY\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\na@example.com\r\n"
        + "--XY\r\nContent-Disposition: form-data; name=\"avatar\"; filename=\"avatar.jpg\"\r\n"
        + "Content-Type: image/jpeg\r\n\r\njpeg\r\n"
        + "--XY\r\nContent-Disposition: form-data; name=\"plan\"\r\n\r\nfree\r\n--XY--\r\n"

    @Test func encodesToMemoryAndToDisk() async throws {
        let directory = try TemporaryDirectory()
        let form = try form()
        let file = URL(fileURLWithPath: directory.path("body"))
        let server = try LoopbackServer()
        let url = try #require(URL(string: server.url("/accounts")))
        // page: to memory and to disk
        let body = try form.encoded()
        let data = try body.data()
        try body.write(to: file)  // body.contentType, body.contentLength: what belongs to it
        // end
        // page: an encoded form from disk
        var stored = try EncodedBody(file: file)
        stored.contentType = body.contentType
        let response = try await Uploader().upload(UploadRequest(url: url, body: stored))
        // end
        #expect(response.head.status == 200)
        let received = try await server.request()
        #expect(received.bodyWithBoundaryXY == Self.expected)
        #expect(received.framing == .contentLength(try #require(body.contentLength)))
        #expect(received.body.bytes == Array(data))
    }

    @Test func sendsRequests() async throws {
        let server = try LoopbackServer()
        let api = try #require(URL(string: server.url("/v1")))
        let form = try form()
        // page: URL-encoded forms
        let pairs = URLEncodedForm([.init("email", "a@example.com"), .init("note", "1 + 1")])
        let nested = URLEncodedForm(["tags": ["a", "b"], "size": ["w": "1"]])
        // end
        // page: requests
        let requests = [
            UploadRequest(url: api.appending(path: "status"), body: nil),  // GET
            UploadRequest(
                url: api.appending(path: "session"), method: "PUT",
                headers: [try .init("Accept", "application/json")], body: pairs.encoded()),
            UploadRequest(url: api.appending(path: "search"), body: nested.encoded()),
            UploadRequest(
                url: api.appending(path: "orders"), body: try EncodedBody(json: Order(id: 7))),
            UploadRequest(url: api.appending(path: "accounts"), body: try form.encoded()),
        ]
        // end
        let uploader = Uploader()
        for request in requests { _ = try await uploader.upload(request) }
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
            received.prefix(4).map(\.body.text) == [
                "", "email=a%40example.com&note=1+%2B+1",
                "size%5Bw%5D=1&tags%5B%5D=a&tags%5B%5D=b", #"{"id":7}"#,
            ])
        #expect(received[1].header("Accept") == "application/json")
        #expect(received[4].bodyWithBoundaryXY == Self.expected)
    }

    @Test(arguments: [201, 404])
    func tellsSuccessFromFailure(status: Int) async throws {
        let server = try LoopbackServer(
            .respond(status, headers: ["Location": "/orders/7"], body: #"{"id":7}"#))
        let url = try #require(URL(string: server.url("/orders")))
        let request = UploadRequest(url: url, body: try EncodedBody(json: Order(id: 7)))
        var shown: [String] = []
        func show(_ order: Order, _ location: ByteString?) {
            shown += ["order \(order.id)", location?.description ?? ""]
        }
        func show(_ status: Int, _ text: String) { shown += ["\(status)", text] }
        // page: a response
        let reply = try await Uploader().reply(to: request)
        switch reply.result {
        case .success(let reply):  // 2xx only
            let order = try reply.decoded(as: Order.self)
            show(order, reply.response.head.value(of: "Location"))
        case .failure(let error):
            show(error.reply.status, error.reply.text)  // error.reply.body: the bytes
        }
        // end
        #expect(shown == (status == 201 ? ["order 7", "/orders/7"] : ["404", #"{"id":7}"#]))
        #expect(try await server.request().body.text == #"{"id":7}"#)
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
        let error = await #expect(throws: UploadReply.StatusError.self) {
            try await service.account()
        }
        #expect(error?.reply.status == 403)
        let received = try await server.requests(4)
        #expect(
            received.map { "\($0.method) \($0.target)" } == [
                "GET /v1/account", "PATCH /v1/account", "POST /v1/account/avatar",
                "GET /v1/account",
            ])
        #expect(
            received.map { $0.header("Authorization") }
                == Array(repeating: "Bearer secret", count: 4))
        #expect(received[1].body.text == #"{"name":"Anna"}"#)
        #expect(
            received[2].bodyWithBoundaryXY
                == "--XY\r\nContent-Disposition: form-data; name=\"avatar\"; "
                + "filename=\"avatar.jpg\"\r\nContent-Type: image/jpeg\r\n\r\njpeg\r\n--XY--\r\n")
        // One uploader, one connection.
        #expect(server.connections.count == 1)
    }
}
