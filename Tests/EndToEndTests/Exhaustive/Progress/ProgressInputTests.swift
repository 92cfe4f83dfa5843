import Foundation
import TestSupport
import Testing

/// A pipe that is read to its end before anything is sent; its writer may be slow.
@Suite(.serialized)
struct ProgressInputTests {
    /// The command, which has been given 1 MiB of its standard input.
    private func start(
        _ options: [String], _ server: LoopbackServer,
        _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> RunningCommand {
        let command = try Command.formpost(
            arguments: options + ["-F", "f=@-;filename=x", server.url]
        )
        .with(change).with { $0.stdin = .pipe }.start()
        try await #require(command.input).write([UInt8](repeating: 0x78, count: 1 << 20))
        return command
    }

    @Test(arguments: [[], ["-#"]])
    func showsWhatHasBeenRead(options: [String]) async throws {
        let server = try LoopbackServer()
        let terminal = try Terminal()
        let command = try await start(options, server) { $0 = $0.on(terminal) }
        try await terminal.output(containing: "1.0 MiB read")
        let draw = try #require(ProgressBar.draws(terminal.soFar).last)
        #expect(
            draw.wholeMatch(of: /standard input +1\.0 MiB read  +[\d.]+ [KMG]?i?B\/s/) != nil,
            "\(draw)")
        command.input?.close()
        #expect(await command.result().exitStatus == 0)
        let lines = Screen(try await terminal.everything(), columns: 80).lines
        // Size and time follow where the upload took long.
        #expect(lines.count == 1 && lines[0].hasPrefix("HTTP/1.1 200 OK"), "\(lines)")
    }

    /// The line is wiped, and says that no upload was under way.
    @Test(arguments: [SIGINT, SIGTERM])
    func isWipedByASignal(signal: Int32) async throws {
        let server = try LoopbackServer()
        let terminal = try Terminal()
        let command = try await start(["-#"], server) { $0 = $0.on(terminal) }
        try await terminal.output(containing: "1.0 MiB read")
        command.send(signal)
        #expect(await command.result().signal == signal)
        #expect(
            Screen(try await terminal.everything(), columns: 80).lines
                == ["formpost: interrupted: 1.0 MiB of standard input read, nothing sent"])
    }

    /// It is also erased if the form is invalid.
    @Test func isWipedByAFailure() async throws {
        let server = try LoopbackServer()
        let terminal = try Terminal()
        let command = try await start(["-#", "--max-spool", "1M"], server) { $0 = $0.on(terminal) }
        try await terminal.output(containing: "1.0 MiB read")
        try await #require(command.input).write("x")
        #expect(await command.result().exitStatus == 26)
        let lines = Screen(try await terminal.everything(), columns: 80).lines
        #expect(lines.count == 1 && lines[0].hasPrefix("formpost: (26) "), "\(lines)")
    }

    @Test func tellsPrograms() async throws {
        let server = try LoopbackServer()
        let command = try await start(["--progress", "json"], server)
        let reading =
            #"{"version":1,"event":"reading","input":"-","read":1048576,"rate":"#
        try await command.stderr(containing: reading)
        command.input?.close()
        let result = await command.result()
        #expect(result.exitStatus == 0)
        let events = try StreamEntry.all(in: result.stderrText).map(\.event)
        #expect(events.first == "reading" && events.last == "end")
    }

    @Test func tellsProgramsOfASignal() async throws {
        let server = try LoopbackServer()
        let command = try await start(["--progress", "json"], server)
        try await command.stderr(containing: #""input":"-","read":1048576,"#)
        command.send(SIGTERM)
        let result = await command.result()
        #expect(result.signal == SIGTERM)
        let events = try StreamEntry.all(in: result.stderrText).map(\.event)
        #expect(events.suffix(2) == ["reading", "interrupted"])
    }

    @Test func keepsQuiet() async throws {
        let server = try LoopbackServer()
        let terminal = try Terminal()
        let command = try await start(["-s", "-#"], server) { $0 = $0.on(terminal) }
        // Longer than from one redraw to the next.
        try await Task.sleep(for: .milliseconds(300))
        command.input?.close()
        #expect(await command.result().exitStatus == 0)
        #expect(try await terminal.everything() == [])
    }
}
