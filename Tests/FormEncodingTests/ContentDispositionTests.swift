import Testing

@testable import FormEncoding

@Suite struct ContentDispositionTests {
    /// Each row: the bytes, percent-escaped as browsers do, and with `--form-escape`.
    @Test(arguments: [
        ("a", "a", "a"),
        ("", "", ""),
        ("a\"b", "a%22b", "a\\\"b"),
        ("a\\b", "a\\b", "a\\\\b"),
        ("a%22b", "a%22b", "a%22b"),
        ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
        ("a\0b", "a%00b", "a%00b"),
        ("naïve ☃; 'x'\t\u{7F}", "naïve ☃; 'x'\t\u{7F}", "naïve ☃; 'x'\t\u{7F}"),
        ("e\u{301}", "e\u{301}", "e\u{301}"),
    ])
    func escaping(text: String, percent: String, backslash: String) throws {
        let field = FormPart(
            name: ByteString(text), filename: ByteString(text), content: .bytes("v"))
        for (escaping, expected) in [(NameEscaping.percent, percent), (.backslash, backslash)] {
            let disposition = "form-data; name=\"\(expected)\"; filename=\"\(expected)\""
            #expect(
                Array(try MultipartForm.text([field], escaping).utf8)
                    == Array(wire("B", part(disposition, body: "v")).utf8))
        }
    }

    @Test func bytesThatAreNotUTF8Stay() throws {
        let name = ByteString(bytes: [0xFF, 0x22, 0xC3])
        let form = MultipartForm(
            parts: [.text(name, "v")], boundary: try Boundary("B"))
        let expected =
            Array("--B\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF]
            + Array("%22".utf8) + [0xC3] + Array("\"\r\n\r\nv\r\n--B--\r\n".utf8)
        #expect(Array(try form.body().data()) == expected)
    }
}
