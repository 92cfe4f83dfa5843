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
}
