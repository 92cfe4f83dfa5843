import Foundation
import TestSupport
import Testing

/// Retries that a scenario cannot say: what happens in a pause, large answers, random pauses.
@Suite(.serialized)
struct RetryTests {
    /// All of the body was sent, and answered.
    @Test(arguments: [SIGINT, SIGTERM])
    func isInterruptedBeforeAnotherAttempt(signal: Int32) async throws {
        let server = try LoopbackServer(.respond(503))
        let running = try Command.formpost(
            "--retry", "1", "--retry-delay", "60", "-F", "a=b", server.url
        ).start()
        _ = try await running.stderr(containing: "(the last attempt)\n")
        running.send(signal)
        let result = await running.result()
        #expect(result.signal == signal)
        #expect(
            result.stderrText.hasSuffix(
                "\nformpost: interrupted before another attempt: "
                    + "the server answered 503 Service Unavailable\n"))
    }

    /// Only the last one is printed or written, also where the first one is too large for the memory.
    @Test(arguments: [[], ["-o", "out"]]) func largeAnswers(output: [String]) async throws {
        let directory = try TemporaryDirectory()
        let first = String(repeating: "x", count: 3_000_000)
        let last = String(repeating: "y", count: 3_000_000)
        let server = try LoopbackServer(
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n" + first),
            .respond(body: last))
        let result = try await Command.formpost(
            arguments: ["-sS", "--retry", "1", "--retry-delay", "0.01", "--retry-all-errors"]
                + output + ["-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.leftovers == [])
        let written = output.isEmpty ? result.stdout : try directory.contents(of: "out")
        #expect(String(decoding: written, as: UTF8.self) == last)
    }

    /// `--retry-jitter` makes the pause longer, and the line about it says so.
    @Test func aRandomPauseIsSaid() async throws {
        let server = try LoopbackServer(.respond(503), .respond(200))
        let result = try await Command.formpost(
            "--retry", "1", "--retry-delay", "0.4", "--retry-jitter", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0)
        let line = try #require(
            result.stderrText.wholeMatch(
                of:
                    #/formpost: the server answered 503 Service Unavailable; trying again in (0\.\d+) s(?:, (0(?:\.\d+)?) s of it at random)? \(the last attempt\)\nHTTP\/1\.1 200 OK\n/#
            ), "\(result)")
        let (pause, jitter) = (Double(line.1) ?? 0, Double(line.2 ?? "0") ?? -1)
        #expect((0..<0.2).contains(jitter))
        #expect(abs(pause - 0.4 - jitter) < 0.0015)
        #expect(result.wallTime >= pause)
    }

    /// A kept connection ends before the answer, over TLS as well: the server may have taken the body,
    /// which takes more than one read.
    @Test(arguments: [nil, TLSOptions()])
    func aKeptConnectionWithALargeBody(tls: TLSOptions?) async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("large", FilePattern().bytes(1 << 20 - 4096))
        let server = try LoopbackServer(
            .respond(), [.readBody, .close], .respond(), bodies: .count, tls: tls)
        let result = try await Command.formpost(
            "-sSk", "-F", "f=@" + path, server.url("/first"), server.url("/second")
        ).run()
        #expect([52, 55, 56].contains(result.exitStatus), "\(result)")
        #expect(result.stderrText.contains("the server may have taken the upload"), "\(result)")
        #expect(server.requests.map(\.target) == ["/first", "/second"])
    }
}
