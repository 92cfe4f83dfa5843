import FormEncoding
import Foundation
import Testing

@testable import formpost

@Suite struct JournalEntryTests {
    private static func entry(_ path: ByteString, url: ByteString = "http://h/up") -> JournalEntry {
        JournalEntry(
            JournaledFile(path: path, size: 1024, modified: 1_732_250_660_123_456_789), url: url,
            status: 201, time: Date(timeIntervalSince1970: 1_732_250_660))
    }

    private static let rows: [(JournalEntry, String)] = [
        (
            entry("/a/img 7.jpg"),
            #"{"journal":1,"mtime":1732250660123456789,"path":"/a/img 7.jpg","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://h/up"}"#
        ),
        (
            entry("/ü語/\u{65}\u{301}"),
            #"{"journal":1,"mtime":1732250660123456789,"path":"/ü語/\#u{65}\#u{301}","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://h/up"}"#
        ),
        (
            entry("/\"}\n\\\u{1}"),
            #"{"journal":1,"mtime":1732250660123456789,"path":"/\"}\n\\\u0001","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://h/up"}"#
        ),
        (
            entry("/\u{7F}\u{9B}2J\u{202E}\u{200D}\u{E0041}"),
            #"{"journal":1,"mtime":1732250660123456789,"path":"/\u007f\u009b2J\u202e\#u{200D}\udb40\udc41","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://h/up"}"#
        ),
        (
            entry(ByteString(bytes: [0x2F, 0xFF, 0x41])),
            #"{"journal":1,"mtime":1732250660123456789,"path":"/�A","path_base64":"L/9B","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://h/up"}"#
        ),
        (
            entry("/a", url: ByteString(bytes: Array("http://h/".utf8) + [0xE9])),
            #"{"journal":1,"mtime":1732250660123456789,"path":"/a","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://h/�","url_base64":"aHR0cDovL2gv6Q=="}"#
        ),
        (
            content("dist/a b"),
            #"{"journal":2,"path":"dist/a b","sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://h/up"}"#
        ),
        (
            content("\"\n"),
            #"{"journal":2,"path":"\"\n","sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://h/up"}"#
        ),
        (
            entry("/a", url: "http://me:pa55@h/up"),
            #"{"journal":1,"mtime":1732250660123456789,"path":"/a","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://me:[masked]@h/up"}"#
        ),
        (
            entry("/a", url: "http://me:pa55@h/up?key=A"),
            #"{"journal":1,"mtime":1732250660123456789,"path":"/a","size":1024,"status":201,"time":"2024-11-22T04:44:20Z","url":"http://me:[masked]@h/up?key=[masked]","url_sha256":"8b6c0826016180f696a6e2ad4ddb6a1ca0c13e4b0613a8bd20e687b7c119133a"}"#
        ),
    ]

    private static let digest = String(repeating: "0123456789abcdef", count: 4)

    private static func content(_ path: ByteString) -> JournalEntry {
        JournalEntry(
            JournaledFile(path: path, size: 1024, state: .content(digest)), url: "http://h/up",
            status: 201, time: Date(timeIntervalSince1970: 1_732_250_660))
    }

    @Test(arguments: rows)
    func isALine(entry: JournalEntry, line: String) throws {
        #expect(String(decoding: entry.line, as: UTF8.self) == line + "\n")
        #expect(entry.line == Array((line + "\n").utf8))
        #expect(try JournalEntry.read(Array(line.utf8)[...]) == entry)
    }

    /// What the quick reader takes it reads as the decoder does.
    @Test(arguments: rows)
    func isReadWithoutADecoder(entry: JournalEntry, line: String) {
        let isPlain = !line.contains("\\") && !line.contains("_base64")
        #expect(JournalLineParser.entry(Array(line.utf8)[...]) == (isPlain ? entry : nil))
    }

