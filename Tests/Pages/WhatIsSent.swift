import FormEncoding
import Foundation
import Testing

@testable import TestSupport

/// The code of the page 'What is sent', and the bytes that the page shows.
@Suite struct WhatIsSent {
    private let transcripts: [String]

    init() throws {
        transcripts = try DocumentationPage("WhatIsSent", of: "FormEncoding").transcripts
    }

    /// The bytes that the page shows, whose lines end in CR LF.
    private func shown(_ number: Int) -> Data {
        Data((transcripts[number].replacing("\n", with: "\r\n") + "\r\n").utf8)
    }

    @Test func aForm() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("x.png", "PNG")
        // page: WhatIsSent
        var note = FormPart.text("note", "Two words")
        note["X-Language"] = "en"
        let form = try MultipartForm(
            parts: [
                .text("title", "Summer"),
                .file("picture", path: path, filename: "a \"b\".png"),
                note,
            ], boundary: "limit")
        // end
        let body = try form.body()
        #expect(try body.data() == shown(0))
        #expect(body.contentType?.description == "multipart/form-data; boundary=limit")
        #expect(body.contentLength == Int64(shown(0).count))
    }

    @Test func aNestedForm() throws {
        // page: WhatIsSent
        let pictures = try MultipartForm(
            parts: [
                .data("a", Data("first".utf8), filename: "1.txt"),
                .data("b", Data("second".utf8), filename: "2.txt"),
            ], boundary: "inner")
        let form = try MultipartForm(parts: [.form("pictures", pictures)], boundary: "outer")
        // end
        #expect(try form.body().data() == shown(1))
    }

    @Test func aURLEncodedForm() {
        // page: WhatIsSent
        let text = URLEncodedForm([("q", "a b&c"), ("name", "Zoë")]).serialized
        // end
        #expect(text == transcripts[2])
    }
}
