import FormEncoding
@testable import FormUpload
import Testing

@Suite struct ResponseHeadTests {
    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n", "1.1", 200, "OK", "HTTP/1.1 200 OK"),
        ("HTTP/1.1 404 Not Found\n", "1.1", 404, "Not Found", "HTTP/1.1 404 Not Found"),
        ("HTTP/1.1 204\r\n", "1.1", 204, "", "HTTP/1.1 204 No Content"),
        ("HTTP/1.0 500 \r\n", "1.0", 500, "", "HTTP/1.0 500 Internal Server Error"),
        ("HTTP/2 413 \r\n", "2", 413, "", "HTTP/2 413 Content Too Large"),
        ("HTTP/2 299 \r\n", "2", 299, "", "HTTP/2 299"),
        ("HTTP/1.1 999 A  B\r\n", "1.1", 999, "A  B", "HTTP/1.1 999 A  B"),
    ])
    func readsStatusLines(
        line: String, version: String, status: Int, reason: String, shown: String
    ) {
        let head = ResponseHead(rawLines: [ByteString(line), "\r\n"])
        #expect(head.version == version)
        #expect(head.status == status)
        #expect(head.reason == ByteString(reason))
        #expect(head.statusLine == shown)
    }

    @Test func unfoldsLinesAndKeepsBytes() {
        let head = ResponseHead(rawLines: [
            "HTTP/1.1 200 OK\r\n", "X: a\r\n", " \tb\r\n", "Z:\r\n", " c\r\n",
            ByteString(bytes: Array("Y: ".utf8) + [0xFF, 0x0D, 0x0A]), "no colon\r\n", "\r\n",
        ])
        #expect(
            head.parsedFields == [
                .init(name: "X", value: "a b", isPlain: false),
                .init(name: "Z", value: "c", isPlain: false),
                .init(name: "Y", value: ByteString(bytes: [0xFF])),
            ])
    }
}
