import TestSupport
import Testing

@Suite
struct MultipartParserTests {
    private func parse(_ body: String, _ type: String = "multipart/form-data; boundary=B") throws
        -> ParsedForm
    {
        try ParsedForm(contentType: type, body: body.rawBytes)
    }

    @Test(arguments: [
        ("multipart/form-data; boundary=a-b", "a-b"), ("m/x; boundary=\"a b\"; c=d", "a b"),
        ("m/x; BOUNDARY=ab; c=d", "ab"), ("m/x", nil), ("m/x; boundary=", nil),
        ("m/x; boundary=a\u{e9}", nil), ("m/x; boundary=\"a", nil), ("m/x; boundary=\"a \"", nil),
        ("m/x; boundary=\(String(repeating: "b", count: 71))", nil),
    ])
    func findsTheBoundary(type: String, expected: String?) {
        let body = "--\(expected ?? "")--\r\n"
        #expect((try? parse(body, type))?.boundary == expected?.rawBytes)
    }

    /// Each of these broke some server.
    @Test(arguments: [
        ("\r\n--B--\r\n", "the first delimiter", 0),
        ("--B--", "CRLF after the last delimiter", 5),
        ("--B--\r\nx", "the end", 7),
        ("--B\r\nA: b\r\n\r\nx\r\n", "a delimiter after the part", 13),
        ("--B\nA: b\r\n\r\nx\r\n--B--\r\n", "CRLF or -- after a delimiter", 3),
        ("--B\r\nA: b\nC: d\r\n\r\nx\r\n--B--\r\n", "a header line", 5),
        ("--B\r\nA b\r\n\r\nx\r\n--B--\r\n", "a header line", 5),
        ("--B\r\nA: b\r\n c\r\n\r\nx\r\n--B--\r\n", "a header line", 11),
        ("--B\r\n\r\nx\r\n--Bx\r\n--B--\r\n", "CRLF or -- after a delimiter", 13),
    ])
    func refuses(body: String, what: String, offset: Int) {
        #expect(throws: MultipartError.expected(what, offset: offset)) { try parse(body) }
    }

    private static let nested = """
        --X\r
        Content-Disposition: form-data; name="a X"\r
        Content-Type: multipart/mixed; boundary=Y\r
        \r
        --Y\r
        Content-Disposition: attachment; filename="Y"\r
        \r
        X Y\r
        --Y--\r
        \r
        --X\r
        \r
        \r
        --X--\r

        """

    @Test func parsesAndNormalisesNestedForms() throws {
        let body = MultipartParserTests.nested
        let form = try parse(body, "multipart/form-data; boundary=X")
        #expect(form.parts[0].nested?.parts[0].filenameText == "Y")
        #expect(form.parts[0].nested?.parts[0].bodyText == "X Y")
        let expected = body.replacing("--X", "--boundary-0").replacing("--Y", "--boundary-1")
            .replacing("boundary=Y", "boundary=boundary-1")
        let normalised = try normalisedBody(body.rawBytes, boundary: "X".rawBytes)
        #expect(String(decoding: normalised, as: UTF8.self) == expected)
    }
}

extension String {
    fileprivate func replacing(_ text: String, _ other: String) -> String {
        split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
    }
}
