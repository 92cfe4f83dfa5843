import FormEncoding
import Testing

@testable import formpost

/// The syntax of a configuration file, line by line.
@Suite struct ConfigFileTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var content: String
        var lines: [ConfigFile.Line]

        init(_ content: String, _ lines: (number: Int, option: ByteString, value: ByteString?)...) {
            self.content = content
            self.lines = lines.map {
                ConfigFile.Line(number: $0.number, option: $0.option, value: $0.value)
            }
        }

        var testDescription: String { content.debugDescription }
    }

    private static let rows = [
        Row(""),
        Row("\n\n  \t\r\n"),
        Row("# a\n  # b\n/ c\n* d\n"),
        Row("form = a=b\n", (1, "form", "a=b")),
        Row("form=a=b", (1, "form", "a=b")),
        Row("form: a=b\n", (1, "form", "a=b")),
        Row("form a=b\n", (1, "form", "a=b")),
        Row("form := = a=b\n", (1, "form", "a=b")),
        Row("\t form\t=\u{0B}a=b  \n", (1, "form", "a=b")),
        Row("form = a=b # c\n", (1, "form", "a=b")),
        Row("form = a=b#c\n", (1, "form", "a=b#c")),
        Row("form = #c\n", (1, "form", "#c")),
        Row("-F a=b\n", (1, "-F", "a=b")),
        Row("-Fa=b\n", (1, "-Fa=b", nil)),
        Row("--form a=b\n", (1, "--form", "a=b")),
        Row("--form=a=b\n", (1, "--form=a=b", nil)),
        Row("-F =v\n", (1, "-F", "=v")),
        Row("-F :\n", (1, "-F", ":")),
        Row("insecure\n", (1, "insecure", nil)),
        Row("insecure =\n", (1, "insecure", nil)),
        Row("-sS\n--no-insecure\n", (1, "-sS", nil), (2, "--no-insecure", nil)),
        Row("a b\r\nc d\r\n", (1, "a", "b"), (2, "c", "d")),
        Row("a b\n\n# x\nc d", (1, "a", "b"), (4, "c", "d")),
        Row("a \"\"\n", (1, "a", "")),
        Row("a \" b c \"\n", (1, "a", " b c ")),
        Row("a = \"b\" # c\n", (1, "a", "b")),
        Row("a \"b\"   \r\n", (1, "a", "b")),
        Row(#"a "\\ \" \q""#, (1, "a", #"\ " q"#)),
        Row(#"a "\t\n\r\v|""#, (1, "a", "\t\n\r\u{0B}|")),
        Row("a \"# b\"", (1, "a", "# b")),
        Row(#"a b\n"c"#, (1, "a", #"b\n"c"#)),
        Row("a 'b'\n", (1, "a", "'b'")),
        Row("http://h/\n", (1, "http", "//h/")),
        Row("\u{FEFF}a b\n", (1, "a", "b")),
        Row("-\n--\n", (1, "-", nil), (2, "--", nil)),
    ]

    @Test(arguments: rows)
    func isTakenApart(_ row: Row) throws {
        #expect(try ConfigFile.lines(Array(row.content.utf8)) == row.lines)
    }

    private static let problems: [(String, Int, ConfigFile.Problem)] = [
        ("a b c\n", 1, .surplus(option: "a", text: "c")),
        ("# x\n\na = b  c d \n", 3, .surplus(option: "a", text: "c d ")),
        ("a \"b\" c\n", 1, .surplus(option: "a", text: "c")),
        ("a \"b\"c\n", 1, .surplus(option: "a", text: "c")),
        ("a 'b c'\n", 1, .surplus(option: "a", text: "c'")),
        ("-F = b\n", 1, .separatorAfterDash(option: "-F")),
        ("--form : b\n", 1, .separatorAfterDash(option: "--form")),
        ("--form=a b\n", 1, .separatorAfterDash(option: "--form")),
        ("--form=\"a\"\n", 1, .separatorAfterDash(option: "--form")),
        ("a b\nc \"d\n", 2, .unclosedQuote(option: "c")),
        ("a \"b\\\"\n", 1, .unclosedQuote(option: "a")),
        ("a \"b\\\n", 1, .unclosedQuote(option: "a")),
        ("a \"\n", 1, .unclosedQuote(option: "a")),
        ("a b\0\n", 1, .nul),
        ("= a\n", 1, .noOption("= a")),
        ("a b\n : x\n", 2, .noOption(": x")),
    ]

    @Test(arguments: problems)
    func isRefused(_ content: String, _ number: Int, _ problem: ConfigFile.Problem) {
        #expect(throws: ConfigFile.SyntaxError(number: number, problem: problem)) {
            try ConfigFile.lines(Array(content.utf8))
        }
    }

    @Test func bytesThatAreNotUTF8Stay() throws {
        let lines = try ConfigFile.lines(
            Array("a \"".utf8) + [0xFF, 0xFE, 0xC3] + Array("\"\nb ".utf8) + [0xA0, 0x85])
        #expect(lines.map(\.value?.bytes) == [[0xFF, 0xFE, 0xC3], [0xA0, 0x85]])
    }

    @Test func aNULInACommentIsNone() throws {
        #expect(try ConfigFile.lines(Array("# \0\n".utf8)) == [])
    }

    @Test func theDefaultFileIsTheFirstThatExists() {
        let environment: [String: ByteString] = [
            "FORMPOST_HOME": "/f", "XDG_CONFIG_HOME": "/x", "HOME": "/h",
        ]
        var places: [ByteString] = [
            "/f/.formpostrc", "/x/formpostrc", "/h/.formpostrc", "/h/.config/formpostrc",
        ]
        while let first = places.first {
            #expect(ConfigFile.defaultPath(environment) { places.contains($0) } == first)
            places.removeFirst()
        }
        #expect(ConfigFile.defaultPath(environment) { _ in false } == nil)
        #expect(ConfigFile.defaultPath([:]) { _ in true } == nil)
        #expect(ConfigFile.defaultPath(["HOME": ""]) { _ in true } == nil)
    }
}
