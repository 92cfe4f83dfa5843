import Foundation
import TestSupport
import Testing

/// Output to a terminal is safe and readable.
@Suite(.serialized)
struct TerminalOutputTests {
    // MARK: Output of servers

    /// A server that clears the screen, sets the title, and goes back over the line.
    private static let hostile =
        Array("HTTP/1.1 404 \u{1B}[2J\u{8}No\r\nX-A: \u{1B}]0;evil\u{7} a\tb\r\nX-B: ü ".utf8)
        + [0xE9, 0x9B] + Array("\r\nX-C: a\rb\r\nContent-Length: 0\r\n\r\n".utf8)

    @Test(
        arguments: [
            [], ["-v"], ["--trace-ascii", "%"], ["--trace", "%"], ["-i"], ["-D", "-"],
            ["-w", "%header{x-a}|%{header_json}\\n"],
        ])
    func showsWhatAServerSaysHarmlessly(options: [String]) async throws {
        let server = try LoopbackServer(.raw(Self.hostile))
        let terminal = try Terminal(columns: 200)
        let result = try await Command.formpost(arguments: options + ["-F", "a=b", server.url])
            .on(terminal).run()
        #expect(result.exitStatus == 22)
        let screen = Screen(try await terminal.everything(), columns: 200)
        #expect(screen.surprises == [])
        #expect(
            screen.lines.contains(
                #"formpost: (22) the server answered 404 \x1b[2J\x08No"#), "\(screen.lines)")
        if ["-i", "-D"].contains(options.first) {
            #expect(
                screen.lines.filter { $0.hasPrefix("X-") } == [
                    "X-A: \\x1b]0;evil\\x07 a  b", #"X-B: ü \xe9\x9b"#, #"X-C: a\x0db"#,
                ])
        }
        if options.first == "-w" {
            #expect(
                screen.lines.contains { $0.hasPrefix(#"\x1b]0;evil\x07 a"#) }, "\(screen.lines)")
        }
        if options == ["-v"] {
            #expect(
                screen.lines.filter { $0.hasPrefix("<") } == [
                    #"< HTTP/1.1 404 \x1b[2J\x08No"#, "< X-A: \\x1b]0;evil\\x07 a        b",
                    #"< X-B: ü \xe9\x9b"#, #"< X-C: a\x0db"#, "< Content-Length: 0", "<",
                ])
        }
    }

    // MARK: A response that is no text

    private static let binary = Array("PNG\u{0}\u{1}".utf8)
    private static let late = [UInt8](repeating: 0x78, count: 2000)

    private static let bodies: [(String, [String], [Step], exit: Int32, isShown: Bool)] = [
        ("text", [], [.respond(200, body: "ü\u{1B}[1m\u{7}")], 0, true),
        ("NUL", [], [.respond(200, body: binary)], 23, false),
        ("NUL, -o -", ["-o", "-"], [.respond(200, body: binary)], 0, true),
        ("NUL, 404", [], [.respond(404, body: binary)], 23, false),
        ("NUL, retries", ["--retry", "1"], [.respond(200, body: binary)], 23, false),
    ]

    /// As curl: binary output is refused, and there is a way to have it.
    @Test(.comparesWithCurl, arguments: bodies)
    func keepsBinaryFromTheTerminal(
        name: String, options: [String], answer: [Step], exit: Int32, isShown: Bool
    ) async throws {
        var body: [UInt8] = []
        if case .respond(let response) = answer[0] { body = response.body }
        for command in [Command.formpost, Command.curl] {
            let server = try LoopbackServer(Answer([.readBody] + answer))
            let terminal = try Terminal(columns: 200)
            let result = try await command(["-sS"] + options + ["-F", "a=b", server.url])
                .on(terminal).with { $0.stderr = .capture }.run()
            #expect(result.exitStatus == exit, "\(result)")
            #expect(try await terminal.everything() == (isShown ? body : []))
            if !isShown, result.stderrText.hasPrefix("formpost") {
                #expect(
                    result.stderrText
                        == "formpost: (23) the response is binary and would disturb the terminal: "
                        + "-o file saves it, -o - prints it anyway\n")
            }
        }
    }

