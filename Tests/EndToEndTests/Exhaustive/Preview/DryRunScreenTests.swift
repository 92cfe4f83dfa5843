import TestSupport
import Testing

/// `--dry-run` on a terminal: the head of the request, and a table of the parts.
@Suite(.serialized)
struct DryRunScreenTests {
    /// Long cells are cut; control characters are shown.
    @Test(arguments: [200, 80, 60, 50])
    func fits(columns: Int) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("f", "x")
        let terminal = try Terminal(columns: columns)
        let result = try await Command.formpost(
            arguments: [
                "--dry-run", "--boundary", "B", "-s", "-H", "X-A: \u{1B}[2J", "-H", "Host: h", "-H",
                "User-Agent:",
                "-H", "Content-Type:",
                "-F", "\(String(repeating: "n", count: 60))=v",
                "-F", "e\u{301}=@\(file);filename=\u{1B}]0_title\u{7}\u{202E}.png;type=a/b",
                "-F", "a\u{9B}b=v", "http://h.test/x",
            ]
        ).on(terminal).run()
        #expect(result.exitStatus == 0)
        let screen = Screen(try await terminal.everything(), columns: columns)
        let lines = screen.lines
        #expect(screen.surprises == [], "\(lines)")
        #expect(screen.wraps == 0, "\(lines)")
        #expect(lines.contains(#"X-A: \x1b[2J"#))
        let table = lines.drop { !$0.hasPrefix("name") }
        #expect(table.count == 4)
        // The columns begin where their titles do.
        let start = try #require(table.first?.firstRange(of: "from")?.lowerBound)
        let offset = table.first?.distance(from: table.first?.startIndex ?? start, to: start)
        for line in table.dropFirst() {
            #expect(line.dropFirst((offset ?? 0) - 1).first == " ", "\(line)")
            #expect(line.dropFirst(offset ?? 0).first != " ", "\(line)")
        }
    }
}
