import FormEncoding
import Testing

@testable import formpost

@Suite struct TerminalTextTests {
    @Test(
        arguments: [
            ([], ""), (Array("a b\tc\r\nd\n".utf8), "a b\tc\r\nd\n"), (Array("ü語👍🏽".utf8), "ü語👍🏽"),
            (Array("\u{1B}[2J".utf8), #"\x1b[2J"#), (Array("a\rb".utf8), #"a\x0db"#),
            (Array("a\r".utf8), #"a\x0d"#),
            (Array("\u{0}\u{7}\u{8}\u{7F}".utf8), #"\x00\x07\x08\x7f"#),
            (Array("\u{9B}2J".utf8), #"\xc2\x9b2J"#), ([0x9B, 0x32, 0x4A], #"\x9b2J"#),
            ([0x61, 0xC3], #"a\xc3"#), ([0xC3, 0x61], #"\xc3a"#),
            ([0xED, 0xA0, 0x80], #"\xed\xa0\x80"#),
            (Array("\u{202E}\u{2066}".utf8), #"\xe2\x80\xae\xe2\x81\xa6"#),
            (Array("\u{2028}\u{FEFF}".utf8), #"\xe2\x80\xa8\xef\xbb\xbf"#),
            (Array("a\u{200D}b\u{301}".utf8), "a\u{200D}b\u{301}"),
        ] as [([UInt8], String)])
    func whatOthersWrote(bytes: [UInt8], shown: String) {
        #expect(String(decoding: bytes.shownOnTerminal, as: UTF8.self) == shown)
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abc", 2, "a…"), ("abc", 1, "…"), ("abc", 0, ""), ("", 0, ""),
        ("語語", 4, "語語"), ("語語", 3, "語…"), ("語語", 2, "…"), ("e\u{301}e\u{301}", 3, "e\u{301}…"),
        ("👨‍👩‍👧‍👦x", 5, "…"),
    ])
    func cutting(text: String, columns: Int, cut: String) {
        #expect(text.fitted(columns) == cut)
        #expect(text.fitted(columns).columnsAtMost <= columns)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("ü", 1), ("u\u{308}", 1), ("語", 2), ("“€”", 3), ("👍", 2),
        ("\u{200D}", 0), ("한", 2),
    ])
    func widths(text: String, columns: Int) {
        #expect(text.columns == columns)
        #expect(text.columnsAtMost >= columns)
    }

    /// Wherever the pieces end: in a character, in a line end, in what is none.
    @Test(
        arguments: [
            Array("a\u{1B}[1m ü 語 👍\r\n\rx\u{202E}\u{9B}".utf8), [0xE2, 0x80],
            [0xE2, 0x80, 0x41, 0xFF, 0xC3],
            [0xF0, 0x9F, 0xE8, 0xAA, 0x9E, 0x80, 0x0D],
        ] as [[UInt8]])
    func isTheSameInPieces(bytes: [UInt8]) {
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var stream = TerminalStream()
                let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
                let shown = pieces.flatMap { stream.shown(Array($0)) } + stream.end()
                #expect(shown == bytes.shownOnTerminal, "\(first) \(second)")
            }
        }
    }
}
