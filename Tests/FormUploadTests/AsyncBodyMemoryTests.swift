import Foundation
import TestSupport
import Testing

/// A sequence of 1 GiB takes the memory of a short one, and data that of itself.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["FORMPOST_SANITIZED"] == nil,
        "a sanitizer takes memory of its own"))
struct AsyncBodyMemoryTests {
    /// The peak in bytes, when all is sent and the answer is still to come.
    private func peak(sending mebibytes: Int, as what: String = "chunks") async throws -> Int64 {
        let (received, goOn) = (Gate(), Gate())
        let server = try LoopbackServer(
            [.readBody, .open(received), .wait(goOn), .respond(200)], bodies: .count)
        let upload = Command(
            BuiltCommand.besideTests("SequenceUpload"),
            arguments: [server.url, "\(mebibytes)", "1", what])
        // Not a figure to reach: other tests run at the same time.
        let command = try upload.start()
        try await received.waitUntilOpen()
        let peak = try #require(command.peakMemory())
        goOn.open()
        #expect(await command.result().stdoutText == "200\n")
        let body = try await server.request().body
        #expect(body.isComplete)
        #expect(body.count > Int64(mebibytes) << 20)
        return peak
    }

    @Test func sendsOneGibibyteInConstantMemory() async throws {
        let (small, large) = (try await peak(sending: 4), try await peak(sending: 1024))
        #expect(large < 48 << 20)
        #expect(large - small < 4 << 20)
    }

    @Test func sendsDataWithoutACopy() async throws {
        let small = try await peak(sending: 1, as: "data")
        let large = try await peak(sending: 129, as: "data")
        #expect(large - small < (128 << 20) + (12 << 20))
    }
}
