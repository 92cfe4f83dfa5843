import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// For apps that come from a hand-written `MultipartFormDataRequest` and keep URLSession.
@Suite(.serialized)
struct MultipartFormDataRequestTests {
    /// Makes the task on a thread of its own: URLSession waits for a queue that other tests block.
    private func send(_ request: URLRequest) async throws -> Int? {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                let task = URLSession.shared.dataTask(with: request) { _, response, error in
                    if let error { return continuation.resume(throwing: error) }
                    continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
                }
                task.resume()
            }
        }
    }

    @Test func sendsAMultipartForm() async throws {
        let server = try LoopbackServer(.respond(201))
        let form = MultipartForm(
            parts: [
                .text("title", "a \u{22}b\u{22}"),
                .data(
                    "file", "\u{0}\r\n--XX", filename: "a\u{22}b.bin",
                    contentType: try MediaType("image/png")),
            ], boundary: try Boundary("XY"))
        let url = try #require(URL(string: server.url("/up")))
        #expect(try await send(URLRequest(url: url, form: form)) == 201)
        let request = try await server.request()
        #expect(request.method == "POST")
        #expect(request.target == "/up")
        #expect(request.header("Content-Type") == "multipart/form-data; boundary=XY")
        let expected =
            "--XY\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na \"b\"\r\n"
            + "--XY\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%22b.bin\"\r\n"
            + "Content-Type: image/png\r\n\r\n\u{0}\r\n--XX\r\n--XY--\r\n"
        #expect(request.body.text == expected)
        #expect(request.framing == .contentLength(Int64(expected.utf8.count)))
    }

    private static let photo = Data([0x89, 0x50, 0x4E, 0x47])

    @Test func sendsASmallForm() async throws {
        let server = try LoopbackServer(.respond(201))
        let url = try #require(URL(string: server.url("/up")))
        let photo = Self.photo
        // page: a small form
        let form = MultipartForm(parts: [
            .text("title", "Summer"),
            .data(
                "photo", ByteString(photo), filename: "beach.png",
                contentType: try MediaType("image/png")),
        ])
        let request = try URLRequest(url: url, form: form)
        // end
        #expect(try await send(request) == 201)
        let received = try await server.request()
        #expect(received.method == "POST")
        let body = try form.encoded().data()
        #expect(received.framing == .contentLength(Int64(body.count)))
        let expected =
            Array(
                ("--XY\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nSummer\r\n--XY\r\n"
                    + "Content-Disposition: form-data; name=\"photo\"; filename=\"beach.png\"\r\n"
                    + "Content-Type: image/png\r\n\r\n").utf8) + [0x89, 0x50, 0x4E, 0x47]
            + Array("\r\n--XY--\r\n".utf8)
        #expect(received.bodyWithBoundaryXY == String(decoding: expected, as: UTF8.self))
    }

    @Test func streamsAFile() async throws {
        let directory = try TemporaryDirectory()
        let video = URL(fileURLWithPath: try directory.file("beach.mov", "moving"))
        let server = try LoopbackServer(.respond(201, body: "stored"))
        let url = try #require(URL(string: server.url("/up")))
        // page: a form that is streamed
        let form = MultipartForm(parts: [
            .text("title", "Summer"),
            try .file("video", url: video),
        ])
        let (data, response) = try await URLSession.shared.upload(form, to: url)
        // end
        #expect(data == Data("stored".utf8))
        #expect(response.statusCode == 201)
        try await expectVideo(at: server)
    }

    @Test func streamsAFileWithACompletionHandler() async throws {
        let directory = try TemporaryDirectory()
        let video = URL(fileURLWithPath: try directory.file("beach.mov", "moving"))
        let server = try LoopbackServer(.respond(201, body: "stored"))
        let url = try #require(URL(string: server.url("/up")))
        let form = MultipartForm(parts: [.text("title", "Summer"), try .file("video", url: video)])
        let shown = Monitor([String]())
        let isDone = Gate()
        @Sendable func show(_ status: Int, _ data: Data) {
            shown.withState { $0 += ["\(status)", String(decoding: data, as: UTF8.self)] }
            isDone.open()
        }
        @Sendable func report(_ error: any Error) {
            shown.withState { $0.append("\(error)") }
            isDone.open()
        }
        // page: with a completion handler
        URLSession.shared.upload(form, to: url) { result in
            switch result {
            case .success((let data, let response)): show(response.statusCode, data)
            case .failure(.body(let error)): report(error)  // a file changed, say
            case .failure(let error): report(error)
            }
        }
        // end
        try await isDone.waitUntilOpen()
        #expect(shown.withState { $0 } == ["201", "stored"])
        try await expectVideo(at: server)
    }

    private func expectVideo(at server: LoopbackServer) async throws {
        let received = try await server.request()
        #expect(received.method == "POST")
        #expect(
            received.bodyWithBoundaryXY
                == "--XY\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nSummer\r\n--XY\r\n"
                + "Content-Disposition: form-data; name=\"video\"; filename=\"beach.mov\"\r\n"
                + "Content-Type: video/quicktime\r\n\r\nmoving\r\n--XY--\r\n")
    }

    @Test func sendsAURLEncodedForm() async throws {
        let server = try LoopbackServer()
        let url = try #require(URL(string: server.url))
        let form = URLEncodedForm([.init("a b", "c&d"), .init("e", "+")])
        #expect(try await send(URLRequest(url: url, form: form)) == 200)
        let request = try await server.request()
        #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
        #expect(request.body.text == "a+b=c%26d&e=%2B")
    }

    @Test func saysWhichFileCannotBeRead() throws {
        let url = try #require(URL(string: "http://127.0.0.1/"))
        let form = MultipartForm(parts: [.file("f", path: "/missing/file")])
        #expect(throws: FormError.input(.cannotRead(path: "/missing/file", errno: ENOENT))) {
            try URLRequest(url: url, form: form)
        }
    }
}
