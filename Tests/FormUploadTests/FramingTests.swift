import FormEncoding
import Testing

@testable import FormUpload

/// Which length and coding headers of a user's go with a body.
@Suite struct FramingTests {
    private static let known = EncodedBody(bytes: "12345")
    private static let unknown = try? EncodedBody([
        .stream(ByteStream { () throws(BodyError) in throw .readerClosed })
    ])

    private static let rows: [([(ByteString, HeaderField.Value)], EncodedBody?, Bool)] = [
        ([], known, true), ([], unknown, true), ([], nil, true),
        ([("Content-Length", .text("5"))], known, true),
        ([("content-length", .text("5"))], known, true),
        ([("Content-Length", .text("6"))], known, false),
        ([("Content-Length", .text("05"))], known, false),
        ([("Content-Length", .text("5")), ("Content-Length", .text("5"))], known, false),
        ([("Content-Length", .removed)], known, false),
        ([("Content-Length", .empty)], known, false),
        ([("Transfer-Encoding", .text("chunked"))], known, true),
        ([("transfer-encoding", .text("Chunked"))], known, true),
        ([("Transfer-Encoding", .text("gzip"))], known, false),
        ([("Transfer-Encoding", .removed)], known, true),
        ([("Transfer-Encoding", .text("chunked")), ("Content-Length", .removed)], known, true),
        ([("Transfer-Encoding", .text("chunked")), ("Content-Length", .text("5"))], known, false),
        ([("Transfer-Encoding", .text("chunked")), ("Transfer-Encoding", .removed)], known, false),
        ([("Transfer-Encoding", .text("chunked"))], unknown, true),
        ([("Transfer-Encoding", .removed)], unknown, false),
        ([("Content-Length", .text("5"))], unknown, false),
        ([("Content-Length", .removed)], unknown, true),
        ([("Content-Length", .text("0"))], nil, true),
        ([("Content-Length", .text("5"))], nil, false),
        ([("X-Content-Length", .text("6"))], known, true),
    ]

    /// As curl, which expects a 100 for more.
    @Test(arguments: [(1 << 20, true), (1 << 20 + 1, false)])
    func expectsNothingForSoMuch(size: Int, isSmall: Bool) {
        let body = EncodedBody(bytes: ByteString(bytes: [UInt8](repeating: 0x78, count: size)))
        #expect(UploadRequest(url: "http://h/", body: body).hasSmallBody == isSmall)
    }

    @Test(arguments: rows.indices)
    func fits(row: Int) throws {
        let (fields, body, fits) = Self.rows[row]
        let headers = fields.compactMap { HeaderField(name: $0.0, value: $0.1) }
        let request = UploadRequest(url: "http://h/", headers: headers, body: body)
        if fits {
            #expect(throws: Never.self) { try request.checkFraming() }
        } else {
            #expect(throws: UploadError.self) { try request.checkFraming() }
        }
    }
}
