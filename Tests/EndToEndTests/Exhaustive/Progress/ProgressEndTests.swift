import Foundation
import TestSupport
import Testing

/// The bar is erased however the command ends.
@Suite(.serialized)
struct ProgressEndTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func isWipedByASignal(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        for options in [[], ["-o", directory.path("out")]] {
            let upload = try HeldUpload()
            defer { upload.goOn() }
            let terminal = try Terminal()
            let command = try upload.command(["-#"] + options).on(terminal).start()
            try await terminal.output(containing: " left")
            if signal == SIGINT { try terminal.type("\u{3}") } else { command.send(signal) }
            let result = await command.result()
            #expect(result.signal == signal)
            let everything = String(decoding: try await terminal.everything(), as: UTF8.self)
            let screen = Screen(Array(everything.utf8), columns: 80)
            // What the terminal itself shows of Ctrl-C may come before or after.
            let lines = screen.lines.map { $0.replacing("^C", with: "") }.filter { !$0.isEmpty }
            // On a busy machine all of it may have been read by now.
            let said =
                /formpost: interrupted: (\d+\.\d of 64\.0 MiB sent|64\.0 MiB sent, waiting for the response)/
            #expect(
                lines.count == 1 && lines.first?.wholeMatch(of: said) != nil,
                "\(everything.suffix(300).debugDescription)")
            #expect(terminal.echoes)
            #expect(directory.entries() == [])
        }
    }

    /// The command ends even if the terminal is stopped.
    @Test func endsOnAStoppedTerminal() async throws {
        let directory = try TemporaryDirectory()
        let upload = try HeldUpload()
        defer { upload.goOn() }
        let terminal = try Terminal()
        let command = try upload.command(["-#", "-o", directory.path("out")]).on(terminal).start()
        try await terminal.output(containing: " left")
        try terminal.type("\u{13}")
        // For the next redraw to be waiting; if it is not, the wiping is.
        try await Task.sleep(for: .seconds(0.3))
        command.send(SIGTERM)
        let result = await command.result()
        #expect(result.signal == SIGTERM && !result.timedOut)
        #expect(directory.entries() == [])
        try terminal.type("\u{11}")
    }

    /// How a server begins, and how it goes on when the bar has been drawn.
    private static let failures: [(String, Step, Step, Int32, String)] = [
        ("reset", .readBytes(1 << 20), .reset, 55, "formpost: (55) "),
        ("closed", .readBody, .close, 52, "formpost: (52) "),
        ("refused", .readBody, .respond(413, body: ""), 22, "formpost: (22) "),
    ]

    @Test(arguments: failures)
    func isWipedByAFailure(
        name: String, first: Step, last: Step, status: Int32, line: String
    ) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 64 << 20)
        let isDrawn = Gate()
        defer { isDrawn.open() }
        let server = try LoopbackServer([first, .wait(isDrawn), last], bodies: .count)
        let terminal = try Terminal(columns: 200)
        let command = try Command.formpost("-#", "-F", "f=@" + file, server.url).on(terminal)
            .start()
        try await terminal.output("is a bar, and drawn again") { ProgressBar.count($0) > 1 }
        isDrawn.open()
        let result = await command.result()
        let everything = try await terminal.everything()
        let lines = Screen(everything, columns: 200).lines
        // A reset can fail reading or writing first.
        if name == "reset" {
            #expect([55, 56].contains(result.exitStatus) && lines.count == 1, "\(lines)")
            #expect(lines.first?.hasPrefix("formpost: (5") == true, "\(lines)")
        } else {
            #expect(result.exitStatus == status)
            #expect(lines.first?.hasPrefix(line) == true, "\(lines)")
            #expect(lines.count == 1)
        }
    }

    /// Retries' lines, a redirect's lines and heads of `-i` have lines of their own, and a response that breaks
    /// off ends the bar.
    @Test(arguments: [[], ["-v"], ["-i"], ["-D", "-"]])
    func makesRoomForOtherLines(options: [String]) async throws {
        let upload = try HeldUpload(
            first: [
                [.readBody, .pause(0.3), .respond(503)],
                [.readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .close],
                [
                    .respond(103), .readBody, .pause(0.3), .respond(103), .pause(0.3),
                    .respond(307, headers: ["Location": "/x"]),
                ],
            ])
        let terminal = try Terminal(columns: 200)
        let command = try upload.command(
            ["-#", "-L", "--retry", "2", "--retry-delay", "0.3", "--retry-all-errors"] + options
        ).on(terminal).start()
        try await terminal.output("is a bar of the last request") { [server = upload.server] in
            server.requests.count == 4 && ProgressBar.count($0) > 12
        }
        upload.goOn()
        #expect(await command.result().exitStatus == 0)
        let screen = Screen(try await terminal.everything(), columns: 200)
        #expect(!screen.lines.contains { $0.contains(" %  ") || $0.contains("waiting for") })
        #expect(screen.lines.contains("stored"))
        for left in ["1 left", "the last attempt"] {
            #expect(screen.lines.contains { $0.contains("trying again in 0.3 s (\(left))") })
        }
        if options == ["-i"] {
            // The heads of attempts that failed are taken back.
            #expect(screen.lines.count { $0 == "HTTP/1.1 103 Early Hints" } == 2)
        }
        if options == ["-D", "-"] {
            #expect(screen.lines.contains("HTTP/1.1 307 Temporary Redirect"))
        }
    }
}
