import FormEncoding
import Testing

@testable import formpost

/// Patterns of one name, and braces.
@Suite struct NamePatternTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var pattern: String
        var matching: [ByteString]
        var others: [ByteString]

        var testDescription: String { pattern }
    }

    private static let rows = [
        Row(pattern: "*", matching: ["a", "a b", "*", "\u{E4}"], others: [".a", "."]),
        Row(pattern: ".*", matching: [".a", "."], others: ["a"]),
        Row(
            pattern: "*.jpg", matching: ["a.jpg", "a.jpg.jpg"], others: [".jpg", "a.jpgx", "jpg"]),
        Row(pattern: "a*b*c", matching: ["abc", "axbxc", "abcbc"], others: ["ab", "acb", "xabc"]),
        Row(
            pattern: "?", matching: ["a", "\u{E4}", "\u{1F600}", .init(bytes: [0xFF])],
            others: ["ab", "", "."]),
        Row(pattern: "??", matching: ["ab", "\u{E4}b"], others: ["\u{E4}", "a"]),
        Row(pattern: "[abc]", matching: ["a", "c"], others: ["d", "ab"]),
        Row(pattern: "[a-cx]1", matching: ["b1", "x1"], others: ["d1", "-1"]),
        Row(pattern: "[!a-c]", matching: ["d", "-", "\u{E4}"], others: ["a", "."]),
        Row(pattern: "[^a]", matching: ["b"], others: ["a"]),
        Row(pattern: "[]a]", matching: ["]", "a"], others: ["b"]),
        Row(pattern: "[!]a]", matching: ["b"], others: ["]", "a"]),
        Row(pattern: "[a-]", matching: ["a", "-"], others: ["b"]),
        Row(pattern: #"[\]a\-c]"#, matching: ["]", "a", "-", "c"], others: ["b", #"\"#]),
        Row(pattern: "[z-a]*", matching: [], others: ["a", "z"]),
        Row(pattern: "[\u{E4}-\u{FC}]", matching: ["\u{F6}"], others: ["a"]),
        Row(pattern: "[.]a", matching: [], others: [".a"]),
        Row(pattern: "a[b*", matching: ["a[b", "a[bc"], others: ["ab"]),
        Row(pattern: #"\**"#, matching: ["*", "*a"], others: ["a"]),
        Row(pattern: #"a\?*"#, matching: ["a?"], others: ["ab"]),
        Row(pattern: #"*\"#, matching: [#"a\"#], others: ["a"]),
        Row(
            pattern: "*a*a*a*a*a*a*a*a*a*a*b", matching: [],
            others: [.init(String(repeating: "a", count: 255))]),
    ]

    @Test(arguments: rows) func matches(row: Row) {
        let pattern = NamePattern(row.pattern.utf8)
        #expect(pattern.literal == nil)
        for name in row.matching { #expect(pattern.matches(name), "\(name)") }
        for name in row.others { #expect(!pattern.matches(name), "\(name)") }
    }

    @Test(arguments: [("a.txt", "a.txt"), (#"a\*b\\c"#, #"a*b\c"#), ("a[b", "a[b"), ("", "")])
    func isLiteral(pattern: String, name: ByteString) {
        #expect(NamePattern(pattern.utf8).literal == name)
    }

    struct Braces: Sendable, CustomTestStringConvertible {
        var pattern: String
        var texts: [String]

        init(_ pattern: String, _ texts: String...) {
            (self.pattern, self.texts) = (pattern, texts)
        }

        var testDescription: String { pattern }
    }

    private static let braces = [
        Braces("a", "a"), Braces("{a,b}", "a", "b"), Braces("x{a,b,}y", "xay", "xby", "xy"),
        Braces("{a,b}{1,2}", "a1", "a2", "b1", "b2"),
        Braces("{a{1,2},b}", "a1", "a2", "b"), Braces("{d/x,e}/*", "d/x/*", "e/*"),
        Braces("{a}", "{a}"), Braces("{}", "{}"), Braces("{a,b", "{a,b"), Braces("a,b}", "a,b}"),
        Braces("{{a,b}", "{a", "{b"), Braces("{a,b}}", "a}", "b}"), Braces("{{a,b}}", "{a}", "{b}"),
        Braces(#"\{a,b}"#, #"\{a,b}"#), Braces(#"{a\,b,c}"#, #"a\,b"#, "c"),
        Braces(#"{a,b\}"#, #"{a,b\}"#),
    ]

    @Test(arguments: braces) func expandsBraces(row: Braces) {
        let texts = BraceExpansion.texts(of: Array(row.pattern.utf8), most: 10)
        #expect(texts?.map { String(decoding: $0, as: UTF8.self) } == row.texts)
    }

    @Test func limitsBraces() {
        let pattern = String(repeating: "{a,b}", count: 64)
        #expect(BraceExpansion.texts(of: Array(pattern.utf8), most: 100) == nil)
        let deep = Array(String(repeating: "{a,", count: 50_000).utf8)
        #expect(BraceExpansion.texts(of: deep, most: 100) == [deep])
        #expect(throws: FilePattern.Problem.tooManyAlternatives(most: 10_000)) {
            try FilePattern(ByteString(pattern))
        }
    }
}
