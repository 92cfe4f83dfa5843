import Foundation
import TestSupport
import Testing

/// `--progress json` and `--progress plain`: for programs and for logs, terminal or not.
@Suite(.serialized)
struct ProgressLogTests {
    struct Entry: Decodable, Equatable {
        var event: String
        var sent: Int64
        var total: Int64?
        var rate: Int64
        var attempt: Int
        var part: String?
        var read: Int64
    }

    /// All members are there, those that are not known as null.
    private func entries(_ text: String) throws -> [Entry] {
        try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(
                object?.keys.sorted() == [
                    "attempt", "event", "part", "rate", "read", "sent", "total",
                ])
            return try JSONDecoder().decode(Entry.self, from: Data(line.utf8))
        }
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
        let entries = try entries(result.stderrText)
        #expect(entries.first?.event == "progress")
        #expect(entries.last?.event == "response")
        #expect(entries.last?.sent == total)
        #expect(entries.allSatisfy { $0.total == total && $0.attempt == 1 && $0.rate >= 0 })
        #expect(entries.allSatisfy { $0.sent <= $0.read && $0.read <= total })
        #expect(entries.allSatisfy { $0.event != "progress" || $0.sent < total })
        #expect(entries.allSatisfy { $0.event != "waiting" || $0.sent == total })
        #expect(entries.map(\.sent) == entries.map(\.sent).sorted())
        #expect(entries.contains { $0.part == name && $0.sent > 4 << 20 })
        // Nothing else is there but the status line.
        let lines = result.stderrText.split(separator: "\n")
        #expect(lines.count == entries.count + 1 && lines.last == "HTTP/1.1 200 OK")
    }

    @Test func tellsOfAQuickUpload() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("--progress", "json", "-F", "a=b", server.url).run()
        let total = try await server.request().body.count
        let entry = try #require(try entries(result.stderrText).last)
        #expect((entry.event, entry.sent, entry.total) == ("response", total, total))
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
        let entries = try entries(result.stderrText).filter { $0.event != "reading" }
        #expect(entries.first?.event == "progress")
        #expect(entries.last?.event == "response" && entries.last?.sent == HeldUpload.size)
        #expect(entries.allSatisfy { $0.total == HeldUpload.size })
        #expect(entries.map(\.sent) == entries.map(\.sent).sorted())
        #expect(entries.contains { $0.event == "progress" && $0.sent < HeldUpload.size })
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
        #expect(entries.last?.event == "response" && entries.last?.sent == total)
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
        let entries = try entries(result.stderrText)
        #expect(entries.map(\.attempt) == entries.map(\.attempt).sorted())
        #expect(Set(entries.map(\.attempt)) == [1, 2, 3])
        for attempt in 1...3 {
            let counts = entries.filter { $0.attempt == attempt }.map(\.sent)
            #expect(counts == counts.sorted(), "\(attempt)")
        }
        #expect(entries.last?.event == "response" && entries.last?.attempt == 3)
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
        let later = try entries(text.replacing("\r\n", with: "\n")).drop { $0.event != "waiting" }
        let again = try #require(later.first { $0.event == "progress" })
        #expect(again.sent < all && again.attempt == 1 && again.total == all)
        #expect(later.last?.event == "response" && later.last?.sent == all)
    }

    @Test func tellsOfAFailure() async throws {
        let upload = try HeldUpload(response: [.close])
        let command = try upload.command(["--progress", "json"]).start()
        upload.goOn()
        let result = await command.result()
        #expect(result.exitStatus == 52)
        #expect(try entries(result.stderrText).last?.event == "failure")
        #expect(result.stderrText.split(separator: "\n").last?.hasPrefix("formpost: (52)") == true)
    }

    /// The last event tells how it ended, also when a response had begun.
    @Test(
        arguments: [
            ([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .close], 18),
            ([.respond(404)], 22),
        ] as [([Step], Int32)])
    func tellsOfAFailureAfterTheResponse(response: [Step], status: Int32) async throws {
        let upload = try HeldUpload(response: response)
        let command = try upload.command(["--progress", "json"]).start()
        upload.goOn()
        let result = await command.result()
        #expect(result.exitStatus == status)
        #expect(try entries(result.stderrText).suffix(2).map(\.event) == ["response", "failure"])
    }

    /// A pause is no progress.
    @Test func tellsOfAPause() async throws {
        let upload = try HeldUpload(first: [[.readBody, .respond(503)]])
        let command = try upload.command([
            "--progress", "json", "--retry", "1", "--retry-delay", "1",
        ]).start()
        let told = try await command.stderr { $0.contains(#""event":"retrying""#) }
        let pause = try #require(try entries(told).last)
        #expect((pause.event, pause.attempt, pause.sent) == ("retrying", 2, 0))
        upload.goOn()
        let result = await command.result()
        #expect(result.exitStatus == 0)
        #expect(try entries(result.stderrText).last?.event == "response")
    }

    @Test func tellsOfASignal() async throws {
        let upload = try HeldUpload()
        defer { upload.goOn() }
        let command = try upload.command(["--progress", "json"]).start()
        try await command.stderr(containing: #""event":"progress""#)
        command.send(SIGTERM)
        let result = await command.result()
        #expect(result.signal == SIGTERM)
        #expect(try entries(result.stderrText).last?.event == "interrupted")
        let line = result.stderrText.split(separator: "\n").last
        #expect(line?.hasPrefix("formpost: interrupted: ") == true, "\(result.stderrText)")
    }

    /// A line every few seconds, the same on a terminal and in a pipe.
    @Test func tellsLogs() async throws {
        async let onTerminal = logged(onTerminal: true)
        async let inAPipe = logged(onTerminal: false)
        // A job of continuous integration has no terminal, and needs no option.
        async let inCI = logged(onTerminal: false, options: [], isInCI: true)
        for (text, wallTime) in [try await onTerminal, try await inAPipe, try await inCI] {
            let lines = text.split(separator: "\n").map(String.init).filter { $0 != "stored" }
            let facts =
                /formpost: ( {2}\d| \d\d) %  [ \d]\d\.\d of 64\.0 MiB  [ \d.]{6} [ KM][ i]B\/s  [ \d]\d:\d\d left/
            #expect(try facts.wholeMatch(in: lines[0]) != nil, "\(lines)")
            #expect(
                lines.dropFirst(1).first { $0.hasSuffix("response") }
                    == "formpost: 64.0 MiB sent, waiting for the response")
            #expect(lines.last == "HTTP/1.1 200 OK")
            #expect(!text.contains("\r") && !text.contains("\u{1B}"))
            // No more than one every five seconds.
            #expect(Double(lines.count - 1) * 5 <= wallTime)
        }
    }

    private func logged(
        onTerminal: Bool, options: [String] = ["--progress", "plain"], isInCI: Bool = false
    ) async throws -> (text: String, wallTime: Double) {
        let upload = try HeldUpload()
        let terminal = try Terminal()
        let command = try upload.command(options).with {
            if isInCI { $0.environment["CI"] = "true" }
            if onTerminal { $0 = $0.on(terminal) }
            $0.environment["NO_COLOR"] = "1"
        }.start()
        for (text, gate) in [(" left", upload.readRest), ("for the response", upload.answer)] {
            if onTerminal {
                try await terminal.output(containing: text + "\r\n")
            } else {
                try await command.stderr(containing: text + "\n")
            }
            gate.open()
        }
        let result = await command.result()
        guard onTerminal else { return (result.stderrText, result.wallTime) }
        let text = String(decoding: try await terminal.everything(), as: UTF8.self)
        return (text.replacing("\r\n", with: "\n"), result.wallTime)
    }
}
