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

    @Test(arguments: [
        ["-d", "@big"], ["--json", "@big"], ["--data-binary", "@big"], ["-T", "big"],
    ])
    func tellsOfData(arguments: [String]) async throws {
        let upload = try HeldUpload(filledWith: "x")
        let command = Command.formpost(
            arguments: ["--progress", "json"] + arguments + [upload.server.url("/x")]
        ).with { $0.workingDirectory = upload.directory.path }
        let result = try await upload.run(tellingJSON: command)
        #expect(result.exitStatus == 0)
        #expect(try entries(result.stderrText).last?.sent == HeldUpload.size)
        let moves = try moves(result.stderrText)
        #expect(moves.allSatisfy { $0.total == HeldUpload.size })
        #expect(moves.map { $0.sent ?? -1 } == moves.map { $0.sent ?? -1 }.sorted())
        #expect(moves.contains { $0.event == "progress" && $0.sent ?? .max < HeldUpload.size })
        #expect(try await upload.server.request().body.count == HeldUpload.size)
    }

    /// How much it is, only the end tells.
    @Test func hasNoTotalOfAStream() async throws {
        let upload = try HeldUpload()
        let command = upload.command(["--progress", "json", "--chunked"]).with {
            $0.arguments.removeLast(3)
            $0.arguments += ["-F", "f=@-", upload.server.url]
            $0.stdin = .bytes([UInt8](repeating: 0, count: Int(HeldUpload.size)))
        }
        let result = try await upload.run(tellingJSON: command)
        let total = try await upload.server.request().body.count
        let entries = try entries(result.stderrText)
        #expect(entries.contains { $0.event == "progress" && $0.total == nil })
        #expect(entries.allSatisfy { $0.event != "waiting" || $0.total == total })
        #expect(entries.last?.event == "end")
    }

    @Test func countsAttempts() async throws {
        let (first, second) = (Gate(), Gate())
        let upload = try HeldUpload(first: [
            [.readBytes(2 << 20), .wait(first), .readBody, .respond(503)],
            [.readBytes(2 << 20), .wait(second), .reset],
        ])
        let command = try upload.command([
            "--progress", "json", "--retry", "2", "--retry-delay", "0.01", "--retry-all-errors",
        ]).start()
        try await command.stderr(containing: "\"attempt\":1")
        first.open()
        try await command.stderr(containing: "\"attempt\":2")
        second.open()
        try await command.stderr(containing: "\"attempt\":3")
        upload.goOn()
        let result = await command.result()
        #expect(result.exitStatus == 0)
        let moves = try moves(result.stderrText)
        #expect(moves.map { $0.attempt ?? 0 } == moves.map { $0.attempt ?? 0 }.sorted())
        #expect(Set(moves.map(\.attempt)) == [1, 2, 3])
        for attempt in 1...3 {
            let counts = moves.filter { $0.attempt == attempt }.map { $0.sent ?? -1 }
            #expect(counts == counts.sorted(), "\(attempt)")
        }
        let retries = try entries(result.stderrText).filter { $0.event == "retry" }
        #expect(retries.map(\.left) == [1, 0])
        #expect(retries.map(\.status) == [503, nil])
        #expect(retries.map(\.pause) == [0.01, 0.01])
        #expect(retries.first?.cause == "the server answered 503 Service Unavailable")
    }

    /// The body is sent again, and counted again, in the same attempt.
    @Test func countsAnewAfterARedirect() async throws {
        let gate = Gate()
        let upload = try HeldUpload(first: [
            [.readBody, .wait(gate), .respond(307, headers: ["Location": "/x"])]
        ])
        let terminal = try Terminal()
        let command = try upload.command(["--progress", "json", "-L"]).on(terminal).start()
        try await terminal.output(containing: "\"event\":\"waiting\"")
        gate.open()
        try await terminal.output("progresses again") { bytes in
            let events = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
            let later = events.drop { !$0.contains("\"event\":\"waiting\"") }
            return later.contains { $0.contains("\"event\":\"progress\"") }
        }
        upload.goOn()
        #expect(await command.result().exitStatus == 0)
        let all = try await upload.server.request().body.count
        let text = String(decoding: try await terminal.everything(), as: UTF8.self)
        // The answer is on the same terminal.
        let later = try StreamEntry.all(
            in: text.replacing("\r\n", with: "\n"), amongOthers: true
        ).drop { $0.event != "waiting" }
        let redirect = try #require(later.first { $0.event == "redirect" })
        #expect(redirect.status == 307 && redirect.location == upload.server.url("/x"))
        let again = try #require(later.first { $0.event == "progress" })
        #expect(again.sent ?? .max < all && again.attempt == 1 && again.total == all)
        #expect(later.last?.event == "end" && later.last?.sent == all)
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
                : Answer([.readBody, .open(arrived), .wait(ended)])
        }
        defer { ended.open() }
        let result = try await Command.formpost(
            arguments: [
                "-Z", "--parallel-max", "2", "--fail-early", "--progress", "json", "-F", "a=b",
            ] + (1...4).map { server.url("/\($0)") }
        ).run()
        #expect(result.exitStatus == 22)
        let ends = try entries(result.stderrText).filter {
            ["end", "skipped", "notsent"].contains($0.event)
        }.map { "\($0.event) \($0.index ?? 0) \($0.exit.map(String.init) ?? "-")" }
        #expect(ends == ["end 1 22", "end 2 28", "notsent 3 -", "notsent 4 -"])
    }
}
