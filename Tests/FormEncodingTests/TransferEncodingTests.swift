import Foundation
import Testing

@testable import FormEncoding

@Suite struct TransferEncodingTests {
    struct Row: Sendable {
        var content: String
        var encoded: String

        init(_ content: String, _ encoded: String) {
            self.content = content
            self.encoded = encoded
        }
    }

    /// Contents and what curl 7.88.1 makes of them with `;encoder=quoted-printable`.
    static let quotedPrintable: [Row] = [
        Row("", ""),
        Row("hello", "hello"),
        Row("a=b", "a=3Db"),
        Row("hello\n", "hello=0A"),
        Row("a\rb", "a=0Db"),
        Row("a\r", "a=0D"),
        Row("a\r\r\nb", "a=0D\r\nb"),
        Row("a\r\nb\r\n", "a\r\nb\r\n"),
        Row("a \r\nb\t\r\n", "a=20\r\nb=09\r\n"),
        Row("a b\tc ", "a b\tc=20"),
        Row("a \r", "a =0D"),
        Row("a \nb", "a =0Ab"),
        Row(" ", "=20"),
        Row("\0\u{1}\u{7F}~!", "=00=01=7F~!"),
        Row("ü☃", "=C3=BC=E2=98=83"),
        // The 76th column is used before a line end and at the end only.
        Row(x(75), x(75)), Row(x(76), x(76)), Row(x(77), x(75) + "=\r\nxx"),
        Row(x(76) + "\r\n", x(76) + "\r\n"), Row(x(76) + "\r", x(75) + "=\r\nx=0D"),
        Row(x(76) + "\n", x(75) + "=\r\nx=0A"), Row(x(76) + "\r\ny", x(76) + "\r\ny"),
        Row(x(73) + "=", x(73) + "=3D"), Row(x(73) + "=y", x(73) + "=\r\n=3Dy"),
        Row(x(74) + "=", x(74) + "=\r\n=3D"), Row(x(72) + "=y", x(72) + "=3Dy"),
        Row(x(75) + " ", x(75) + "=\r\n=20"), Row(x(73) + " \r\n", x(73) + "=20\r\n"),
        Row(x(75) + " y", x(75) + "=\r\n y"),
        Row(x(200), x(75) + "=\r\n" + x(75) + "=\r\n" + x(50)),
    ]

    static let base64: [Row] = [
        Row("", ""), Row("f", "Zg=="), Row("fo", "Zm8="), Row("foo", "Zm9v"),
        Row("foob", "Zm9vYg=="), Row("\0\u{10}\u{3F}\u{7F}ü", "ABA/f8O8"),
        Row(x(56), z(18) + "eHg="), Row(x(57), z(19)), Row(x(58), z(19) + "\r\neA=="),
        Row(x(114), z(19) + "\r\n" + z(19)),
        Row(x(115), z(19) + "\r\n" + z(19) + "\r\neA=="),
    ]

    @Test(arguments: [1, 2, 3, 7, 4096])
    func literalBytes(size: Int) throws {
        for (encoding, rows) in [
            (ContentTransferEncoding.quotedPrintable, Self.quotedPrintable),
            (.base64, Self.base64),
        ] {
            for row in rows {
                let section = try BodySection(
                    .bytes(ByteString(row.content)), encoding: .transfer(encoding))
                #expect(section.length == Int64(row.encoded.utf8.count))
                let bytes = try section.bytes(by: size)
                #expect(String(decoding: bytes, as: UTF8.self) == row.encoded)
            }
        }
    }

    /// An encoder sees a byte at a time, and waits for what a blank or a CR depends on.
    @Test(arguments: [ContentTransferEncoding.quotedPrintable, .base64])
    func contentInSmallPieces(encoding: ContentTransferEncoding) throws {
        for row in encoding == .base64 ? Self.base64 : Self.quotedPrintable {
            for length in [nil, Int64(row.content.utf8.count)] {
                let bytes = Array(row.content.utf8)
                let stream = ByteStream(length: length) { Dribble(bytes) }
                let section = try BodySection(.stream(stream), encoding: .transfer(encoding))
                let known = encoding == .base64 && length != nil
                #expect(section.length == (known ? Int64(row.encoded.utf8.count) : nil))
                #expect(try section.bytes() == Array(row.encoded.utf8))
            }
        }
    }

