import Foundation
import Testing

@testable import FormEncoding

@Suite struct BodyReaderTests {
    /// A form with every kind of content.
    private func form(_ scratch: Scratch) throws -> MultipartForm {
        var bytes = [UInt8]()
        for index in 0..<5_000 { bytes.append(UInt8(truncatingIfNeeded: index &* 31)) }
        let path = try scratch.write(bytes, to: "file.bin")
        let empty = try scratch.write("", to: "empty.txt")
        let descriptor = try SystemCalls.open(path)
        lseek(descriptor.number, 4_500, SEEK_SET)
        let rest = try PartContent.descriptor(descriptor.number, label: "-")
        let content = Array("streamed".utf8)
        return MultipartForm(
            parts: [
                .text("text", "värde"), .data("bytes", ByteString(bytes: bytes), filename: "b"),
                .file("file", path: path), .file("empty", path: empty),
                FormPart(name: "rest", content: rest),
                .stream("known", ByteStream(length: 8) { Dribble(content) }),
                .stream("unknown", ByteStream { Dribble(content) }),
                FormPart(name: "b64", transferEncoding: .base64, content: .file(path)),
                FormPart(name: "qp", transferEncoding: .quotedPrintable, content: .file(path)),
                FormPart(
                    name: "group",
                    content: .form(
                        MultipartForm(
                            parts: [.file("", path: path)], boundary: try Boundary("N")))),
            ], boundary: try Boundary("B-B-B"))
    }

    @Test(arguments: [1, 2, 3, 7, 4096, 1 << 20])
    func chunkSizesGiveTheSameBytes(size: Int) throws {
        let scratch = try Scratch()
        let body = try form(scratch).body()
        let expected = Array(try body.data())
        let reader = body.makeReader()
        let bytes = try reader.readAll(by: size)
        #expect(bytes == expected)
        #expect(reader.bytesRead == Int64(expected.count))
        #expect(body.contentLength == nil)
        #expect(body.isReplayable)
    }

    @Test(arguments: [1, 4096, 1 << 20])
    func lengthIsKnownButForAStream(size: Int) throws {
        let scratch = try Scratch()
        var form = try form(scratch)
        form.parts.removeAll { $0.name == "unknown" }
        let body = try form.body()
        #expect(body.contentLength == Int64(try body.makeReader().readAll(by: size).count))
        #expect(body.sections.compactMap(\.length).reduce(0, +) == body.contentLength)
    }

    @Test func oneReadFillsAcrossParts() throws {
        let scratch = try Scratch()
        let path = try scratch.write([UInt8](repeating: 0x61, count: 100), to: "f")
        let parts = (0..<50).map { _ in FormPart.file("f", path: path) }
        let body = try MultipartForm(parts: parts).body()
        let length = Int(try #require(body.contentLength))
        #expect(try body.makeReader().readOnce(length + 1000).count == length)
        #expect(try body.makeReader().readOnce(length - 1).count == length - 1)
    }

    /// Bytes before a stream do not wait for it, and its pieces do not wait for each other.
    @Test func aPipeIsNotWaitedForWithBytesInHand() throws {
        let pipe = try Pipe()
        let stream = try PartContent.descriptor(
            pipe.output, label: "-", irregularFiles: .stream)
        let reader = try EncodedBody([.bytes("head"), stream, .bytes("tail")])
            .makeReader()
        #expect(try reader.readOnce(100) == Array("head".utf8))
        pipe.write("one".utf8)
        #expect(try reader.readOnce(100) == Array("one".utf8))
        pipe.write("two".utf8)
        pipe.finish()
        #expect(try reader.readOnce(100) == Array("two".utf8))
        #expect(try reader.readOnce(100) == Array("tail".utf8))
        #expect(try reader.readOnce(100) == [])
    }

    @Test func currentPart() throws {
        let scratch = try Scratch()
        let path = try scratch.write("12345", to: "f.txt")
        let body = try MultipartForm(
            parts: [.text("a", "b"), .file("c", path: path), .text("d", "e")],
            boundary: try Boundary("B")
        ).body()
        #expect(body.partCount == 3)
        let reader = body.makeReader()
        var seen: [PartReference?] = []
        while true {
            if seen.last != reader.currentPart { seen.append(reader.currentPart) }
            if try reader.readOnce(1).isEmpty { break }
        }
        #expect(
            seen == [
                PartReference(index: 0, name: "a"),
                PartReference(index: 1, name: "c", filename: "f.txt"),
                PartReference(index: 2, name: "d"), nil,
            ])
    }

    @Test func anEmptyBufferIsNoEnd() throws {
        let reader = EncodedBody(bytes: "abc").makeReader()
        #expect(try reader.readOnce(0) == [])
        #expect(!reader.isAtEnd)
        #expect(try reader.readAll() == Array("abc".utf8))
    }

    @Test func aClosedReaderHasNoEnd() throws {
        let body = EncodedBody(bytes: "abc")
        let reader = body.makeReader()
        _ = try reader.readOnce(1)
        reader.close()
        #expect(throws: BodyFault.cancelled) { try reader.readOnce(1) }
        #expect(!reader.isAtEnd)
        let finished = body.makeReader()
        _ = try finished.readAll()
        finished.close()
        #expect(try finished.readOnce(1) == [])
    }

    @Test func severalReadersAtOnce() throws {
        let scratch = try Scratch()
        var form = try form(scratch)
        form.parts.removeAll { $0.name == "unknown" }
        let body = try form.body()
        let expected = Array(try body.data())
        let (one, two) = (body.makeReader(), body.makeReader())
        var bytes: ([UInt8], [UInt8]) = ([], [])
        while true {
            let chunks = (try one.readOnce(999), try two.readOnce(999))
            if chunks.0.isEmpty, chunks.1.isEmpty { break }
            bytes.0 += chunks.0
            bytes.1 += chunks.1
        }
        #expect(bytes.0 == expected)
        #expect(bytes.1 == expected)
    }
}
