import TestSupport
import Testing

@Suite
struct MultipartParserTests {
    private func parse(_ body: String, _ type: String = "multipart/form-data; boundary=B") throws
        -> ParsedForm
    {
        try ParsedForm(contentType: type, body: body.rawBytes)
    }

    @Test func takesAFormApart() throws {
        let form = try parse(
            """
            --B\r
            Content-Disposition: form-data; name="a%22b"\r
            \r
            one\r
            two\r
            --B\r
            Content-Disposition: form-data; name="f"; filename="x%0D%0A%41\\.txt"\r
            Content-Type: text/plain\r
            \r
            \r
            --B--\r

            """)
        #expect(form.parts.map(\.nameText) == ["a\"b", "f"])
        #expect(form.parts.map(\.filenameText) == [nil, "x\r\n%41\\.txt"])
        #expect(form.parts.map(\.contentType) == [nil, "text/plain"])
        #expect(form.parts.map(\.bodyText) == ["one\r\ntwo", ""])
        #expect(form.part("f")?.headerLines.count == 2)
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

    @Test func undoesBackslashes() throws {
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\\\"b\\\\\"\r\n\r\n\r\n--B--\r\n"
        let form = try ParsedForm(boundary: [0x42], body: body.rawBytes, escaping: .backslash)
        #expect(form.parts[0].nameText == "a\"b\\")
    }

    @Test(.enabled(if: hasCurl, "curl is not installed"))
    func understandsCurl() async throws {
        let directory = try TemporaryDirectory()
        let files = try ["f", "g"].map { try directory.patternFile($0, size: 100_000) }
        let server = try LoopbackServer()
        let url = server.url
        for _ in 0..<2 {
            let result = try await Command.curl(
                "-sS", "-F", "t=v", "-F", "many=@\(files[0]),\(files[1])", "-F", "e=", url
            ).run()
            #expect(result.exitStatus == 0)
        }
        let requests = try await server.requests(2)
        let form = try requests[0].form()
        #expect(form.parts.map(\.nameText) == ["t", "many", "e"])
        #expect(form.parts[1].nested?.parts.map(\.filenameText) == ["f", "g"])
        #expect(form.parts[1].nested?.parts[1].body == FilePattern().bytes(100_000))
        #expect(try requests[0].normalisedForm() == requests[1].normalisedForm())
        #expect(requests[0].body.bytes != requests[1].body.bytes)
    }
}

extension String {
    fileprivate func replacing(_ text: String, _ other: String) -> String {
        split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
    }
}
