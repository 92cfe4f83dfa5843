import FormEncoding
import TestSupport
import Testing

@testable import formpost

/// curl's globs: what they stand for, in which order, and why some are none.
@Suite struct URLGlobTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var pattern: ByteString
        var texts: [ByteString]

        init(_ pattern: ByteString, _ texts: ByteString...) {
            (self.pattern, self.texts) = (pattern, texts)
        }

        var testDescription: String { pattern.description }
    }

    private static let rows = [
        Row("", ""),
        Row("http://h/a", "http://h/a"),
        Row("{a,b,c}", "a", "b", "c"),
        Row("x{a,b}y", "xay", "xby"),
        Row("{a,}", "a", ""),
        Row("{,a}", "", "a"),
        Row("{a}", "a"),
        Row("[1-3]", "1", "2", "3"),
        Row("[5-5]", "5"),
        Row("[a-a]", "a"),
        Row("[1- 3]", "1", "2", "3"),
        Row("[8-11]", "8", "9", "10", "11"),
        Row("[08-11]", "08", "09", "10", "11"),
        Row("[001-3:2]", "001", "003"),
        Row("[0-0]", "0"),
        Row("[00-00]", "00"),
        Row("[1-10:4]", "1", "5", "9"),
        Row("[a-e]", "a", "b", "c", "d", "e"),
        Row("[A-C]", "A", "B", "C"),
        Row("[a-f:2]", "a", "c", "e"),
        Row("[X-b:5]", "X", "]", "b"),
        Row("{a,b}[1-2]", "a1", "a2", "b1", "b2"),
        Row(
            "[1-2]/{x,y}/[a-b]", "1/x/a", "1/x/b", "1/y/a", "1/y/b", "2/x/a", "2/x/b", "2/y/a",
            "2/y/b"),
        Row(#"a\{b\}"#, "a{b}"),
        Row(#"a\[1-2\]"#, "a[1-2]"),
        Row(#"a\b"#, #"a\b"#),
        Row(#"a\"#, #"a\"#),
        Row(#"{a\,b,c\}d,\x}"#, "a,b", "c}d", "x"),
        Row("http://[::1]/", "http://[::1]/"),
        Row(
            "http://[fe80::1%25eth0]/[1-2]", "http://[fe80::1%25eth0]/1",
            "http://[fe80::1%25eth0]/2"),
        Row(
            "http://[::ffff:1.2.3.4]:80/{a,b}", "http://[::ffff:1.2.3.4]:80/a",
            "http://[::ffff:1.2.3.4]:80/b"),
        Row("a[]=1", "a[]=1"),
        Row(
            ByteString(bytes: [0xFF] + "{\u{E4},b}".utf8), ByteString(bytes: [0xFF, 0xC3, 0xA4]),
            ByteString(bytes: [0xFF, 0x62])),
    ]

    @Test(arguments: rows) func expands(row: Row) throws {
        let glob = try URLGlob(row.pattern)
        #expect(glob.map(\.text) == row.texts)
        #expect(glob.count == Int64(row.texts.count))
    }

    struct BadRow: Sendable, CustomTestStringConvertible {
        var pattern: ByteString
        var problem: URLGlob.Problem

        init(_ pattern: ByteString, _ fact: URLGlob.Fact, _ column: Int) {
            (self.pattern, problem) = (pattern, URLGlob.Problem(fact: fact, column: column))
        }

        var testDescription: String { pattern.description }
    }

    private static let badRows = [
        BadRow("h/{a,b", .unmatchedBrace, 3),
        BadRow("h/{", .unmatchedBrace, 3),
        BadRow("h/{a{b}}", .nestedBrace, 5),
        BadRow("h/{a,[1-2]}", .nestedBrace, 6),
        BadRow("h/{}", .emptySet, 4),
        BadRow("h/{a]}", .unexpectedBracket, 5),
        BadRow("h/a}", .unmatchedClose, 4),
        BadRow("h/a]", .unmatchedClose, 4),
        BadRow("h/[", .badRangeSpecification, 4),
        BadRow("h/[-1]", .badRangeSpecification, 4),
        BadRow("h/[a]", .badRange, 4),
        BadRow("h/[a-", .badRange, 4),
        BadRow("h/[a-]", .badRange, 4),
        BadRow("h/[a-cd]", .badRange, 4),
        BadRow("h/[a-c:]", .badRange, 4),
        BadRow("h/[a-c:x]", .badRange, 4),
        BadRow("h/[c-a]", .badRange, 8),
        BadRow("h/[a-a:2]", .badRange, 10),
        BadRow("h/[a-c:3]", .badRange, 10),
        BadRow("h/[a-c:0]", .badRange, 10),
        BadRow("h/[A-z]", .badRange, 8),
        BadRow("h/[1]", .badRange, 4),
        BadRow("h/[1-]", .badRange, 6),
        BadRow("h/[1-b]", .badRange, 6),
        BadRow("h/[1-2", .badRange, 6),
        BadRow("h/[1-2x]", .badRange, 6),
        BadRow("h/[1-2:]", .badRange, 9),
        BadRow("h/[1-9:2", .badRange, 8),
        BadRow("h/[2-1]", .badRange, 8),
        BadRow("h/[1-3:3]", .badRange, 10),
        BadRow("h/[1-3:0]", .badRange, 10),
        BadRow("h/[1-99999999999999999999]", .badRange, 6),
        BadRow("[0-9223372036854775807]", .overflow, 2),
        BadRow("[1-4294967296][1-4294967296]", .overflow, 16),
        BadRow(ByteString(String(repeating: "{a,b}", count: 63)), .overflow, 312),
        BadRow(ByteString(String(repeating: "{a}", count: 256)), .tooManyPieces, 769),
        // curl's column is one too small for each set before it.
        BadRow("{a,b}}", .unmatchedClose, 6),
    ]

    @Test(arguments: badRows) func refuses(row: BadRow) {
        #expect(throws: row.problem) { try URLGlob(row.pattern) }
    }

    /// A billion texts take neither time nor memory until they are asked for.
    @Test func expandsOneByOne() throws {
        let glob = try URLGlob("h/[1-1000000][a-z]{x,y}")
        #expect(glob.count == 52_000_000)
        #expect(Array(glob.prefix(3)).map(\.text) == ["h/1ax", "h/1ay", "h/1bx"])
    }

    struct Name: Sendable, CustomTestStringConvertible {
        var template: ByteString
        var name: ByteString

        init(_ template: ByteString, _ name: ByteString) {
            (self.template, self.name) = (template, name)
        }

        var testDescription: String { template.description }
    }

    private static let names = [
        Name("out", "out"), Name("#1", "b"), Name("#2.txt", "07.txt"), Name("#2-#1-#1", "07-b-b"),
        Name("#3", "#3"), Name("#0", "#0"), Name("#9#1", "#9b"), Name("#01", "b"),
        Name("#10", "#10"),
        Name("#", "#"), Name("##1", "#b"), Name("#x", "#x"), Name("a#", "a#"),
        Name("#99999999999999999999", "#99999999999999999999"), Name("\\#1", "\\b"),
    ]

    @Test(arguments: names) func putsItsValuesIn(row: Name) throws {
        let match = try #require(try URLGlob("h/{b,c}/[07-09]").first)
        #expect(match.values == ["b", "07"])
        #expect(match.name(row.template) == row.name)
    }

    @Test func leavesALiteralAlone() throws {
        let glob = URLGlob(literal: "h/{a,b}[1-2]")
        #expect(Array(glob) == [URLGlob.Match(text: "h/{a,b}[1-2]")])
        #expect(glob.count == 1)
        #expect(glob.isLiteral)
        #expect(Array(URLGlob(literal: "")) == [URLGlob.Match(text: "")])
        #expect(try URLGlob("h/[::1]").isLiteral)
        #expect(!(try URLGlob("h/{a}").isLiteral))
        #expect(Array(glob)[0].name("#1") == "#1")
    }

    @Test func saysWhere() throws {
        let problem = URLGlob.Problem(fact: .unmatchedBrace, column: 10)
        #expect(
            Messages.text(problem, in: "http://h/{a") == """
                the '{' is not closed (column 10); -g takes braces and brackets literally
                    http://h/{a
                             ^
                """)
        #expect(
            Messages.text(problem, in: "http://u:pw@h/{a")
                == "the '{' is not closed (column 10); -g takes braces and brackets literally")
    }
}
