import Foundation
import TestSupport
import Testing

/// The answers to several requests on a terminal: each whole, below the line of its request, and
/// without the progress that is drawn there.
@Suite(.serialized)
struct AnswersOnTerminalTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["a.jpg", "b.jpg"] {
            try directory.file(name, [UInt8](repeating: 0x78, count: 1126))
        }
    }

    /// An answer in two pieces, with time for a redraw before it, inside it and after it.
    private static func answer(_ status: Int = 201) -> Answer {
        let head = "HTTP/1.1 \(status) Made\r\nContent-Length: 17\r\n\r\n"
        return [
            .readBody, .pause(0.11), .send(head + "line one\nline"), .pause(0.11), .send(" two"),
        ]
    }

    private func run(
        _ arguments: [String], columns: Int = 80, in environment: [String: String] = [:]
    ) async throws -> (CommandResult, Screen) {
        let terminal = try Terminal(columns: columns)
        let result = try await Command.formpost(arguments: arguments).on(terminal).with {
            $0.workingDirectory = directory.path
            for (name, value) in environment { $0.environment[name] = value }
        }.run()
        let screen = Screen(try await terminal.everything(), columns: columns)
        #expect(screen.wraps == 0 && screen.surprises == [])
        return (result, screen)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var options: [String]
        var isNamed = true
        var columns = 80
        var environment: [String: String] = [:]
        /// What comes before the body, and after it.
        var head: [String] = []
        var rest: [String] = []
        var end = ["2 uploaded"]

        var testDescription: String { "\(options.joined(separator: " ")), \(columns) columns" }
    }

    private static let rows = [
        Row(options: ["-#"], columns: 40), Row(options: ["-#", "-Z"]),
        Row(options: ["--progress", "plain"]),
        Row(options: ["-#", "-w", "%{http_code}"], rest: ["201"]),
        Row(options: []), Row(options: ["-#", "--retry", "2"]),
        Row(options: ["--progress", "plain"], columns: 40),
        Row(options: [], environment: ["CI": "1"]),
        Row(options: ["--progress", "none"], isNamed: false),
        Row(options: ["-#", "-s"], isNamed: false, end: []),
        Row(options: ["-#", "-i"], head: ["HTTP/1.1 201 Made", "Content-Length: 17", ""]),
        Row(options: ["-#", "-D", "-"], head: ["HTTP/1.1 201 Made", "Content-Length: 17", ""]),
    ]

    @Test(arguments: rows)
    func areWhole(row: Row) async throws {
        let server = try LoopbackServer(Self.answer())
        let (result, screen) = try await run(
            row.options + ["--each", "f=@?.jpg", server.url], columns: row.columns,
            in: row.environment)
        #expect(result.exitStatus == 0)
        var lines: [String] = []
        for name in ["a.jpg", "b.jpg"] {
            if row.isNamed { lines.append("\(name): 201, 1.0 KiB") }
            lines += row.head
            lines += ["line one", "line two"]
            lines += row.rest
        }
        #expect(screen.lines == lines + row.end)
    }

    /// The bar of a default run comes after a second.
    @Test
    func areWholeAfterASecond() async throws {
        let server = try LoopbackServer([
            .readBody, .pause(1.2), .send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"),
            .pause(0.3), .send("{"),
        ])
        let (_, screen) = try await run(["--each", "f=@?.jpg", server.url])
        #expect(
            screen.lines == ["a.jpg: 200, 1.0 KiB", "{", "b.jpg: 200, 1.0 KiB", "{", "2 uploaded"])
    }

    /// The bar is there while nothing is printed, also when the terminal has another width.
    @Test func meetABarThatIsResized() async throws {
        let (answer, rest) = (Gate(), Gate())
        let server = try LoopbackServer([
            .readBody, .wait(answer), .send("HTTP/1.1 201 Made\r\nContent-Length: 8\r\n\r\nline"),
            .wait(rest), .send(" one"),
        ])
        let terminal = try Terminal(columns: 80)
        let command = try Command.formpost("-#", "--each", "f=@?.jpg", server.url).on(terminal)
            .with { $0.workingDirectory = directory.path }.start()
        for columns in [80, 16, 40] {
            try terminal.resize(columns: columns)
            let count = ProgressBar.count(terminal.soFar)
            let bytes = try await terminal.output("is redrawn") {
                ProgressBar.count($0) >= count + 3
            }
            let draw = try #require(ProgressBar.draws(bytes).last)
            #expect(draw.hasPrefix("0/2"), "\(draw)")
            #expect(draw.count < columns, "\(columns): \(draw)")
        }
        answer.open()
        try await terminal.output(containing: "line")
        let count = ProgressBar.count(terminal.soFar)
        // A few redraws long: nothing may be drawn.
        try await Task.sleep(for: .seconds(0.35))
        #expect(ProgressBar.count(terminal.soFar) == count)
        rest.open()
        #expect(await command.result().exitStatus == 0)
        #expect(
            Screen(try await terminal.everything(), columns: 80).lines == [
                "a.jpg: 201, 1.0 KiB", "line one", "b.jpg: 201, 1.0 KiB", "line one", "2 uploaded",
            ])
    }

    /// A failure has its line after its answer, and an answer without a body needs no other.
    @Test func areFollowedByTheirFailures() async throws {
        try directory.file("c.jpg", "")
        let server = try LoopbackServer(Self.answer(413), .respond(404), .respond(204))
        let (result, screen) = try await run([
            "-#", "--each", "f=@?.jpg", server.url,
        ])
        #expect(result.exitStatus == 22)
        #expect(
            screen.lines == [
                "a.jpg: 413, 1.0 KiB", "line one", "line two",
                "formpost: (22) a.jpg: the server answered 413 Made",
                "formpost: (22) b.jpg: the server answered 404 Not Found", "c.jpg: 204, 0 bytes",
                "1 uploaded, 2 failed (a.jpg: 413, b.jpg: 404)",
            ])
    }

    @Test func areThoseOfOperations() async throws {
        let server = try LoopbackServer(Self.answer())
        let url = { (path: String) in server.url(path) }
        let (result, screen) = try await run(
            [
                "-#", "-X", "GET", url("/form"), "--next", "-F", "user=me", url("/login"), "--next",
                "-F", "f=@a.jpg", url("/up"),
            ])
        #expect(result.exitStatus == 0)
        #expect(
            screen.lines == [
                "\(url("/form")): 201, 0 bytes", "line one", "line two",
                "\(url("/login")): 201, 143 bytes", "line one", "line two",
                "\(url("/up")): 201, 1.2 KiB", "line one", "line two",
                "1 uploaded, 2 other requests done",
            ])
    }

    /// Only an answer on the same terminal: elsewhere a line for each remains a matter of logs.
    @Test func areNotNamedElsewhere() async throws {
        let server = try LoopbackServer(.respond(body: "x"))
        for options in [["-o", "/dev/null"], []] {
            let terminal = try Terminal()
            let result = try await Command.formpost(
                arguments: options + ["--each", "f=@?.jpg", server.url]
            ).on(terminal).with {
                $0.workingDirectory = directory.path
                if options.isEmpty { $0.stdout = .capture }
            }.run()
            #expect(result.stdoutText == (options.isEmpty ? "xx" : ""))
            #expect(Screen(try await terminal.everything(), columns: 80).lines == ["2 uploaded"])
        }
    }
}
