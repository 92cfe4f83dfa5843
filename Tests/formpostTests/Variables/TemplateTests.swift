import FormEncoding
import Testing

@testable import formpost

@Suite struct TemplateTests {
    typealias Piece = Template.Piece

    private static func text(_ text: String) -> Piece { .text(Array(text.utf8)) }

    private static func value(_ name: String, _ functions: TemplateFunction...) -> Piece {
        .reference(Template.Reference(name: name, functions: functions))
    }

    static let rows: [(ByteString, [Piece])] = [
        ("", []),
        ("plain", [text("plain")]),
        ("{{a}}", [value("a")]),
        ("x{{a_1}}y{{B}}", [text("x"), value("a_1"), text("y"), value("B")]),
        ("{{a}}{{b}}", [value("a"), value("b")]),
        ("{{a:trim}}", [value("a", .trim)]),
        ("{{a:trim:b64:url}}", [value("a", .trim, .base64, .url)]),
        ("{{a:md5:b64}}", [value("a", .digest(.md5), .base64)]),
        ("{{a:64dec}}", [value("a", .fromBase64)]),
        ("\\{{a}}", [text("{{a}}")]),
        ("x\\{{a}}{{b}}", [text("x{{a}}"), value("b")]),
        ("{{a}}\\{{", [value("a"), text("{{")]),
        ("{a} }} \\{ \\", [text("{a} }} \\{ \\")]),
        // As in curl, the first braces and the first end count.
        ("{{a}}}", [value("a"), text("}")]),
    ]

    @Test(arguments: rows)
    func parts(_ text: ByteString, _ pieces: [Piece]) throws {
        #expect(try Template(text).pieces == pieces)
    }

    static let errors: [(ByteString, Template.Problem)] = [
        ("{{", .unclosed(column: 1)),
        ("ab{{name}", .unclosed(column: 3)),
        ("{{}}", .badName(column: 1)),
        ("{{:trim}}", .badName(column: 1)),
        ("x{{a b}}", .badName(column: 2)),
        ("{{{a}}}", .badName(column: 1)),
        ("{{a-b}}", .badName(column: 1)),
        (ByteString("{{" + String(repeating: "a", count: 128) + "}}"), .badName(column: 1)),
        ("{{a:}}", .unknownFunction("", column: 1)),
        ("{{a:Trim}}", .unknownFunction("Trim", column: 1)),
        ("{{a:trim:}}", .unknownFunction("", column: 1)),
        ("{{b}}{{a:trim,json}}", .unknownFunction("trim,json", column: 6)),
    ]

    @Test(arguments: errors)
    func isAnError(_ text: ByteString, _ problem: Template.Problem) {
        #expect(throws: problem) { try Template(text) }
    }

    @Test func theLongestName() throws {
        let name = String(repeating: "a", count: 127)
        #expect(try Template(ByteString("{{\(name)}}")).references.map(\.name) == [name])
    }

    @Test(arguments: TemplateFunction.rows.map(\.name))
    func functionsHaveOneName(_ name: String) {
        #expect(TemplateFunction(name)?.spelling == name)
    }
}
