import TestSupport
import Testing

/// A large body takes the memory of a small one.
@Suite(.serialized)
struct MemoryTests {
    /// Bytes; a debug build, which these tests usually run, is a little larger than a release one.
    private static let limit: Int64 = 48 << 20
    /// Bytes between the smallest upload and the largest.
    private static let difference: Int64 = 4 << 20

    private struct Sizes {
        var peak: Int64
        var body: RecordedBody
        var framing: BodyFraming
    }

    /// Uploads, and looks at the process when all is sent and the answer is still to come.
    private func upload(
        _ arguments: [String], _ change: @escaping @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> Sizes {
        let (received, goOn) = (Gate(), Gate())
        let server = try LoopbackServer(
            [.readBody, .open(received), .wait(goOn), .respond(200)], bodies: .count)
        let command = try Command.formpost(arguments: ["-sS"] + arguments + [server.url])
            .with {
                change(&$0)
                $0.timeout = 300
            }.start()
        try await received.waitUntilOpen(timeout: 240)
        let peak = try #require(command.peakMemory())
        goOn.open()
        #expect(await command.result().outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.body.isComplete)
        return Sizes(peak: peak, body: request.body, framing: request.framing)
    }

    @Test func sendsEightGibibytesInTheMemoryOfOneKibibyte() async throws {
        let directory = try TemporaryDirectory()
        let small = try await upload(["-F", "f=@" + (try directory.sparseFile("s", size: 1 << 10))])
        let large = try await upload(["-F", "f=@" + (try directory.sparseFile("l", size: 1 << 33))])
        let overhead = small.body.count - 1 << 10
        #expect(large.framing == .contentLength(1 << 33 + overhead))
        #expect(large.body.count == 1 << 33 + overhead)
        #expect(large.peak < Self.limit)
        #expect(large.peak - small.peak < Self.difference)
    }

    private static let forms: [[String]] = [
        ["-F", "f=@big;encoder=base64"], ["-F", "f=@big;encoder=quoted-printable"],
        ["-F", "f=<big"], ["-H", "Transfer-Encoding: chunked", "-F", "f=@big"],
    ]

    @Test(arguments: forms)
    func encodesInConstantMemory(arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.sparseFile("big", size: 1 << 24)
        let sizes = try await upload(arguments) { $0.workingDirectory = directory.path }
        #expect(sizes.body.count > 1 << 24)
        #expect(sizes.peak < Self.limit)
    }

    /// A pipe goes to a file without a name, not to memory; `--chunked` needs neither.
    @Test(arguments: [[], ["--chunked"]])
    func spoolsAPipeInConstantMemory(options: [String]) async throws {
        let (received, goOn) = (Gate(), Gate())
        let server = try LoopbackServer(
            [.readBody, .open(received), .wait(goOn), .respond(200)], bodies: .count)
        let command = try Command(
            "/bin/sh",
            arguments: [
                "-c", "head -c 268435456 /dev/zero | exec \"$@\"", "sh", BuiltCommand.formpost,
            ]
                + options + ["-sS", "-F", "f=@-", server.url]
        ).with { $0.timeout = 300 }.start()
        try await received.waitUntilOpen(timeout: 120)
        goOn.open()
        let result = await command.result()
        #expect(result.outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.body.count - 1 << 28 < 1000)
        #expect(
            request.framing == (options.isEmpty ? .contentLength(request.body.count) : .chunked))
    }
}
