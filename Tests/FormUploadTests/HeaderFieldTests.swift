import FormEncoding
import Testing

@testable import FormUpload

@Suite struct HeaderFieldTests {
    private static let lines: [(HeaderField.Value, ByteString)] = [
        (.text("v"), "X-A: v"), (.text(""), "X-A;"), (.text(" \t"), "X-A;"),
        (.text("a:b; c"), "X-A: a:b; c"),
        (.empty, "X-A;"), (.removed, "X-A:"),
    ]

    @Test(arguments: lines)
    func hasCurlsNotation(value: HeaderField.Value, line: ByteString) {
        #expect(HeaderField(name: "X-A", value: value)?.line == line)
    }

    @Test func keepsTheBlanksBeforeAValue() {
        let field = HeaderField(name: "X", value: .text("v"), blanks: "\t ")
        #expect(field?.line == "X:\t v")
        #expect(HeaderField(name: "X", value: .text("v"), blanks: "")?.line == "X:v")
        #expect(HeaderField(name: "X", value: .text("v"), blanks: "\n") == nil)
    }

    @Test func keepsBytes() throws {
        let value = ByteString(bytes: [0xFF, 0x20, 0x80])
        let field = try #require(HeaderField(name: "X", value: .text(value)))
        #expect(field.line.bytes == Array("X: ".utf8) + [0xFF, 0x20, 0x80])
    }

    /// RFC 9110 §5.5: a CR, LF or NUL would end the line, and begin another.
    @Test(arguments: [UInt8(0x0D), 0x0A, 0x00])
    func refusesLineEnds(byte: UInt8) {
        let text = ByteString(bytes: [0x61, byte, 0x62])
        #expect(HeaderField(name: text, value: .text("v")) == nil)
        #expect(HeaderField(name: text, value: .empty) == nil)
        #expect(HeaderField(name: text, value: .removed) == nil)
        #expect(HeaderField(name: "X", value: .text(text)) == nil)
    }

    @Test(arguments: ["", "X:", ":", "a:b", " X", "\tX", "X ", "X Y", "X;", "\u{E9}", "X\u{7F}"])
    func refusesNames(name: ByteString) {
        #expect(HeaderField(name: name, value: .text("v")) == nil)
    }

    /// The value may be a secret.
    @Test(arguments: [("X-A", "v\r\nX-B: w"), ("X A", "v"), ("", "v")])
    func refusesARequestWithoutTellingTheValue(name: String, value: String) {
        var request = UploadRequest(url: "http://h/", headers: [name: value])
        for _ in 0..<2 {
            let error = #expect(throws: UploadFault.self) { try request.check(UploadOptions()) }
            guard case .invalidText(let field) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect("\(field)" == "header field \(name)")
            request = UploadRequest(url: "http://h/")
            request[name] = value
        }
    }

    @Test func areReadAndReplacedByName() {
        var request = UploadRequest(url: "http://h/", headers: ["X-B": "2", "X-A": "1"])
        #expect(request.headers.map(\.line) == ["X-A: 1", "X-B: 2"])
        #expect(request["x-a"] == "1")
        request["x-A"] = "3"
        request["X-B"] = nil
        #expect(request.headers.map(\.line) == ["x-A: 3"])
    }
}
