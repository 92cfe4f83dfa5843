import TestSupport
import Testing

@Suite
struct TerminalTests {
    private static let screens: [(String, [String], wraps: Int, surprises: [String])] = [
        ("one\r\ntwo", ["one", "two"], 0, []),
        ("12345\r\nx", ["12345", "x"], 0, []),
        ("123456", ["12345", "6"], 1, []),
        ("one\rtw\u{1B}[K\r\n", ["tw"], 0, []),
        ("one\rtw", ["twe"], 0, []),
        ("a\tb\r\n\tc", ["a   b", "    c"], 0, []), ("one\r\u{1B}[K", [], 0, []),
        ("\u{1B}[2mone\u{1B}[0m", ["one"], 0, []),
        ("語語語", ["語語", "語"], 1, []),
        ("e\u{301}abcd", ["e\u{301}abcd"], 0, []),
        ("a\u{1B}[2Jb\u{7}", ["ab"], 0, ["\u{1B}[2J", "\u{7}"]),
        ("a\u{1B}]0;t", ["a]0;t"], 0, ["\u{1B}"]),
        ("a\u{1B}[", ["a"], 0, ["\u{1B}["]),
    ]

    @Test(arguments: screens)
    func showsAScreen(
        bytes: String, lines: [String], wraps: Int, surprises: [String]
    ) {
        let screen = Screen(Array(bytes.utf8), columns: 5)
        #expect(screen.lines == lines)
        #expect(screen.wraps == wraps)
        #expect(screen.surprises == surprises)
    }
}
