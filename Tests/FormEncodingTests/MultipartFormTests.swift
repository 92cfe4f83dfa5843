import Foundation
import Testing

@testable import FormEncoding

/// Literal bodies, each of them what curl 7.88.1 sends for the arguments in the comment, boundary
/// aside. The end-to-end tests compare more with the real one.
@Suite struct MultipartFormTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var curl: String
        var parts: [FormPart]
        var escaping = NameEscaping.percent
        var body: String
        var testDescription: String { curl }
    }

    static let rows: [Row] = [
        Row(curl: "nothing", parts: [], body: wire("B")),
        Row(
            curl: "-F a=b", parts: [.text("a", "b")],
            body: "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--B--\r\n"),
        Row(
            curl: #"-F 'a"\r\n\b=c;filename="q\"u\\o.png"'"#,
            parts: [.data("a\"\r\n\\b", "c", filename: "q\"u\\o.png", contentType: png)],
            body: wire(
                "B",
                part(
                    #"form-data; name="a%22%0D%0A\b"; filename="q%22u\o.png""#,
                    "Content-Type: image/png", body: "c"))),
        Row(
            curl: #"--form-escape -F 'a"\b=c;filename="q\"\\"'"#,
            parts: [.data("a\"\\b", "c", filename: "q\"\\")], escaping: .backslash,
            body: wire("B", part(#"form-data; name="a\"\\b"; filename="q\"\\""#, body: "c"))),
        Row(
            curl: "-F a=b;type=x/y;headers=X-A: 1;headers=X-B: 2;encoder=base64",
            parts: [
                FormPart(
                    name: "a", contentType: MediaType(unchecked: "x/y"),
                    headers: [header("X-A: 1"), header("X-B: 2")], transferEncoding: .base64,
                    content: .bytes("b"))
            ],
            body: wire(
                "B",
                part(
                    #"form-data; name="a""#, "Content-Type: x/y",
                    "Content-Transfer-Encoding: base64", "X-A: 1", "X-B: 2", body: "Yg=="))),
        Row(
            curl: "-F a=b;headers=Content-Disposition: foo;encoder=8bit;headers=…-Encoding: zip",
            parts: [
                FormPart(
                    name: "a",
                    headers: [
                        header("Content-Disposition: foo"),
                        header("CONTENT-TRANSFER-ENCODING: zip"),
                    ], transferEncoding: .eightBit, content: .bytes("b"))
            ],
            body: wire("B", part("foo", "CONTENT-TRANSFER-ENCODING: zip", body: "b"))),
    ]

    @Test(arguments: rows)
    func body(row: Row) throws {
        let form = MultipartForm(
            parts: row.parts, boundary: try Boundary("B"), escaping: row.escaping)
        let body = try form.body()
        #expect(try body.text == row.body)
        #expect(body.contentLength == Int64(row.body.utf8.count))
        #expect(body.contentType?.description == "multipart/form-data; boundary=B")
        #expect(body.isReplayable)
    }

    @Test func ownMediaType() throws {
        let form = MultipartForm(
            parts: [], boundary: try Boundary("B"),
            mediaType: try MediaType("multipart/related; type=a"))
        #expect(try form.body().contentType?.description == "multipart/related; type=a; boundary=B")
    }

    /// Two would leave the choice to the server.
    @Test func ownMediaTypeHasNoBoundary() throws {
        let type = try MediaType("multipart/mixed; boundary=mine")
        let form = MultipartForm(
            parts: [.text("a", "b")], boundary: try Boundary("B"), mediaType: type)
        #expect(try form.body().contentType?.description == "multipart/mixed; boundary=B")
        let outer = MultipartForm(
            parts: [FormPart(name: "g", content: .form(form))], boundary: try Boundary("C"))
        let text = String(decoding: try outer.body().data(), as: UTF8.self)
        #expect(text.contains("Content-Type: multipart/mixed; boundary=B\r\n"))
        #expect(!text.contains("mine"))
    }

    @Test func oneSectionForEachSmallPart() throws {
        let parts = (0..<20_000).map { FormPart.text(ByteString("n\($0)"), "v") }
        let body = try MultipartForm(parts: parts, boundary: try Boundary("B")).body()
        #expect(body.sections.count == 20_000)
        #expect(body.partCount == 20_000)
        let frame = "--B\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\nv\r\n".utf8.count
        let digits = (0..<20_000).reduce(0) { $0 + String($1).count }
        #expect(body.contentLength == Int64(20_000 * frame + digits + "--B--\r\n".utf8.count))
        #expect(try body.data().count == 20_000 * frame + digits + "--B--\r\n".utf8.count)
    }
}

private let png = MediaType(unchecked: "image/png")

/// A header of a table row; an invalid one shows as a wrong body.
private func header(_ line: ByteString) -> PartHeader {
    (try? PartHeader(verbatim: line)) ?? invalidHeader
}

private let invalidHeader: PartHeader = {
    guard let header = try? PartHeader("Invalid: test") else { preconditionFailure() }
    return header
}()
