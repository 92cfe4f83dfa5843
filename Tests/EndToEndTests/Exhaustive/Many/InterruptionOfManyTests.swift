import Foundation
import TestSupport
import Testing

/// SIGINT and SIGTERM in the middle of many requests.
@Suite(.serialized)
struct InterruptionOfManyTests {
    /// It ends at once, says once what was done, and leaves the journal true.
    @Test(arguments: [SIGINT, SIGTERM], [[], ["-Z", "--parallel-max", "2"]])
    func saysWhatWasDone(signal: Int32, options: [String]) async throws {
        let directory = try TemporaryDirectory()
        for number in 1...5 { try directory.file("\(number)", "x") }
        let (reached, never) = (Gate(), Gate())
        let server = try LoopbackServer { request in
            request.number == 4
                ? Answer([.readBody, .open(reached), .wait(never)])
                : request.number > 4 ? Answer([.readBody, .wait(never)]) : .respond()
        }
        let running = try Command.formpost(
            arguments: ["--journal", "journal", "--each", "f=@?"] + options + [server.url]
        ).with { $0.workingDirectory = directory.path }.start()
        try await reached.waitUntilOpen()
        // The third one has been answered, but perhaps not been noted yet.
        let deadline = ContinuousClock.now + .seconds(20)
        while try notes(directory) < 3, ContinuousClock.now < deadline { await Task.yield() }
        running.send(signal)
        let result = await running.result()
        #expect(result.signal == signal)
        let sentence =
            /formpost: interrupted: (\d) uploaded, (\d) under way(?:, (\d) not sent)?; \d+ of \d+ bytes sent\n$/
        let counts = try #require(
            try sentence.firstMatch(in: result.stderrText), "\(result.stderrText)")
        let (uploaded, underWay) = (Int(counts.1) ?? 0, Int(counts.2) ?? 0)
        let notSent = counts.3.flatMap { Int($0) } ?? 0
        #expect(uploaded + underWay + notSent == 5)
        // Side by side, they are counted in their order: the first may be the one that waits.
        if options.isEmpty {
            #expect((uploaded, underWay) == (3, 1))
        } else {
            #expect((0...3).contains(uploaded) && underWay >= 1)
        }
        #expect(result.stderrText.components(separatedBy: "interrupted").count == 2)
        #expect(try notes(directory) == 3)
        #expect(directory.entries() == ["1", "2", "3", "4", "5", "journal"])
        never.open()
    }

    private func notes(_ directory: TemporaryDirectory) throws -> Int {
        guard directory.entries().contains("journal") else { return 0 }
        let text = String(decoding: try fileBytes(directory.path("journal")), as: UTF8.self)
        return text.components(separatedBy: #""state":"complete""#).count - 1
    }
}
