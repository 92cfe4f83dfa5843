import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// The type of a form always has the form's boundary.
@Suite struct ContentTypeTests {
    private static func form() throws -> MultipartForm {
        try MultipartForm(parts: [.text("a", "b")], boundary: "B")
    }

    /// As by curl's `-F` with `-H`.
    @Test(arguments: [
        ("multipart/form-data", "multipart/form-data; boundary=B"),
        ("Multipart/Form-Data; charset=utf-8", "Multipart/Form-Data; charset=utf-8; boundary=B"),
        ("multipart/form-data; boundary=\"B\"", "multipart/form-data; boundary=\"B\""),
        ("multipart/mixed", "multipart/mixed; boundary=B"),
    ])
    func getsTheBoundary(type: String, sent: String) async throws {
        let server = try LoopbackServer()
        let fields = ["content-type": type]
        let form = try Self.form()
        var typed = try form.body()
        typed.contentType = try MediaType(type)
        let spooled = try await form.body().spooled()
        let requests = [
            try UploadRequest(url: server.url, headers: fields, form: form),
            UploadRequest(url: server.url, headers: fields, body: spooled),
            UploadRequest(url: server.url, body: typed),
        ]
        for request in requests { try await Uploader().send(request).success() }
        let types = try await server.requests(3).map { $0.header("Content-Type") }
        #expect(types == [sent, sent, sent])
    }

    /// `.invalidValue`, before a connection is made.
    @Test(arguments: [
        "multipart/form-data; boundary=C", "multipart/form-data; boundary=B; boundary=C",
        "multipart/form-data; boundary=", "text/plain", "x",
    ])
    func contradictsNothing(type: String) async throws {
        let server = try LoopbackServer()
        let request = try UploadRequest(
            url: server.url, headers: ["Content-Type": type], form: Self.form())
        await #expect {
            try await Uploader().send(request)
        } throws: { error in
            (error as? UploadError)?.code == .invalidValue
        }
        #expect(server.connections.isEmpty)
    }

    /// A body without a boundary has any type.
    @Test func isFreeWithoutAForm() async throws {
        let server = try LoopbackServer()
        let type = "multipart/form-data; boundary=X"
        let body = EncodedBody(bytes: "--X--\r\n")
        let request = UploadRequest(url: server.url, headers: ["Content-Type": type], body: body)
        try await Uploader().send(request).success()
        #expect(try await server.request().header("Content-Type") == type)
    }
}
