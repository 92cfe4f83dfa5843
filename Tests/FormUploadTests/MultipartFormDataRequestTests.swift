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
    private func send(_ request: URLRequest) async throws -> Int? {
        let (_, response) = try await URLSession.shared.data(for: request)
        return (response as? HTTPURLResponse)?.statusCode
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