    /// Content of several of the encoder's own chunks, from a file, against Foundation's base64.
    @Test func largeFiles() throws {
        let scratch = try Scratch()
        var bytes = [UInt8]()
        for index in 0..<70_001 {
            bytes.append(UInt8(truncatingIfNeeded: index &* 167 ^ index >> 7))
        }
        let path = try scratch.write(bytes, to: "f")
        let plain = Data(bytes).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        for size in [7, 4096, 1 << 20] {
            let form = MultipartForm(
                parts: [
                    FormPart(name: nil, transferEncoding: .base64, content: .file(path)),
                    FormPart(name: nil, transferEncoding: .quotedPrintable, content: .file(path)),
                ], boundary: try Boundary("B"))
            let body = try form.body()
            let output = try body.makeReader().readAll(by: size)
            #expect(body.contentLength == Int64(output.count))
            let text = String(decoding: output, as: UTF8.self)
            #expect(text.contains("\r\n\r\n\(plain)\r\n--B\r\n"))
            #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 76 })
        }
    }

    /// The last length whose base64 has a length, those around it, and where the multiplication
    /// gives the least number there is.
    @Test(
        arguments: [
            (6_740_156_488_470_797_703, 9_223_372_036_854_775_804),
            (6_740_156_488_470_797_704, nil),
            (6 << 60, nil), (6 << 60 + 1, nil), (6_917_529_027_641_081_853, nil),
            (7 << 60, nil), (.max - 1, nil), (.max, nil),
        ] as [(Int64, Int64?)])
    func base64LengthAtTheEnd(raw: Int64, encoded: Int64?) {
        #expect(Base64Encoder.encodedLength(of: raw) == encoded)
    }

    @Test func lengthsThatDoNotFit() throws {
        let stream = ByteStream(length: .max) { Dribble([]) }
        #expect(throws: BodyFault.tooLong) {
            try BodySection(.stream(stream), encoding: .transfer(.base64))
        }
        #expect(throws: BodyFault.tooLong) {
            try facts { try MultipartForm(parts: [.stream("a", stream)]).body() }
        }
    }

    /// The sum of all sections fits, by a byte, or does not.
    @Test(
        arguments: [
            ([.max], Int64.max), ([.max, 0], .max), ([.max - 1, 1], .max), ([.max, 1], nil),
            ([1 << 62, 1 << 62], nil), ([1 << 62, 1 << 62 - 1], .max), ([.max, .max, .max], nil),
        ] as [([Int64], Int64?)])
    func sumsOfLengths(lengths: [Int64], total: Int64?) throws {
        let contents = lengths.map { PartContent.stream(ByteStream(length: $0) { Dribble([]) }) }
        if let total {
            #expect(try EncodedBody(contents).contentLength == total)
        } else {
            #expect(throws: BodyFault.tooLong) { try EncodedBody(contents) }
        }
        // Where one length is unknown, so is the sum.
        let unknown = PartContent.stream(ByteStream { Dribble([]) })
        #expect(try EncodedBody([unknown] + contents).contentLength == nil)
    }

    /// Found when the form is encoded, before anything is sent.
    @Test(arguments: [0, 1, 7, 8, 9, 5000, 70_000])
    func sevenBitRefusesHighBytes(offset: Int) throws {
        let scratch = try Scratch()
        let bytes =
            [UInt8](repeating: 0x61, count: offset) + [0x80] + [UInt8](repeating: 0xFF, count: 3)
        let path = try scratch.write(bytes, to: "f")
        for content in [PartContent.bytes(ByteString(bytes: bytes)), .file(path)] {
            let form = MultipartForm(parts: [
                .text("x", "y"), FormPart(name: "a", transferEncoding: .sevenBit, content: content),
            ])
            let error = BodyFault.notSevenBit(
                part: PartReference(index: 1, name: "a"), offset: Int64(offset), byte: 0x80)
            #expect(throws: error) { try facts { try form.body() } }
        }
    }

    @Test(
        arguments: [
            ("binary", ContentTransferEncoding.binary), ("8BIT", .eightBit), ("7bit", .sevenBit),
            ("Base64", .base64), ("QUOTED-printable", .quotedPrintable), ("", nil), ("qp", nil),
            ("base64 ", nil), ("gzip", nil),
        ] as [(String, ContentTransferEncoding?)])
    func names(name: String, encoding: ContentTransferEncoding?) {
        #expect(ContentTransferEncoding(name: ByteString(name)) == encoding)
    }

    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }
    private static func z(_ count: Int) -> String { String(repeating: "eHh4", count: count) }
}

/// Gives a byte at a time.
final class Dribble: ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !buffer.isEmpty, let byte = rest.popFirst() else { return 0 }
        buffer[0] = byte
        return 1
    }
}
