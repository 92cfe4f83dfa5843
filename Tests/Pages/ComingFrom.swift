import FormEncoding
import FormUpload
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code of the page 'Coming from …', with the public interface only.
enum ComingFrom {
    static func small(_ photo: Data, to url: URL) throws -> URLRequest {
        // page: ComingFrom
        let form: MultipartForm = [
            .text("title", "Summer"),
            .data("photo", photo, filename: "beach.png"),  // image/png
        ]
        let request = try URLRequest(url: url, form: form)
        // end
        return request
    }

    static func stream(_ video: URL, to url: URL) async throws -> UploadReply {
        // page: ComingFrom
        let form: MultipartForm = [.text("title", "Summer"), try .file("video", url: video)]
        let request = try UploadRequest(url: url, form: form)
        let reply = try await Uploader().reply(to: request)
        // end
        return reply
    }

    static func parts(
        thumbnail: Data, photo: URL, raw: URL, log: Data
    ) throws -> MultipartForm {
        // page: ComingFrom
        var form: MultipartForm = [
            .data("thumbnail", thumbnail, filename: "t.jpg"),
            try .file("photo", url: photo),  // filename and type of the URL
            try .file("raw", url: raw, filename: "beach.dng", contentType: "image/x-adobe-dng"),
            .stream(
                "log", .inputStream(length: Int64(log.count)) { InputStream(data: log) },
                filename: "camera.log"),
        ]
        var note = FormPart.text("note", "*hello*")
        note.contentType = "text/markdown"
        note.headers = [try PartHeader("X-Note-Id: 7")]
        form.parts.append(note)
        // end
        return form
    }

    static func body(of form: MultipartForm, to file: URL) throws -> (Data, MediaType?, Int64?) {
        // page: ComingFrom
        let body = try form.body()
        let type = body.contentType  // multipart/form-data; boundary=formpost-…
        let length = body.contentLength  // nil only for a stream without a length
        let data = try body.data()
        try body.write(to: file)
        // end
        return (data, type, length)
    }

    static func copies(of form: MultipartForm) throws -> [EncodedBody] {
        // page: ComingFrom
        let copy = try form.body().spooled()  // up to 10 MB in memory, else in a file
        let onDisk = try form.body().spooled(memoryLimit: 0)
        // end
        return [copy, onDisk]
    }

    static func progress(
        _ request: UploadRequest, show: @escaping @Sendable (Double) -> Void
    ) async throws -> UploadReply {
        // page: ComingFrom
        let reply = try await Uploader().reply(to: request) { progress in
            if let fraction = progress.fraction { show(fraction) }
        }
        // end
        return reply
    }

    struct Order: Codable, Equatable { var id: Int }

    static func requests(api: URL, form: MultipartForm) throws -> [UploadRequest] {
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
        return requests
    }

    static func answer(
        to request: UploadRequest, show: (Order, String?) -> Void, refuse: (Int, String) -> Void
    ) async throws {
        // page: ComingFrom
        let reply = try await Uploader().reply(to: request)
        if reply.isSuccess {  // 2xx only
            show(try reply.decoded(as: Order.self), reply["Location"])
        } else {
            refuse(reply.statusCode, reply.text)  // reply.body: the bytes
        }
        // end
    }

    struct Refused: Error { var status: Int }

    static func events(
        _ request: UploadRequest, show: (Double) -> Void
    ) async throws -> String {
        var answer = ""
        // page: ComingFrom
        for try await event in Uploader().events(for: request) {
            switch event {
            case .progress(let progress): show(progress.fraction ?? 0)
            case .head(let head):
                guard head.status == 200 else { throw Refused(status: head.status) }
            case .response(let reply): answer = reply.text
            default: break
            }
        }
        // end
        return answer
    }

    static func produced(
        _ nextChunk: @escaping @Sendable () async -> Data?, to url: URL
    ) async throws -> UploadReply {
        // page: ComingFrom
        let chunks = AsyncStream { await nextChunk() }
        let body = try EncodedBody(.chunks(chunks), contentType: "audio/wav")
        let reply = try await Uploader().reply(to: UploadRequest(url: url, body: body))
        // end
        return reply
    }

    static func describe(_ request: UploadRequest) throws -> String {
        // page: ComingFrom
        let line = try request.curlCommand()
        // end
        return line
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
        return try await uploader.reply(to: request)
    }
}
// end
