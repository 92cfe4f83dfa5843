import Foundation
import TestSupport
import Testing

@Suite
struct TerminalTests {
    private func shell(_ script: String) -> Command {
        Command("/bin/sh", arguments: ["-c", script])
    }

    @Test func controlsWhatRunsOnIt() async throws {
        let terminal = try Terminal()
        let result = try await shell("tty; [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && : </dev/tty")
            .on(terminal).run()
        #expect(result.exitStatus == 0)
        #expect(try await terminal.everything() == Array((terminal.path + "\r\n").utf8))
        #expect(result.stdout == [] && result.stderr == [])
    }

    /// Each stream that is something else, and /dev/tty all the same.
    @Test func leavesOtherStreamsAlone() async throws {
        let changes: [(@Sendable (inout Command) -> Void, String)] = [
            ({ $0.stdin = .bytes("x") }, "-tt"), ({ $0.stdout = .capture }, "t-t"),
            ({ $0.stderr = .capture }, "tt-"), ({ $0.stderr = .closed }, "tt-"),
            (
                {
                    $0.stdin = .none
                    $0.stdout = .capture
                    $0.stderr = .capture
                }, "---"
            ),
        ]
        for (change, expected) in changes {
            let terminal = try Terminal()
            let script =
                "for n in 0 1 2; do if [ -t $n ]; then printf t; else printf -- -; fi; done"
            let result = try await shell("(\(script)) >$HOME/x; cat $HOME/x >/dev/tty")
                .on(terminal).with(change).run()
            #expect(result.exitStatus == 0)
            let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
            // The script's own stdout was the file.
            #expect(shown.count == 3 && shown.first == expected.first)
            #expect(shown.last == expected.last)
        }
    }

    @Test func hasASizeThatChanges() async throws {
        let terminal = try Terminal(columns: 40, rows: 10)
        let command = try shell(
            "trap 'stty size; exit 0' WINCH; stty size; while :; do read line; done"
        ).on(terminal).start()
        try await terminal.output(containing: "10 40\r\n")
        try terminal.resize(columns: 99, rows: 11)
        // Not every shell interrupts its `read` for a signal.
        try terminal.type("\n")
        #expect(await command.result().exitStatus == 0)
        #expect(Screen(try await terminal.everything(), columns: 99).lines.last == "11 99")
    }

    @Test func echoesWhatIsTypedUnlessToldNotTo() async throws {
        let terminal = try Terminal()
        #expect(terminal.echoes)
        let command = try shell(
            "echo a; read x; stty -echo; echo b; read y; stty echo; echo \"<$x$y>\""
        ).on(terminal).start()
        try await terminal.output(containing: "a\r\n")
        try terminal.type("shown\n")
        try await terminal.output(containing: "b\r\n")
        #expect(!terminal.echoes)
        try terminal.type("hidden\n")
        #expect(await command.result().exitStatus == 0)
        #expect(terminal.echoes)
        #expect(
            try await terminal.everything() == Array("a\r\nshown\r\nb\r\n<shownhidden>\r\n".utf8))
    }

    @Test func interruptsByCtrlC() async throws {
        let terminal = try Terminal()
        let command = try shell("echo ready; while :; do read line; done").on(terminal).start()
        try await terminal.output(containing: "ready")
        try terminal.type("\u{3}")
        #expect(await command.result().signal == SIGINT)
    }

    @Test func losesNothingOfMuch() async throws {
        let terminal = try Terminal()
        let result = try await shell("head -c 300000 /dev/zero | tr '\\0' x").on(terminal).run()
        #expect(result.exitStatus == 0)
        #expect(try await terminal.everything() == [UInt8](repeating: 0x78, count: 300_000))
    }

    @Test func isMissedWhereThereIsNone() async throws {
        await #expect(throws: SupportError.self) {
            try await shell(":").with { $0.stderr = .terminal }.run()
        }
    }

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
