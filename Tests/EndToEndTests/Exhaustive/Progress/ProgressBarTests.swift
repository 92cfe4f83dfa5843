import Foundation
import TestSupport
import Testing

/// The bar on a real terminal: its content, its width, its removal.
@Suite(.serialized)
struct ProgressBarTests {
    /// From the first redraw to the last: part, amounts, the wait for the answer, and a clean screen.
    @Test func showsHowFarItIs() async throws {
        let upload = try HeldUpload()
        let terminal = try Terminal(columns: 100)
        let start = ContinuousClock.now
        let command = try upload.command(["-F", "a=b", "-F", "c=d"]).on(terminal).start()
        try await terminal.output(containing: " left")
        #expect(ContinuousClock.now - start >= .seconds(1))
        let draw = try #require(ProgressBar.draws(terminal.soFar).last { $0.contains(" left") })
        let facts =
            /^3\/3 big\.iso \[(=*)>( *)\]  +(\d+) %  +(\d+)\.(\d) of 64\.0 MiB  +[\d.]+ [KM]?i?B\/s  +\d+:\d\d left$/
        let match = try #require(try facts.wholeMatch(in: draw), "\(draw)")
        // The server has them; the system takes some more.
        let tenths = try #require(Int(match.4)) * 10 + (Int(match.5) ?? 0)
        #expect((40..<640).contains(tenths))
        #expect(try abs(#require(Int(match.3)) - tenths * 10 / 64) <= 1)
        // All but the last three columns, each time.
        let draws = ProgressBar.draws(terminal.soFar).filter { $0.contains(" left") }
        #expect(draws.allSatisfy { $0.count == 97 })
        upload.readRest.open()
        try await terminal.output(containing: "64.0 MiB sent, waiting for the response")
        upload.answer.open()
        #expect(await command.result().exitStatus == 0)
        let everything = try await terminal.everything()
        let screen = Screen(everything, columns: 100)
        #expect(
            ProgressBar.timeless(screen.lines) == ["HTTP/1.1 200 OK · 64.0 MiB", "stored"],
            "\(screen.lines)")
        #expect(screen.wraps == 0 && screen.surprises == [])
        #expect(everything.offset(of: Array("100 %".utf8)) == nil)
    }

    @Test func drawsAtMostTenTimesASecond() async throws {
        let upload = try HeldUpload()
        let terminal = try Terminal()
        let command = try upload.command(["--progress", "bar"]).on(terminal).start()
        try await terminal.output("is 12 redraws") { ProgressBar.count($0) >= 12 }
        upload.goOn()
        let result = await command.result()
        let count = ProgressBar.count(try await terminal.everything())
        // And once more, to wipe it.
        #expect(Double(count - 1) <= result.wallTime * 10, "\(count) in \(result.wallTime) s")
    }

    /// Columns, of which zero are unknown, a name, and the start of a redraw. More widths are those of
    /// `ProgressTextTests`.
    private static let widths: [(Int, name: String, shown: String)] = [
        (0, "big.iso", "big.iso ["), (200, "a\u{301}o\u{308}", "a\u{301}o\u{308} ["),
        (80, String(repeating: "語", count: 40), String(repeating: "語", count: 11) + "… "),
        (80, "\u{1B}[2J\u{1B}]0;x\u{7}\u{8}", #"\x1b[2J\x1b]0;x\x07\x08 "#),
        (80, "\u{9B}2J\u{202E}gpj.a", #"\x9b2J\u{202e}gpj.a "#), (10, "語語語語語語", ""),
        (1, "big.iso", ""),
    ]

    @Test(arguments: widths)
    func fits(width: Int, name: String, shown: String) async throws {
        let upload = try HeldUpload()
        let terminal = try Terminal(columns: width)
        let columns = width == 0 ? 80 : width
        let command = try upload.command(["--progress", "bar"], named: name).on(terminal)
            .with { $0.stdout = .capture }.start()
        // The first may come before anything has been sent.
        let bytes = try await terminal.output("is 3 redraws") { ProgressBar.count($0) >= 3 }
        let screen = Screen(bytes, columns: columns)
        #expect(screen.wraps == 0 && screen.surprises == [] && screen.lines.count <= 1)
        let line = screen.lines.first ?? ""
        #expect(line.hasPrefix(shown), "\(line)")
        // If room is short, the amount is kept.
        if width == 10 { #expect(line.contains(" %"), "\(line)") }
        upload.goOn()
        #expect(await command.result().stdoutText == "stored\n")
        let everything = try await terminal.everything()
        let lines = Screen(everything, columns: max(80, columns)).lines
        #expect(ProgressBar.timeless(lines) == ["HTTP/1.1 200 OK · 64.0 MiB"], "\(lines)")
    }

    @Test func fitsAgainAfterAResize() async throws {
        let upload = try HeldUpload()
        let terminal = try Terminal(columns: 120)
        let command = try upload.command(["-#"]).on(terminal).start()
        try await terminal.output(containing: " left")
        for columns in [60, 30, 90, 10, 120] {
            try terminal.resize(columns: columns)
            // One redraw may have been on its way.
            let count = ProgressBar.count(terminal.soFar)
            let bytes = try await terminal.output("is redrawn") {
                ProgressBar.count($0) >= count + 3
            }
            let draws = ProgressBar.draws(bytes)
            let draw = try #require(draws.dropLast().last)
            #expect(draw.count < columns, "\(columns): \(draw)")
            #expect(draw.contains("[=") == (columns >= 90), "\(columns): \(draw)")
        }
        upload.goOn()
        #expect(await command.result().exitStatus == 0)
        let lines = Screen(try await terminal.everything(), columns: 120).lines
        #expect(
            ProgressBar.timeless(lines) == ["HTTP/1.1 200 OK · 64.0 MiB", "stored"], "\(lines)")
    }

    /// Standard output makes no difference.
    @Test func dependsOnStandardErrorAlone() async throws {
        let directory = try TemporaryDirectory()
        for (options, stdout) in [
            ([], Command.Output.capture), ([], .file(directory.path("a"))),
            (["-o", directory.path("b")], .terminal),
        ] {
            let upload = try HeldUpload()
            let terminal = try Terminal()
            let command = try upload.command(options).on(terminal).with { $0.stdout = stdout }
                .start()
            try await terminal.output(containing: " left")
            upload.goOn()
            #expect(await command.result().exitStatus == 0)
            let lines = Screen(try await terminal.everything(), columns: 80).lines
            #expect(ProgressBar.timeless(lines) == ["HTTP/1.1 200 OK · 64.0 MiB"], "\(lines)")
        }
        #expect(directory.entries() == ["a", "b"])
    }

    /// More than a second, and not a redraw.
    private static let silences: [([String], terminal: String, stderr: String)] = [
        (["-s"], "stored\r\n", ""), (["-sS"], "stored\r\n", ""),
        (["-s", "--progress", "bar"], "stored\r\n", ""),
        (["--no-progress-meter"], "HTTP/1.1 200 OK\r\nstored\r\n", ""),
        (["--progress", "none"], "HTTP/1.1 200 OK\r\nstored\r\n", ""),
        (["-#", "--no-progress-meter"], "HTTP/1.1 200 OK\r\nstored\r\n", ""),
        // Standard error is no terminal.
        ([], "stored\r\n", "HTTP/1.1 200 OK\n"),
        (["--progress", "auto"], "stored\r\n", "HTTP/1.1 200 OK\n"),
        (["--no-progress-bar"], "stored\r\n", "HTTP/1.1 200 OK\n"),
    ]

    @Test(arguments: silences)
    func keepsQuiet(options: [String], shown: String, stderr: String) async throws {
        let server = try LoopbackServer([.readBody, .pause(1.4), .respond(200, body: "stored\n")])
        let terminal = try Terminal()
        let result = try await Command.formpost(arguments: options + ["-F", "a=b", server.url])
            .on(terminal).with {
                $0.environment["NO_COLOR"] = "1"
                if !stderr.isEmpty { $0.stderr = .capture }
            }.run()
        #expect(result.exitStatus == 0)
        #expect(String(decoding: try await terminal.everything(), as: UTF8.self) == shown)
        #expect(result.stderrText == stderr)
    }

    /// Not before the body is read: OpenSSL may ask for a passphrase while connecting.
    @Test(.enabled(if: TLSOptions.isAvailable, "needs libssl"))
    func keepsQuietWhileConnecting() async throws {
        let (late, goOn) = (Gate(), Gate())
        let server = try LoopbackServer(
            script: .answers([.respond(200)]), tls: TLSOptions(),
            onConnect: { _ in [.pause(0.5), .open(late), .wait(goOn)] })
        let terminal = try Terminal()
        let command = try Command.formpost("-#", "-k", "-F", "a=b", server.url).on(terminal).start()
        try await late.waitUntilOpen()
        #expect(terminal.soFar == [])
        goOn.open()
        #expect(await command.result().exitStatus == 0)
    }

    /// The bytes read from a pipe and sent, also while the pipe is silent.
    @Test func showsWhatHasBeenReadOfAPipe() async throws {
        let reached = Gate()
        let server = try LoopbackServer([
            .readBytes(3 << 20), .open(reached), .readBody, .respond(200),
        ])
        let terminal = try Terminal(columns: 100)
        let command = try Command.formpost("-#", "--chunked", "-F", "f=@-;filename=x", server.url)
            .on(terminal).with { $0.stdin = .pipe }.start()
        let input = try #require(command.input)
        try await input.write([UInt8](repeating: 0, count: 3 << 20))
        try await reached.waitUntilOpen()
        try await terminal.output("tells of 3 MiB") { bytes in
            ProgressBar.draws(bytes).contains {
                $0.contains(/^x +3\.0 MiB sent  +[\d.]+ [KMG]?i?B\/s  +3\.0 MiB read$/)
            }
        }
        input.close()
        #expect(await command.result().exitStatus == 0)
    }

    /// A background job does not draw.
    @Test func keepsQuietInTheBackground() async throws {
        let server = try LoopbackServer([.readBody, .pause(0.5), .respond(200, body: "stored\n")])
        let terminal = try Terminal()
        let result = try await Command(
            "/bin/sh",
            arguments: [
                "-c", "set -m; \"$@\" & wait $!", "sh", BuiltCommand.formpost, "-#", "-F", "a=b",
                server.url,
            ]
        ).on(terminal).with { $0.environment["NO_COLOR"] = "1" }.run()
        #expect(result.exitStatus == 0)
        let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
        #expect(shown.contains("stored\r\n") && !shown.contains("\u{1B}"), "\(shown)")
    }

    @Test func doesWithoutEscapesOnADumbTerminal() async throws {
        let upload = try HeldUpload()
        let terminal = try Terminal(columns: 60)
        let command = try upload.command(["-#"]).on(terminal)
            .with { $0.environment["TERM"] = "dumb" }.start()
        try await terminal.output(containing: " left")
        upload.readRest.open()
        try await terminal.output(containing: "waiting for the response")
        let waiting = "64.0 MiB sent, waiting for the response"
        #expect(Screen(terminal.soFar, columns: 60).lines == [waiting])
        upload.answer.open()
        #expect(await command.result().exitStatus == 0)
        let everything = try await terminal.everything()
        let lines = Screen(everything, columns: 60).lines
        #expect(
            ProgressBar.timeless(lines) == ["HTTP/1.1 200 OK · 64.0 MiB", "stored"], "\(lines)")
        #expect(!everything.contains(0x1B))
    }
}
