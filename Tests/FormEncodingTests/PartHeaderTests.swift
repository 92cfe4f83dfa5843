import Testing

@testable import FormEncoding

@Suite struct PartHeaderTests {
    @Test(arguments: ["X-Note: hello", "X:", "a:b:c", "X: ü \t\u{1}"])
    func valid(line: String) throws {
        #expect(try PartHeader(ByteString(line)).line == ByteString(line))
    }

    @Test(arguments: [
        "", ":", ": x", "X", " X: y", "X : y", "X\tY: z", "X: a\r\nY: b", "X: a\nb", "X: a\rb",
        "X: a\0b", "X\n: y", "\r\n", "ü: x",
    ])
    func invalid(line: String) {
        #expect(throws: FormFault.invalidHeader(ByteString(line))) {
            try facts { try PartHeader(ByteString(line)) }
        }
    }

    /// Any line that curl sends is allowed, but not line ends or an empty line.
    @Test func verbatimStaysOneLine() throws {
        for line in ["foo", " X: y", ": x"] {
            #expect(try PartHeader(verbatim: ByteString(line)).line == ByteString(line))
        }
        for line in ["", "X: a\r\nY: b", "\n", "a\0"] {
            #expect(throws: FormFault.invalidHeader(ByteString(line))) {
                try PartHeader(verbatim: ByteString(line))
            }
        }
    }
}
