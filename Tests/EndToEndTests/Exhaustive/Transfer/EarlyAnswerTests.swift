import TestSupport
import Testing

/// Answers that come while the body is still going out, of servers that go on in various ways; those that
/// read the rest are in Scenarios/transfer.txt.
@Suite(.serialized)
struct EarlyAnswerTests {
    private static let size: Int64 = 1 << 28

    struct Style: Sendable, CustomTestStringConvertible {
        var name: String
        var steps: [Step]
        var sendsContinue = true
        var options = ["-H", "Expect:"]
        var testDescription: String { name }
    }

    private static let refusal = Step.respond(
        413, headers: ["Connection": "close"], body: "too much\n")

    private static let styles = [
        Style(
            name: "in pieces",
            steps: [
                .readBytes(1 << 20),
                .dribble(
                    "HTTP/1.1 413 Content Too Large\r\nContent-Length: 9\r\n\r\ntoo much\n",
                    size: 7, pause: 0.005), .drain,
            ]),
        Style(
            name: "in place of 100", steps: [refusal, .close], sendsContinue: false, options: []),
        Style(name: "after 100", steps: [.readBytes(1), refusal, .close], options: []),
        Style(
            name: "without a length",
            steps: [
                .readBytes(1 << 20),
                .send("HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n\r\ntoo much\n"),
                .halfClose, .drain,
            ]),
        Style(
            name: "in chunks",
            steps: [
                .send("HTTP/1.1 413 Content Too Large\r\nTransfer-Encoding: chunked\r\n\r\n"),
                .send("9\r\ntoo much\n\r\n0\r\n\r\n"), .halfClose, .drain,
            ]),
    ]

    @Test(arguments: styles)
    func isPrintedAndFails(style: Style) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: Self.size)
        let server = try LoopbackServer(
            Answer(style.steps, sendsContinue: style.sendsContinue), bodies: .count)
        let result = try await Command.formpost(
            arguments: style.options + ["-F", "f=@" + file, server.url]
        ).run()
        #expect(result.exitStatus == 22, "\(result)")
        #expect(result.stdoutText == "too much\n")
        let lines = result.stderrText.split(separator: "\n")
        let error =
            #/formpost: \(22\) the server answered 413 Content Too Large, after .* of 256.0 MiB/#
        #expect(lines.first?.wholeMatch(of: error) != nil, "\(result)")
        #expect(lines.count == 1)
        #expect(result.leftovers == [])
    }

    /// The reset that follows the answer must not be noticed before the answer, however they race.
    @Test func isNeverLostToTheReset() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: Self.size)
        let server = try LoopbackServer(
            [.readBytes(5_000_000), Self.refusal, .close], bodies: .count)
        for _ in 1...10 {
            let result = try await Command.formpost(
                "-s", "-H", "Expect:", "-F", "f=@" + file, server.url
            ).run()
            result.expect(22, stdout: "too much\n")
        }
    }

    /// Standard input need not end.
    @Test func isPrintedWhileStandardInputIsOpen() async throws {
        let server = try LoopbackServer(
            [.readBytes(1000), .respond(403, body: "no\n"), .halfClose, .drain], bodies: .count)
        let running = try Command.formpost("-s", "--chunked", "-F", "f=@-;filename=x", server.url)
            .with {
                $0.stdin = .pipe
            }.start()
        // More than is sent after a refusal.
        try? await running.input?.write([UInt8](repeating: 0x61, count: 50_000_000))
        let result = await running.result()
        result.expect(22, stdout: "no\n")
    }

    /// After an early success the body is still sent.
    @Test func sendsTheRestAfterASuccess() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 24)
        let server = try LoopbackServer(
            [.readBytes(1 << 20), .respond(200, body: "ok\n"), .readBody], bodies: .count)
        let result = try await Command.formpost(
            "-sS", "-H", "Expect:", "-F", "f=@" + file, server.url
        ).run()
        result.expect(0, stdout: "ok\n")
    }

    /// The server answers and keeps sending: the missing bytes of the body are noticed.
    @Test func failsWhereTheServerIsGoneAfterASuccess() async throws {
        let server = try LoopbackServer(
            [
                .readBytes(1), .respond(200, body: "ok\n"), .send("HTTP/1.1 400 Bad\r\n\r\n"),
                .reset,
            ], bodies: .count)
        for _ in 1...10 {
            let result = try await Command.formpost(
                "-sS", "--chunked", "-F", "f=@-;filename=x", server.url
            ).with { $0.stdin = .bytes([UInt8](repeating: 0x61, count: 1 << 24)) }.run()
            #expect(result.exitStatus == 55, "\(result)")
            #expect(result.stdoutText == "ok\n")
            #expect(result.stderrText.hasPrefix("formpost: (55) "), "\(result)")
        }
    }
}
