import TestSupport
import Testing

/// What is coloured of the lines on standard error; elsewhere nothing is: see `TerminalOutputTests`.
@Suite(.serialized)
struct ColorTests {
    private static let red = "\u{1B}[31m"
    private static let green = "\u{1B}[32m"
    private static let yellow = "\u{1B}[33m"
    private static let cyan = "\u{1B}[36m"
    private static let end = "\u{1B}[0m"

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var answer = Answer.respond()
        var arguments: [String]
        /// A line of standard error, with the colours that it has on a terminal.
        var line: String

        var testDescription: String { name }
    }

    private static let rows = [
        Row(
            name: "success", answer: .respond(201), arguments: ["-F", "a=b"],
            line: "\(green)HTTP/1.1 201 Created\(end)"),
        Row(
            name: "accepted", answer: .respond(404), arguments: ["--no-fail", "-F", "a=b"],
            line: "HTTP/1.1 404 Not Found"),
        Row(
            name: "error", answer: .respond(404), arguments: ["-F", "a=b"],
            line: "\(red)formpost: (22)\(end) the server answered 404 Not Found"),
        Row(
            name: "usage", arguments: ["--frm", "a=b"],
            line: "\(red)formpost: (2)\(end) unknown option '--frm' (did you mean --form?)"),
        Row(
            name: "warning", arguments: ["-F", "a=b;"],
            line: "\(yellow)formpost: warning:\(end) -F: the ';' at the end is not sent: put "
                + "double quotes around the value to send it"),
        Row(
            name: "the head of a request", arguments: ["-v", "-F", "a=b"],
            line: "\(cyan)> POST / HTTP/1.1\(end)"),
        Row(
            name: "the head of a response", arguments: ["-v", "-F", "a=b"],
            line: "\(green)< HTTP/1.1 200 OK\(end)"),
    ]

    private static let environments: [([String: String], Bool)] = [
        ([:], true), (["TERM": "xterm"], true), (["NO_COLOR": ""], true),
        (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
    ]

    @Test(arguments: rows, environments)
    func colorsOnATerminal(row: Row, _ environment: ([String: String], Bool)) async throws {
        let (variables, isColored) = environment
        let server = try LoopbackServer(row.answer)
        let terminal = try Terminal(columns: 200)
        let command = Command.formpost(arguments: row.arguments + [server.url]).on(terminal).with {
            $0.stdout = .capture
            for (name, value) in variables { $0.environment[name] = value }
        }
        _ = try await command.run()
        let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
        let line = isColored ? row.line : row.line.replacing(/\x1B\[\d*m/, with: "")
        #expect(shown.contains(line + "\r\n"), "\(shown.debugDescription)")
        #expect(shown.contains("\u{1B}") == line.contains("\u{1B}"))
    }
}
