import Foundation
import TestSupport
import Testing

/// A body without a line end: what standard error says next begins a new line on the same terminal,
/// and nowhere else.
@Suite(.serialized)
struct UnfinishedLineTests {
    private static let half: [Step] = [
        .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"),
    ]

    @Test func isEndedBeforeAFailure() async throws {
        let server = try LoopbackServer(Answer(Self.half + [.close]))
        let terminal = try Terminal(columns: 120)
        let result = try await Command.formpost("-F", "a=b", server.url).on(terminal).run()
        #expect(result.exitStatus == 18)
        let lines = Screen(try await terminal.everything(), columns: 120).lines
        #expect(lines.prefix(2) == ["HTTP/1.1 200 OK", "abc"])
        #expect(lines.count == 3 && lines.last?.hasPrefix("formpost: (18) ") == true, "\(lines)")
    }

    @Test(arguments: [["-F", "a=b"], ["--each", "f=@a"]])
    func isEndedBeforeASignalsMessage(arguments: [String]) async throws {
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
    func isEndedWhereBothMeet(file: String) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(.respond(404, body: "abc"))
        let terminal = try Terminal(columns: 120)
        let result = try await Command.formpost("--stderr", file, "-F", "a=b", server.url)
            .on(terminal).with {
                $0.workingDirectory = directory.path
                $0.environment["NO_COLOR"] = "1"
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
    @Test func staysWhereTheyDoNotMeet() async throws {
        let server = try LoopbackServer(.respond(body: "abc"))
        let terminal = try Terminal()
        let result = try await Command.formpost("-F", "a=b", server.url).on(terminal)
            .with { $0.stderr = .capture }.run()
        result.expect(0, stderr: "HTTP/1.1 200 OK\n")
        #expect(try await terminal.everything() == Array("abc".utf8))
    }
}
