import FormEncoding
import TestSupport
import Testing

@testable import Pages

@Suite struct WhatIsSentTests {
    private let page: DocumentationPage

    init() throws { page = try DocumentationPage("WhatIsSent", of: "FormEncoding") }

    /// The bytes that the page shows, whose lines end in CR LF.
    private func shown(_ number: Int) -> String {
        page.transcripts[number].replacing("\n", with: "\r\n") + "\r\n"
    }

    @Test func showsTheBytesOfAForm() throws {
        let directory = try TemporaryDirectory()
        let form = try WhatIsSent.form(try directory.file("x.png", "PNG"))
        let bytes = try form.body().data()
        #expect(String(decoding: bytes, as: UTF8.self) == shown(0))
        let body = try form.body()
        #expect(body.contentType == "multipart/form-data; boundary=limit")
        #expect(body.contentLength == Int64(bytes.count))
    }

    @Test func showsTheBytesOfANestedForm() throws {
        let bytes = try WhatIsSent.nested().body().data()
        #expect(String(decoding: bytes, as: UTF8.self) == shown(1))
    }

    @Test func showsTheBytesOfAURLEncodedForm() {
        #expect(WhatIsSent.urlEncoded() == page.transcripts[2])
    }
}