    /// Only the beginning counts, and only a terminal.
    @Test func printsBinaryElsewhere() async throws {
        let gate = Gate()
        let server = try LoopbackServer([
            .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 2005\r\n\r\n"), .send(Self.late),
            .wait(gate), .send(Self.binary),
        ])
        let terminal = try Terminal()
        let command = try Command.formpost("-s", "-F", "a=b", server.url).on(terminal).start()
        try await terminal.output("is the beginning") { $0.count == Self.late.count }
        gate.open()
        #expect(await command.result().exitStatus == 0)
        // The next output begins on a new line.
        #expect(try await terminal.everything() == Self.late + Self.binary + [13, 10])
        let other = try LoopbackServer(.respond(body: Self.binary))
        let result = try await Command.formpost("-s", "-F", "a=b", other.url).on(terminal)
            .with { $0.stdout = .capture }.run()
        #expect(result.exitStatus == 0 && result.stdout == Self.binary)
    }

    // MARK: A body without a line end

    private static let half: [Step] = [
        .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"),
    ]

    @Test func aLineIsEndedBeforeAFailure() async throws {
        let server = try LoopbackServer(Answer(Self.half + [.close]))
        let terminal = try Terminal(columns: 120)
        let result = try await Command.formpost("-F", "a=b", server.url).on(terminal).run()
        #expect(result.exitStatus == 18)
        let lines = Screen(try await terminal.everything(), columns: 120).lines
        #expect(lines.prefix(2) == ["HTTP/1.1 200 OK", "abc"])
        #expect(lines.count == 3 && lines.last?.hasPrefix("formpost: (18) ") == true, "\(lines)")
    }

    @Test(arguments: [["-F", "a=b"], ["--each", "f=@a"]])
    func aLineIsEndedBeforeASignalsMessage(arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("a", "1")
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer(Answer(Self.half + [.wait(stop)]))
        let terminal = try Terminal(columns: 120)
        let command = try Command.formpost(arguments: arguments + [server.url]).on(terminal)
            .with { $0.workingDirectory = directory.path }.start()
        try await terminal.output(containing: "abc")
        command.send(SIGTERM)
        #expect(await command.result().signal == SIGTERM)
        let lines = Screen(try await terminal.everything(), columns: 120).lines
        #expect(lines.dropFirst().first == "abc", "\(lines)")
        #expect(lines.last?.hasPrefix("formpost: interrupted: ") == true, "\(lines)")
    }

    /// Standard error by another name of the terminal, and as a file.
    @Test(arguments: ["/dev/tty", "errors"])
    func aLineIsEndedWhereBothMeet(file: String) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(.respond(404, body: "abc"))
        let terminal = try Terminal(columns: 120)
        let result = try await Command.formpost("--stderr", file, "-F", "a=b", server.url)
            .on(terminal).with {
                $0.workingDirectory = directory.path
                if file != "errors" { $0.environment["NO_COLOR"] = "1" }
            }.run()
        #expect(result.exitStatus == 22)
        let message = "formpost: (22) the server answered 404 Not Found"
        let lines = Screen(try await terminal.everything(), columns: 120).lines
        #expect(lines == (file == "errors" ? ["abc"] : ["abc", message]))
        if file == "errors" {
            #expect(try directory.contents(of: file) == Array((message + "\n").utf8))
        }
    }

    /// A body for a terminal while standard error is a pipe.
    @Test func aLineStaysWhereTheyDoNotMeet() async throws {
        let server = try LoopbackServer(.respond(body: "abc"))
        let terminal = try Terminal()
        let result = try await Command.formpost("-F", "a=b", server.url).on(terminal)
            .with { $0.stderr = .capture }.run()
        result.expect(0, stderr: "HTTP/1.1 200 OK\n")
        #expect(try await terminal.everything() == Array("abc".utf8))
    }

    // MARK: A table

    /// `--dry-run`: long cells are cut; control characters are shown.
    @Test(arguments: [200, 80, 60, 50])
    func aDryRunFits(columns: Int) async throws {
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
