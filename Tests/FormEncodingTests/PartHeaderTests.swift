import Foundation
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
        #expect(throws: BodyFault.invalidHeader(ByteString(line))) {
            try facts { try PartHeader(ByteString(line)) }
        }
    }

    /// A field that an app gives a part is checked with its form.
    @Test func fieldsOfAnApp() throws {
        var part = FormPart.text("a", "b")
        (part["X-A"], part["x-a"], part["X-B"]) = ("1", "2", nil)
        #expect(part["X-A"] == "2" && part.headers.map(\.line) == ["x-a: 2"])
        for (name, value) in [("PO ST", "x"), ("X", "a\r\nY: b")] {
            part[name] = value
            #expect(throws: UploadError.self) { try MultipartForm(parts: [part]).body() }
            part[name] = nil
        }
        #expect(try MultipartForm.text([part]).contains("\r\nx-a: 2\r\n"))
    }

    @Test func theTypeOfAnApp() throws {
        var part = FormPart.data("a", Data(), filename: "a.png")
        #expect(part["content-type"] == "image/png")
        part["content-type"] = "image/webp"
        #expect(
            part["Content-Type"] == "image/webp" && part.contentType?.description == "image/webp")
        #expect(try MultipartForm.text([part]).contains("\r\nContent-Type: image/webp\r\n"))
        part["Content-Type"] = "a/b\r\nX: y"
        #expect(throws: UploadError.self) { try MultipartForm(parts: [part]).body() }
        part["Content-Type"] = nil
        #expect(try part["Content-Type"] == nil && !MultipartForm.text([part]).contains("-Type"))
    }

    /// Any line that curl sends is allowed, but not line ends or an empty line.
    @Test func verbatimStaysOneLine() throws {
        for line in ["foo", " X: y", ": x"] {
            #expect(try PartHeader(verbatim: ByteString(line)).line == ByteString(line))
        }
        for line in ["", "X: a\r\nY: b", "\n", "a\0"] {
            #expect(throws: BodyFault.invalidHeader(ByteString(line))) {
                try PartHeader(verbatim: ByteString(line))
            }
        }
    }
}
