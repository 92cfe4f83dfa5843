import Foundation
import TestSupport
import Testing

/// `--progress json`: for programs, terminal or not.
@Suite(.serialized)
struct ProgressStreamTests {
    /// The objects of a text, each valid by the schema.
    private func entries(_ text: String) throws -> [StreamEntry] { try StreamEntry.all(in: text) }

    /// Those that come twice a second.
    private func moves(_ text: String) throws -> [StreamEntry] {
        try entries(text).filter { ["progress", "waiting", "retrying"].contains($0.event) }
    }

    private static let names = ["big.iso", "ü \\ 語\u{1B}[2J", String(repeating: "x", count: 200)]

    @Test(arguments: names)
    func tellsPrograms(name: String) async throws {
        let upload = try HeldUpload()
        let command = upload.command(
            ["--progress", "json"], named: name.replacing("\\", with: "\\\\")
        )
        let result = try await upload.run(tellingJSON: command)
        let total = try await upload.server.request().body.count
        let all = try entries(result.stderrText)
        #expect(all.first?.event == "start" && all.first?.total == total)
        #expect(all.suffix(2).map(\.event) == ["response", "end"])
        #expect(all.last?.sent == total && all.last?.exit == 0 && all.last?.status == 200)
        let moves = try moves(result.stderrText)
        #expect(moves.allSatisfy { $0.total == total && $0.attempt == 1 })
        #expect(moves.allSatisfy { $0.sent ?? -1 <= $0.read ?? -2 && $0.read ?? -2 <= total })
        #expect(moves.allSatisfy { $0.event != "progress" || $0.sent ?? -1 < total })
        #expect(moves.allSatisfy { $0.event != "waiting" || $0.sent == total })
        #expect(moves.map { $0.sent ?? -1 } == moves.map { $0.sent ?? -1 }.sorted())
        #expect(moves.contains { $0.part == name && $0.sent ?? -1 > 4 << 20 })
        // Nothing else is there.
        #expect(result.stderrText.split(separator: "\n").count == all.count)
    }

    /// A pause is no progress.
    @Test func tellsOfAPause() async throws {
        let upload = try HeldUpload(first: [[.readBody, .respond(503)]])
        let command = try upload.command([
            "--progress", "json", "--retry", "1", "--retry-delay", "1",
        ]).start()
        let told = try await command.stderr { $0.contains(#""event":"retrying""#) }
        let pause = try #require(try moves(told).last)
        #expect((pause.event, pause.attempt, pause.sent) == ("retrying", 2, 0))
        upload.goOn()
        let result = await command.result()
        #expect(result.exitStatus == 0)
        #expect(try entries(result.stderrText).last?.exit == 0)
    }

    @Test func tellsOfASignal() async throws {
        let upload = try HeldUpload()
        defer { upload.goOn() }
        let command = try upload.command(["--progress", "json"]).start()
        try await command.stderr(containing: #""event":"progress""#)
        command.send(SIGTERM)
        let result = await command.result()
        #expect(result.signal == SIGTERM)
        let all = try entries(result.stderrText)
        #expect(all.last?.event == "interrupted")
        #expect(all.contains { $0.level == "note" && $0.text?.hasPrefix("interrupted: ") == true })
    }

    /// A request that was under way when another one failed.
    @Test func tellsOfWhatIsBrokenOff() async throws {
        let (arrived, ended) = (Gate(), Gate())
        let server = try LoopbackServer { request in
            request.target == "/1"
                ? Answer([.readBody, .wait(arrived), .respond(404)])
                : Answer([
                    .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf"),
                    .open(arrived), .wait(ended),
                ])
        }
        defer { ended.open() }
        let result = try await Command.formpost(
            arguments: [
                "-Z", "--parallel-max", "2", "--fail-early", "--progress", "json", "-F", "a=b",
            ] + (1...4).map { server.url("/\($0)") }
        ).run()
        #expect(result.exitStatus == 22 && result.stdout.isEmpty)
        let ends = try entries(result.stderrText).filter {
            ["end", "skipped", "notsent"].contains($0.event)
        }.map { "\($0.event) \($0.index ?? 0) \($0.exit.map(String.init) ?? "-")" }
        #expect(ends == ["end 1 22", "end 2 28", "notsent 3 -", "notsent 4 -"])
    }
}
