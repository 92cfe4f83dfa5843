import Foundation
import TestSupport
import Testing

/// Only acknowledged bytes count as sent, not those in buffers.
@Suite struct AcknowledgedBytesTests {
    /// The most bytes in a small receive buffer and on the way.
    private static let inFlight: Int64 = 256 << 10

    /// The server pauses repeatedly; each time the progress reaches the bytes it has read.
    @Test(arguments: [[], ["--limit-rate", "20M"]])
    func isWhatProgressShows(options: [String]) async throws {
        let stops: [Int64] = [1 << 20, 3 << 20, 8 << 20]
        let (reached, goOn) = (stops.map { _ in Gate() }, stops.map { _ in Gate() })
        var steps: [Step] = []
        var before: Int64 = 0
        for (index, stop) in stops.enumerated() {
            steps += [.readBytes(stop - before), .open(reached[index]), .wait(goOn[index])]
            before = stop
        }
        let server = try LoopbackServer(
            Answer(steps + [.readBody, .respond(200)]), bodies: .count, receiveBuffer: 64 << 10)
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 12 << 20)
        let running = try Command.formpost(
            arguments: options + ["--progress", "json", "-F", "f=@" + file, server.url]
        ).start()
        defer { for gate in goOn { gate.open() } }
        for (index, stop) in stops.enumerated() {
            try await reached[index].waitUntilOpen()
            // Another line each half second: the last but one of those from here on is of now.
            let seen = try await running.stderr {
                Self.sent(in: $0).filter { $0 >= stop }.count >= 2
            }
            let sent = Self.sent(in: seen)
            #expect(sent.allSatisfy { $0 <= stop + Self.inFlight }, "\(stop): \(sent)")
            goOn[index].open()
        }
        let result = await running.result()
        #expect(result.exitStatus == 0, "\(result)")
    }

    private static func sent(in lines: String) -> [Int64] {
        lines.matches(of: #/"sent":(\d+)/#).compactMap { Int64($0.1) }
    }

    /// As long as bytes are acknowledged there is no stall, however slow they are.
    @Test func aSlowReaderIsNoStall() async throws {
        let server = try LoopbackServer(
            [.readSlowly(size: 30 << 10, pause: 0.1), .respond(200, body: "ok")], bodies: .count,
            receiveBuffer: 32 << 10)
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 6 << 20)
        let result = try await Command.formpost(
            "-sS", "--stall-timeout", "2", "-F", "f=@" + file, server.url
        ).run()
        result.expect(0, stdout: "ok")
    }

    /// A pause for the rate limit is not a stall either.
    @Test func aLimitedRateIsNoStall() async throws {
        let server = try LoopbackServer(.respond(body: "ok"), bodies: .count)
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("some", size: 40 << 10)
        let result = try await Command.formpost(
            "-sS", "--limit-rate", "10K", "--stall-timeout", "0.5", "-F", "f=@" + file, server.url
        ).run()
        result.expect(0, stdout: "ok")
    }

    /// The sent bytes in a message have arrived, and include those that the server has read.
    @Test func isWhatAMessageSays() async throws {
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer(
            [.readBytes(5 << 20), .wait(stop)], bodies: .count, receiveBuffer: 64 << 10)
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 64 << 20)
        let (_, result) = try await withLongerLimits([1, 5, 30]) {
            try await Command.formpost(
                "-sS", "--stall-timeout", $0, "-w", "%{size_upload}", "-F", "f=@" + file,
                server.url
            ).run()
        } until: {
            (Int64($0.stdoutText) ?? 0) >= 5 << 20
        }
        #expect(result.exitStatus == 28, "\(result)")
        let said = try #require(Int64(result.stdoutText))
        #expect((5 << 20...5 << 20 + Self.inFlight).contains(said), "\(said)")
        let number = try #require(
            result.stderrText.firstMatch(of: #/while sending \(([0-9.]+) of/#))
        #expect(number.1.hasPrefix("5."), "\(result)")
    }

    /// A server may answer when it has seen the last boundary, before the last chunk, and close.
    @Test func aFormIsWholeWithoutTheLastChunk() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("f", size: 200_000)
        let arguments = ["-sS", "--chunked", "--boundary", "b", "-F", "f=@" + file]
        let whole = try LoopbackServer(bodies: .count)
        _ = try await Command.formpost(arguments: arguments + [whole.url]).run()
        let length = Int64(try await whole.request().body.count)
        for _ in 1...8 {
            let server = try LoopbackServer(
                [
                    .readBytes(length),
                    .respond(200, headers: ["Connection": "close"], body: "ok"), .halfClose, .drain,
                ], bodies: .count)
            let result = try await Command.formpost(arguments: arguments + [server.url]).run()
            result.expect(0, stdout: "ok")
        }
    }
}
