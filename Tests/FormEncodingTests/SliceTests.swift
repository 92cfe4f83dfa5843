import Foundation
import Testing

@testable import FormEncoding

/// A slice has the bytes of the whole body, from every offset on.
@Suite struct SliceTests {
    private static let text =
        "one two\r\nthree \t\r\n=\u{E9}"
        + String(repeating: "abcdefghij", count: 17) + "\r\n--C\r\nend\n "
    private static let sizes = [1, 7, 4096]

    /// Every kind of content, by itself and between others.
    private static let kinds: [String: @Sendable (Scratch) throws -> EncodedBody] = [
        "bytes": { _ in EncodedBody(bytes: ByteString(text)) },
        "data": { _ in EncodedBody(Data(text.utf8)) },
        "file": { try EncodedBody([.file(try $0.write(text, to: "f"))]) },
        "files": {
            let path = try $0.write("0123456789", to: "g")
            return try EncodedBody([.file(path), .bytes("&"), .file(path), .file(path)])
        },
        "descriptor": { scratch in
            let file = try SystemCalls.open(try scratch.write(text, to: "f"))
            lseek(file.number, 9, SEEK_SET)
            return try EncodedBody([try .descriptor(file.number, label: "-")])
        },
        "base64": { try form($0, .base64) },
        "quoted-printable": { try form($0, .quotedPrintable) },
        "a chosen boundary": { try form($0, nil) },
        "nested": { scratch in
            let path = try scratch.write(text, to: "f")
            let inner = MultipartForm(
                parts: [file(path, .base64), file(path, nil)], boundary: try Boundary("I"))
            return try MultipartForm(
                parts: [.text("a", "b"), .form("n", inner), .text("c", "d")],
                boundary: try Boundary("O")
            ).body()
        },
        "line ends": { try data($0, .withoutLineEnds) },
        "escaped": { try data($0, .percent(.form)) },
        "stream": { _ in
            try EncodedBody([.bytes("a="), .stream(stream(Int64(text.utf8.count))), .bytes("&")])
        },
        "stream without a length": { _ in
            try EncodedBody([.bytes("a="), .stream(stream(nil)), .bytes("&b=c")])
        },
    ]

    private static func stream(_ length: Int64?) -> ByteStream {
        ByteStream(length: length) { Dribble(Array(text.utf8)) }
    }

    private static func file(
        _ path: ByteString, _ encoding: ContentTransferEncoding?
    ) -> FormPart {
        var part = FormPart.file("f", path: path)
        part.transferEncoding = encoding
        return part
    }

    private static func form(
        _ scratch: Scratch, _ encoding: ContentTransferEncoding?
    ) throws -> EncodedBody {
        let path = try scratch.write(text, to: "f")
        return try MultipartForm(
            parts: [.text("a", "b"), file(path, encoding), .text("c", "d")],
            boundary: try Boundary("B")
        ).body()
    }

    private static func data(
        _ scratch: Scratch, _ encoding: SectionEncoding
    ) throws -> EncodedBody {
        let path = try scratch.write(text, to: "f")
        return try EncodedBody([
            .bytes("a="), .rewritten(.file(path), encoding), .bytes("&b=c"),
        ])
    }

    private func bytes(_ body: EncodedBody, _ size: Int) throws -> [UInt8] {
        let reader = body.makeReader()
        defer { #expect(reader.isAtEnd) }
        return try reader.readAll(by: size)
    }

    @Test(arguments: kinds.keys.sorted(), sizes)
    func hasTheRest(kind: String, size: Int) throws {
        let scratch = try Scratch()
        let body = try #require(try Self.kinds[kind]?(scratch))
        let whole = try Array(body.data())
        for offset in 0...whole.count {
            let slice = body.slice(from: Int64(offset))
            #expect(slice.isReplayable)
            if body.contentLength != nil {
                #expect(slice.contentLength == Int64(whole.count - offset))
            }
            let rest = try bytes(slice, size)
            guard rest == Array(whole[offset...]) else {
                Issue.record("\(kind) from \(offset): \(String(decoding: rest, as: UTF8.self))")
                return
            }
        }
    }

    @Test(arguments: kinds.keys.sorted(), sizes)
    func hasAPiece(kind: String, size: Int) throws {
        let scratch = try Scratch()
        let body = try #require(try Self.kinds[kind]?(scratch))
        let whole = try Array(body.data())
        for count in [0, 1, 2, 57, 76, 77, 78, 79, 100, whole.count] {
            for offset in stride(from: 0, through: whole.count, by: 3) {
                let slice = body.slice(from: Int64(offset), count: Int64(count))
                let piece = try bytes(slice, size)
                let end = body.contentLength == nil ? offset + count : whole.count
                let expected = whole[offset..<min(offset + count, end, whole.count)]
                guard piece == Array(expected) else {
                    Issue.record("\(kind): \(count) from \(offset)")
                    return
                }
                if body.contentLength != nil {
                    #expect(slice.contentLength == Int64(expected.count))
                }
            }
        }
    }

    /// A slice of a slice.
    @Test(arguments: kinds.keys.sorted())
    func hasASliceOfItsOwn(kind: String) throws {
        let scratch = try Scratch()
        let body = try #require(try Self.kinds[kind]?(scratch))
        let whole = try Array(body.data())
        let slice = body.slice(from: 50).slice(from: 33, count: 100)
        #expect(try bytes(slice, 64) == Array(whole.dropFirst(83).prefix(100)))
    }

    /// A file that has changed is found in every slice, also in one that ends before the file does.
    @Test(
        arguments: FileCheckTests.Change.allCases,
        [nil, .base64, .quotedPrintable] as [ContentTransferEncoding?])
    func checksTheFile(change: FileCheckTests.Change, encoding: ContentTransferEncoding?) throws {
        let scratch = try Scratch()
        let path = try scratch.write([UInt8](repeating: 0x61, count: 10_000), to: "f")
        let body = try MultipartForm(
            parts: [Self.file(path, encoding)], boundary: try Boundary("B")
        ).body()
        let slices = [
            body.slice(from: 5000), body.slice(from: 5000, count: 1000),
            body.slice(from: 0, count: 200),
        ]
        try change.apply(in: scratch)
        for slice in slices {
            #expect(throws: BodyFault.self) { try facts { try slice.data() } }
        }
    }

    /// Nothing before the offset is read, of a file and of base64.
    @Test(arguments: [nil, .base64] as [ContentTransferEncoding?])
    func seeks(encoding: ContentTransferEncoding?) throws {
        let scratch = try Scratch()
        let path = try scratch.resize("f", to: 1 << 40)
        var part = FormPart.file("f", path: path)
        part.transferEncoding = encoding
        let body = try MultipartForm(parts: [part]).body()
        let length = try #require(body.contentLength)
        let end = "\r\n--\(body.form?.boundary.value ?? "")--\r\n"
        let slice = body.slice(from: length - Int64(end.utf8.count) - 4)
        let last = encoding == nil ? "\0\0\0\0" : "AA=="
        #expect(try slice.text == last + end)
        #expect(try body.slice(from: length / 2, count: 8).data().count == 8)
    }

    /// A stream that is shorter than the offset is an error, and no empty body.
    @Test func aShortStream() throws {
        let body = try EncodedBody([.stream(ByteStream { Dribble(Array("abc".utf8)) })])
        #expect(throws: BodyFault.streamLength(announced: 5, actual: 3)) {
            try facts { try body.slice(from: 5).data() }
        }
        #expect(try body.slice(from: 3).data().isEmpty)
    }
}
