import FormEncoding
import Testing

@testable import formpost

/// Files of `--form-fields`: what is taken from them, and where they are wrong.
@Suite struct JSONFieldsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var json: String
        var fields: [JSONFields.Field]
        var url: ByteString?

        init(_ json: String, _ fields: (ByteString, ByteString)..., url: ByteString? = nil) {
            self.json = json
            self.fields = fields.map { JSONFields.Field(name: $0.0, text: $0.1) }
            self.url = url
        }

        var testDescription: String { json }
    }

    private static let rows = [
        Row("{}"), Row(" \n{ }\r\n\t"), Row(#"{"a":"b"}"#, ("a", "b")),
        Row("\u{FEFF}" + #"{"a":"b"}"#, ("a", "b")),
        Row(#"{"z":"1","a":"2","z":"3"}"#, ("z", "1"), ("a", "2"), ("z", "3")),
        Row(#"{"":""}"#, ("", "")), Row(#"{"a=b":"c"}"#, ("a=b", "c")),
        Row(
            #"{"a":1,"b":-0.5e+10,"c":0,"d":1E2,"e":10}"#, ("a", "1"), ("b", "-0.5e+10"),
            ("c", "0"), ("d", "1E2"), ("e", "10")),
        Row(#"{"a":12345678901234567890.10}"#, ("a", "12345678901234567890.10")),
        Row(#"{"a":true,"b":false}"#, ("a", "true"), ("b", "false")),
        Row(#"{"a":"\"\\\/\b\f\n\r\t"}"#, ("a", "\"\\/\u{8}\u{C}\n\r\t")),
        Row(#"{"\u00e4":"\uD83D\uDE00\u0041"}"#, ("\u{E4}", "\u{1F600}A")),
        Row(#"{"a":"ü@x; "}"#, ("a", "ü@x; ")),
        Row(#"{"url":"http://h/","a":"b"}"#, ("url", "http://h/"), ("a", "b")),
        Row(#"{"fields":"x"}"#, ("fields", "x")),
        Row(
            #"{"url":"http://h/","fields":{"key":"k","url":"u","fields":"f"}}"#, ("key", "k"),
            ("url", "u"), ("fields", "f"), url: "http://h/"),
        Row(#"{"fields":{"key":1},"url":"http://h/"}"#, ("key", "1"), url: "http://h/"),
        Row(#"{"fields":{}}"#),
    ]

    @Test(arguments: rows) func reads(row: Row) throws {
        let fields = try JSONFields(Array(row.json.utf8))
        #expect(fields.fields == row.fields)
        #expect(fields.url == row.url)
    }

    struct BadRow: Sendable, CustomTestStringConvertible {
        var json: String
        var problem: JSONFields.Problem

        init(_ json: String, _ fact: JSONFields.Fact, _ line: Int, _ column: Int) {
            self.json = json
            problem = JSONFields.Problem(fact: fact, line: line, column: column)
        }

        var testDescription: String { json }
    }

    private static let value = JSONFields.Fact.expected(
        "a text in double quotes, a number, true or false")
    private static let name = JSONFields.Fact.expected("a name in double quotes")
    private static let badRows = [
        BadRow("", .expected("an object: '{'"), 1, 1),
        BadRow("[]", .expected("an object: '{'"), 1, 1),
        BadRow("\"a\"", .expected("an object: '{'"), 1, 1),
        BadRow("{", name, 1, 2), BadRow("{a:1}", name, 1, 2),
        BadRow(#"{"a":1,}"#, name, 1, 8),
        BadRow(#"{"a"}"#, .expected("':'"), 1, 5), BadRow(#"{"a":"#, value, 1, 6),
        BadRow(#"{"a":tru}"#, value, 1, 6), BadRow(#"{"a":NaN}"#, value, 1, 6),
        BadRow(#"{"a":"b" "c":"d"}"#, .expected("',' or '}'"), 1, 10),
        BadRow("{\n \"ä\": \"ü\",\n  \"b\": x}", value, 3, 8),
        BadRow(#"{"a":"b"} x"#, .expected("the end of the file"), 1, 11),
        BadRow(#"{"a":"b"#, .expected("'\"'"), 1, 8),
        BadRow("{\"a\":\"b\nc\"}", .controlCharacter, 1, 8),
        BadRow(#"{"a":"\x"}"#, .badEscape, 1, 7), BadRow(#"{"a":"\u12"}"#, .badEscape, 1, 7),
        BadRow(#"{"a":"\uD83D"}"#, .badEscape, 1, 7), BadRow(#"{"a":"\uDE00"}"#, .badEscape, 1, 7),
        BadRow(#"{"a":"\uD83D\u0041"}"#, .badEscape, 1, 7),
        BadRow(#"{"a":"\u+123"}"#, .badEscape, 1, 7), BadRow(#"{"a":"\u-000"}"#, .badEscape, 1, 7),
        BadRow(#"{"a":"\"#, .badEscape, 1, 7),
        BadRow(#"{"a":01}"#, .badNumber, 1, 6), BadRow(#"{"a":-}"#, .badNumber, 1, 6),
        BadRow(#"{"a":1.}"#, .badNumber, 1, 6), BadRow(#"{"a":1e}"#, .badNumber, 1, 6),
        BadRow(#"{"a":null}"#, .null("a"), 1, 6), BadRow(#"{"a":[1]}"#, .list("a"), 1, 6),
        BadRow(#"{"a":{"b":1}}"#, .object("a"), 1, 6),
        BadRow(#"{"fields":{"a":{}}}"#, .object("a"), 1, 16),
        BadRow(#"{"fields":[]}"#, .list("fields"), 1, 11),
        BadRow(#"{"fields":{},"fields":{}}"#, .object("fields"), 1, 23),
        BadRow(#"{"url":"u","fields":{},"key":"k"}"#, .neitherURLNorFields("key"), 1, 24),
        BadRow(#"{"url":"u","url":"v","fields":{}}"#, .neitherURLNorFields("url"), 1, 12),
        BadRow(#"{"url":1,"fields":{}}"#, .urlNotText, 1, 2),
    ]

    @Test(arguments: badRows) func refuses(row: BadRow) {
        #expect(throws: row.problem) { try JSONFields(Array(row.json.utf8)) }
    }

    @Test func keepsBytesThatAreNoText() throws {
        let fields = try JSONFields(Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
        #expect(fields.fields == [.init(name: "a", text: ByteString(bytes: [0xFF]))])
    }

    @Test func saysWhere() {
        let file = InputFile(path: "f.json", option: "--form-fields")
        let problem = JSONFields.Problem(fact: .null("a"), line: 3, column: 7)
        #expect(
            Messages.text(UsageError.badFields(file, problem))
                == "--form-fields: f.json:3:7: 'a' is null, which is no text to send")
    }
}
