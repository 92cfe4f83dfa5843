import Testing

@testable import FormEncoding

@Suite struct StreamContentTests {
    /// A source that fails when its bytes are used up.
    private final class Failing: ByteSource {
        private var hasRead = false

        func read(
            into buffer: UnsafeMutableRawBufferPointer
        ) throws(FormEncodingError) -> Int {
            if hasRead { throw .streamFailed("gone") }
            hasRead = true
            buffer[0] = 0x61
            return 1
        }

        func close() {}
    }

    private final class Lying: ByteSource {
        let count: Int
        init(_ count: Int) { self.count = count }
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { count }
        func close() {}
    }

    private func body(
        _ content: String, length: Int64?
    ) throws -> EncodedBody {
        let bytes = Array(content.utf8)
        return try EncodedBody([.stream(StreamContent(length: length) { Dribble(bytes) })])
    }

    @Test(arguments: [0, 1, 5])
    func asLongAsAnnounced(length: Int) throws {
        let text = String("hello".prefix(length))
        let body = try body(text, length: Int64(length))
        #expect(body.contentLength == Int64(length))
        #expect(try body.text == text)
        #expect(try body.text == text)
    }

    @Test(arguments: [1, 2, 4096])
    func shorterOrLonger(size: Int) throws {
        let short = try body("hello", length: 6).makeSource()
        #expect(throws: FormEncodingError.streamLength(announced: 6, actual: 5)) {
            try short.readAll(by: size)
        }
        let long = try body("hello", length: 4).makeSource()
        #expect(throws: FormEncodingError.streamLength(announced: 4, actual: 5)) {
            try long.readAll(by: size)
        }
        #expect(long.bytesRead == 3)
        let empty = try EncodedBody([
            .bytes("a"), .stream(StreamContent(length: 0) { Dribble([1]) }),
        ])
        #expect(throws: FormEncodingError.streamLength(announced: 0, actual: 1)) {
            try empty.makeSource().readAll(by: 1)
        }
    }

    @Test func failures() throws {
        let stream = StreamContent { Failing() }
        let reader = try EncodedBody([.stream(stream), .bytes("tail")]).makeSource()
        #expect(try reader.readOnce(9) == [0x61])
        #expect(throws: FormEncodingError.streamFailed("gone")) { try reader.readOnce(9) }
        #expect(throws: FormEncodingError.streamFailed("gone")) { try reader.readOnce(9) }

        let unopened = StreamContent { () throws(FormEncodingError) in throw .streamFailed("no") }
        #expect(throws: FormEncodingError.streamFailed("no")) {
            try EncodedBody([.stream(unopened)]).data()
        }
    }

    /// What an app returns is not believed where it would lead out of the buffer.
    @Test(arguments: [-1, 11, Int.max])
    func impossibleCounts(count: Int) throws {
        let body = try EncodedBody([.stream(StreamContent { Lying(count) })])
        #expect(throws: FormEncodingError.streamFailed("read returned \(count) for 10 bytes")) {
            try body.makeSource().readOnce(10)
        }
    }

    @Test func aPipeIsGoodForOneAttempt() throws {
        let pipe = try Pipe()
        pipe.write("abc".utf8)
        pipe.finish()
        let stream = try StreamContent(readingOnce: pipe.output, label: "-")
        let body = try MultipartForm(
            parts: [.stream("a", stream)], boundary: try Boundary("B")
        ).encoded()
        #expect(!body.isReplayable)
        #expect(body.contentLength == nil)
        let expected =
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nabc\r\n--B--\r\n"
        #expect(try body.text == expected)
        #expect(throws: FormEncodingError.notReplayable) { try body.data() }
    }

    @Test func aDescriptorThatIsNone() {
        #expect(throws: FormEncodingError.cannotRead(path: "-", errno: 9)) {
            try StreamContent(readingOnce: 99_999, label: "-")
        }
    }
}
