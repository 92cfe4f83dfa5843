import Foundation
import Testing

@testable import FormEncoding

/// What an app has as values of Foundation.
@Suite struct FoundationTests {
    private static let part =
        "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a b.png\"\r\n"
        + "Content-Type: image/png\r\n\r\nbytes\r\n--B--\r\n"

    @Test func readsAFileURL() throws {
        let scratch = try Scratch()
        let url = URL(fileURLWithPath: "\(try scratch.write("bytes", to: "a b.png"))")
        #expect(try MultipartForm.text([.file("f", url: url)]) == Self.part)
        let named = try FormPart.file(
            "f", url: url, filename: "x.dat", contentType: MediaType("a/b"))
        #expect(named.filename == "x.dat")
        #expect(named.contentType?.value == "a/b")
    }

    @Test(arguments: ["https://example.com/a", "a", "file:///tmp/a%00b"])
    func refusesOtherURLs(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: BodyFault.notFileURL(url)) {
            try facts { try FormPart.file("f", url: url) }
        }
        #expect(throws: BodyFault.notFileURL(url)) {
            try facts { try EncodedBody(file: url) }
        }
        #expect(throws: BodyFault.notFileURL(url)) {
            try facts { try EncodedBody(bytes: "").write(to: url) }
        }
    }

    @Test func sendsAFileURL() throws {
        let scratch = try Scratch()
        try scratch.write("bytes", to: "a b")
        let body = try EncodedBody(
            file: URL(fileURLWithPath: scratch.path("a b")), contentType: MediaType("a/b"))
        #expect(body.contentType?.description == "a/b")
        #expect(body.contentLength == 5)
        #expect(try body.text == "bytes")
    }

    @Test func encodesJSON() throws {
        struct Order: Encodable { var id: Int, note: String }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let body = try EncodedBody(json: Order(id: 7, note: "a/b"), using: encoder)
        #expect(body.contentType?.description == "application/json")
        #expect(try body.text == #"{"id":7,"note":"a\/b"}"#)
        #expect(throws: EncodingError.self) { try EncodedBody(json: Double.nan) }
    }

    @Test func readsAnInputStreamEachTime() throws {
        let stream = ByteStream.inputStream(length: 5) { InputStream(data: Data("bytes".utf8)) }
        let body = try MultipartForm(
            parts: [.stream("f", stream, filename: "a b.png", contentType: MediaType("image/png"))],
            boundary: Boundary("B")
        ).body()
        #expect(body.contentLength == Int64(Self.part.utf8.count))
        #expect(try body.text == Self.part)
        #expect(try body.text == Self.part)
    }

    @Test func passesOnTheErrorOfAnInputStream() throws {
        let stream = ByteStream.inputStream {
            InputStream(url: URL(fileURLWithPath: "/missing/file")) ?? InputStream(data: Data())
        }
        let error = #expect(throws: BodyFault.self) {
            try facts { try EncodedBody([.stream(stream)]).data() }
        }
        guard case .stream = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
