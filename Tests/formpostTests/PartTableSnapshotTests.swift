import FormEncoding
import TestSupport
import Testing

@testable import formpost

/// The table of parts that a dry run shows on a terminal.
@Suite struct PartTableSnapshotTests {
    @Test func showsEveryKindOfPart() throws {
        let inner = MultipartForm(parts: [
            .text("size", "L"),
            FormPart(
                name: nil, filename: "a.png", contentType: try MediaType(verbatim: "image/png"),
                content: .bytes("1234")),
        ])
        let outer = MultipartForm(parts: [
            .text("reqtype", "fileupload"),
            .file("file", path: ByteString(Fixtures.path("tls/ca.pem"))),
            FormPart(name: "group", content: .form(inner)),
            FormPart(name: "bad\u{1B}[2J\nname", filename: "tab\there", content: .bytes("")),
            FormPart(name: ByteString(String(repeating: "x", count: 60)), content: .bytes("x")),
            FormPart(name: nil, content: .bytes("unnamed")),
            FormPart(
                name: "input", filename: "-",
                content: .stream(ByteStream { throw BodyError.readerClosed })),
            FormPart(name: "coded", transferEncoding: .base64, content: .bytes("1234")),
        ])
        let text = PartTable(outer).text(columns: 1000).replacing(
            Fixtures.path(""), with: "Fixtures/")
        let difference = try Snapshot.difference(of: Array((text + "\n").utf8), from: "parts.txt")
        #expect(difference == nil)
    }

    /// Threads may have little room for calls.
    @Test func nestsAsDeepAsFormsDo() async throws {
        var form = MultipartForm(parts: [.text("last", "x")])
        for number in 1..<100 {
            let group = FormPart(name: ByteString("\(number)"), content: .form(form))
            form = MultipartForm(parts: [group, .text("after", "")])
        }
        let lines = PartTable(form).text(columns: 10_000).split(separator: "\n")
        #expect(lines.count == 200)
        #expect(lines[1].hasPrefix("99 ") && lines[2].hasPrefix("  98 "))
        let margin = String(repeating: "  ", count: 98)
        #expect(lines[100].hasPrefix(margin + "  last "))
        #expect(lines[101].hasPrefix(margin + "after "))
        #expect(lines.last?.hasPrefix("after ") ?? false)
    }

    @Test func hasAHeadingAlone() {
        #expect(PartTable(MultipartForm()).text(columns: 80) == "name  filename  type  size  from")
    }
}
