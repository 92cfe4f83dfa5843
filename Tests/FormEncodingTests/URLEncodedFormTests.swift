import Testing

@testable import FormEncoding

@Suite struct URLEncodedFormTests {
    @Test func bytesThatStayAndBytesThatDoNot() {
        let all = ByteString(bytes: UInt8.min...UInt8.max)
        let expected =
            "=%00%01%02%03%04%05%06%07%08%09%0A%0B%0C%0D%0E%0F"
            + "%10%11%12%13%14%15%16%17%18%19%1A%1B%1C%1D%1E%1F"
            + "+%21%22%23%24%25%26%27%28%29*%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F"
            + "%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_"
            + "%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D%7E%7F"
            + (0x80...0xFF).map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        #expect(URLEncodedForm([.init("", all)]).serialized == ByteString(expected))
    }

    @Test(
        arguments: [
            ([], ""),
            ([("a", "b")], "a=b"),
            ([("a", "")], "a="),
            ([("", "b"), ("a", "1"), ("a", "2")], "=b&a=1&a=2"),
            ([("näme", "ü & ☃")], "n%C3%A4me=%C3%BC+%26+%E2%98%83"),
            ([("a=b", "c&d\r\n")], "a%3Db=c%26d%0D%0A"),
        ] as [([(String, String)], String)])
    func fields(pairs: [(String, String)], expected: String) throws {
        let form = URLEncodedForm(pairs.map { .init(ByteString($0), ByteString($1)) })
        let body = form.encoded()
        #expect(try body.text == expected)
        #expect(body.contentType == "application/x-www-form-urlencoded")
        #expect(body.contentLength == Int64(expected.utf8.count))
    }
}
