import Testing

@testable import FormEncoding

@Suite struct ByteStreamTests {
    /// A source that fails when its bytes are used up.
    private final class Failing: ByteReader {
        private var hasRead = false

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            if hasRead { throw Failure.gone(7) }
            hasRead = true
            buffer[0] = 0x61
            return 1
        }
    }

    /// An error of an app.
    private enum Failure: Error, Equatable {
        case gone(Int)
        case unopened
    }

    private final class Lying: ByteReader {
        let count: Int
        init(_ count: Int) { self.count = count }
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { count }
    }

    private func body(
        _ content: String, length: Int64?
    ) throws -> EncodedBody {
        let bytes = Array(content.utf8)
        return try EncodedBody([.stream(ByteStream(length: length) { Dribble(bytes) })])
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
        let short = try body("hello", length: 6).makeReader()
        #expect(throws: BodyFault.streamLength(announced: 6, actual: 5)) {
            try short.readAll(by: size)
        }
        let long = try body("hello", length: 4).makeReader()
        #expect(throws: BodyFault.streamLength(announced: 4, actual: 5)) {
            try long.readAll(by: size)
        }
        #expect(long.bytesRead == 3)
        let empty = try EncodedBody([
            .bytes("a"), .stream(ByteStream(length: 0) { Dribble([1]) }),
        ])
        #expect(throws: BodyFault.streamLength(announced: 0, actual: 1)) {
            try empty.makeReader().readAll(by: 1)
        }
    }

    @Test func failures() throws {
        let stream = ByteStream { Failing() }
        let reader = try EncodedBody([.stream(stream), .bytes("tail")]).makeReader()
        #expect(try reader.readOnce(9) == [0x61])
        let error = BodyFault.stream(Failure.gone(7))
        #expect(throws: error) { try reader.readOnce(9) }
        #expect(throws: error) { try reader.readOnce(9) }

        let unopened = ByteStream { throw Failure.unopened }
        #expect(throws: BodyFault.stream(Failure.unopened)) {
            try facts { try EncodedBody([.stream(unopened)]).data() }
        }
        // An error of ours is not wrapped.
        let closed = ByteStream { throw BodyFault.cancelled }
        #expect(throws: BodyFault.cancelled) {
            try facts { try EncodedBody([.stream(closed)]).data() }
        }
    }

    @Test(arguments: [-1, Int64.min])
    func negativeLengths(length: Int64) {
        for encoding in [nil, ContentTransferEncoding.base64, .quotedPrintable, .sevenBit] {
            let part = FormPart(
                name: "a", transferEncoding: encoding,
                content: .stream(ByteStream(length: length) { Dribble([]) }))
            #expect(throws: BodyFault.negativeLength(length)) {
                try facts { try MultipartForm(parts: [part]).body() }
            }
        }
    }

    /// Counts that exceed the buffer are refused.
    @Test(arguments: [-1, 11, Int.max])
    func impossibleCounts(count: Int) throws {
        let body = try EncodedBody([.stream(ByteStream { Lying(count) })])
        #expect(throws: BodyFault.streamCount(count, room: 10)) {
            try body.makeReader().readOnce(10)
        }
    }

    @Test func aPipeIsGoodForOneAttempt() throws {
        let pipe = try Pipe()
        pipe.write("abc".utf8)
        pipe.finish()
        let content = try PartContent.descriptor(
            pipe.output, label: "-", irregularFiles: .stream)
        let body = try MultipartForm(
            parts: [FormPart(name: "a", content: content)], boundary: try Boundary("B")
        ).body()
        #expect(!body.isReplayable)
        #expect(body.contentLength == nil)
        let expected =
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nabc\r\n--B--\r\n"
        #expect(try body.text == expected)
        #expect(throws: BodyFault.notReplayable) { try facts { try body.data() } }
    }

    @Test func aDescriptorThatIsNone() {
        #expect(throws: BodyFault.cannotRead(path: "-", errno: 9)) {
            try PartContent.descriptor(99_999, label: "-", irregularFiles: .stream)
        }
    }
}
