import FormUpload
import Foundation
import Testing

@testable import TestSupport

// page: TestYourApp
struct AvatarService: Sendable {
    var send: @Sendable (UploadRequest) async throws -> UploadReply = { [uploader = Uploader()] in
        try await uploader.send($0)
    }

    func setAvatar(_ avatar: Data) async throws -> String? {
        let form: MultipartForm = [.data("avatar", avatar, filename: "avatar.png")]
        let request = try UploadRequest(url: "https://example.com/avatar", form: form)
        return try await send(request).success()["Location"]
    }
}
// end

/// The code of the page 'Test your app', and what it does.
@Suite struct TestYourApp {
    @Test func aClosureInPlaceOfTheUploader() async throws {
        let avatar = Data("png".utf8)
        // page: TestYourApp
        let form: MultipartForm = [.data("avatar", avatar, filename: "avatar.png")]
        let expected = try UploadRequest(url: "https://example.com/avatar", form: form)
        let service = AvatarService { request in
            #expect(request == expected)
            return UploadReply(status: 201, headers: ["Location": "/avatars/7"])
        }
        #expect(try await service.setAvatar(avatar) == "/avatars/7")
        // end
    }

    @Test func theBytes() async throws {
        // page: TestYourApp
        var request = try UploadRequest(
            url: "https://example.com/", headers: ["X-Id": "7"], form: [.text("title", "Summer")])
        #expect(
            try request.curlCommand()
                == "curl -A FormUpload -H 'X-Id: 7' -F title=Summer https://example.com/")
        try request.setBoundary("limit")
        #expect(request.boundary == "limit")
        #expect(request.fields.map(\.name) == ["X-Id"])
        let data = try await request.body?.data()
        let part = "Content-Disposition: form-data; name=\"title\"\r\n\r\nSummer"
        #expect(data == Data("--limit\r\n\(part)\r\n--limit--\r\n".utf8))
        // end
        #expect("\(request)" == "POST https://example.com/ (multipart/form-data, 76 bytes)")
    }

    @Test func whatAScreenShows() {
        // page: TestYourApp
        let events: [UploadEvent] = [
            .informational(ResponseHead(status: 103, headers: ["Link": "</style.css>"])),
            .progress(UploadProgress(sent: 5, contentLength: 10)),
            .measured(TransferFacts(httpVersion: "2", total: .seconds(1))),
            .response(UploadReply(status: 200, body: Data("stored".utf8))),
        ]
        // end
        for case .progress(let progress) in events { #expect(progress.fraction == 0.5) }
        for case .response(let reply) in events {
            #expect(reply.isSuccess && reply.text == "stored" && reply.url == "")
        }
        for case .informational(let head) in events { #expect(head["link"] == "</style.css>") }
    }
}