    private static let foreign = [
        good + ",", good.replacing(":1024", with: ": 1024"), String(good.dropLast()),
        good.replacing(":1024", with: ":1024.0"), good.replacing("Z", with: "+01:00"),
        good.replacing("-11-", with: "-13-"), good.replacing("-22T", with: "-00T"),
        good.replacing("T04", with: "T24"), good.replacing(":44:", with: ":60:"),
        good.replacing(":20Z", with: ":61Z"), good.replacing("img", with: "i\tmg"),
        good.replacing(#""journal":1"#, with: #""journal":2"#), "", "{",
    ]

    @Test(arguments: foreign)
    func isLeftToTheDecoder(line: String) {
        #expect(JournalLineParser.entry(Array(line.utf8)[...]) == nil)
        let bytes = Array(line.utf8).map { $0 == UInt8(ascii: "m") ? 0xFF : $0 }
        #expect(JournalLineParser.entry(bytes[...]) == nil)
    }

    @Test func hasNoSecretOfItsURL() {
        let line = Self.entry("/a", url: "http://h/up?X-Amz-Signature=5ecret&part=2").line
        let text = String(decoding: line, as: UTF8.self)
        #expect(!text.contains("5ecret"))
        #expect(text.contains("part=2"))
    }

    /// Wherever the writer was killed, the line is the start of an entry, or all of it.
    @Test(arguments: rows)
    func isRecognisedWhenCutOff(entry: JournalEntry, line: String) throws {
        let bytes = Array(line.utf8)
        for count in 0..<bytes.count {
            #expect(try JournalEntry.read(bytes[..<count]) == nil, "\(count)")
        }
    }

    private static let good = rows[0].1

    private static let damaged: [(String, JournalEntry.Damage)] = [
        ("hello", .unreadable), ("[]", .unreadable), ("{}", .unreadable), (" ", .unreadable),
        (#"{"journal":1}"#, .unreadable), (#"{"journal":2}"#, .unreadable),
        (good.replacing(#""journal":1"#, with: #""journal":2"#), .unreadable),
        (#"{"journal":3,"x":[{}]}"#, .newer(3)), (#"{"journal":0}"#, .unreadable),
        (#"{"journal":"1"}"#, .unreadable), (#"{"name":"a"}"#, .unreadable),
        (good + good, .unreadable), (good + ",", .unreadable), ("[" + good + "]", .unreadable),
        (good.replacing(":1024", with: ":1o24"), .unreadable),
        (good.replacing(":1024", with: ":1.5"), .unreadable),
        (good.replacing(":1024", with: ":null"), .unreadable),
        (good.replacing("2024-", with: "20x4-"), .unreadable),
        (good.replacing(#""path""#, with: #""path_base64":"?","path""#), .unreadable),
        (good.replacing(#""journal":1"#, with: #""journal":3"#), .newer(3)),
        ("\0\0\0", .unreadable),
    ]

    @Test(arguments: damaged)
    func isRefused(line: String, damage: JournalEntry.Damage) {
        #expect(throws: damage) { try JournalEntry.read(Array(line.utf8)[...]) }
    }

    /// Members that a later formpost may add.
    @Test func mayHaveMore() throws {
        let line = Self.good.dropLast() + #","by":"x"}"#
        #expect(try JournalEntry.read(Array(line.utf8)[...]) == Self.rows[0].0)
    }
}

@Suite struct JournalLinesTests {
    private static func lines(
        _ text: String, pieces size: Int
    ) throws(JournalDamage) -> (lines: JournalLines, paths: [String]) {
        var lines = JournalLines()
        var paths: [String] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try lines.read(Array(rest.prefix(size))) { paths.append($0.file.path.description) }
            rest = rest.dropFirst(size)
        }
        try lines.end { paths.append($0.file.path.description) }
        return (lines, paths)
    }

    private static func line(_ path: ByteString) -> String {
        let file = JournaledFile(path: path, size: 1, modified: 2)
        return String(
            decoding: JournalEntry(file, url: "http://h/", status: 200).line, as: UTF8.self)
    }

    private static let rows: [(text: String, paths: [String], count: Int, isInLine: Bool)] = [
        ("", [], 0, false),
        (line("/a"), ["/a"], 1, false),
        (line("/a") + line("/b"), ["/a", "/b"], 2, false),
        (line("/a") + String(line("/b").dropLast()), ["/a", "/b"], 1, true),
        (line("/a") + String(line("/b").dropLast(9)), ["/a"], 1, true),
        (String(line("/a").dropLast(9)) + "\n" + line("/b"), ["/b"], 2, false),
        (line("/a") + "\n" + line("/b"), ["/a", "/b"], 3, false),
    ]

    @Test(arguments: rows, [1, 7, 100, 1 << 16])
    func comeInPieces(
        row: (text: String, paths: [String], count: Int, isInLine: Bool), size: Int
    ) throws {
        let (lines, paths) = try Self.lines(row.text, pieces: size)
        #expect(paths == row.paths)
        #expect((lines.count, lines.isInLine) == (row.count, row.isInLine))
    }

    private static let damaged: [(String, line: Int)] = [
        ("x", 1), ("x\n", 1), (line("/a") + "x\n" + line("/b"), 2),
        (line("/a") + line("/b") + "x", 3),
    ]

    @Test(arguments: damaged, [1, 1 << 16])
    func nameTheLine(row: (String, line: Int), size: Int) {
        #expect(throws: JournalDamage(line: row.line, cause: .unreadable)) {
            try Self.lines(row.0, pieces: size)
        }
    }

    @Test func haveALimit() {
        var lines = JournalLines()
        let piece = Array(#"{"journal":"#.utf8) + [UInt8](repeating: 0x20, count: 1 << 20)
        #expect(throws: JournalDamage(line: 1, cause: .unreadable)) {
            for _ in 1...9 { try lines.read(piece) { _ in } }
        }
    }
}
