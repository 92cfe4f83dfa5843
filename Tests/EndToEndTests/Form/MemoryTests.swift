import TestSupport
import Testing

/// A large body takes the memory of a small one.
@Suite(.serialized)
struct MemoryTests {
    /// Bytes; a debug build, which these tests usually run, is a little larger than a release one.
    private static let limit: Int64 = 48 << 20
    /// Bytes between the smallest upload and the largest.
    private static let difference: Int64 = 4 << 20

    private static let megabyte = [UInt8](repeating: 0x78, count: 1 << 20)

    private struct Sizes {
        var peak: Int64
        var body: RecordedBody
        var framing: BodyFraming
    }

    /// Uploads, and looks at the process when all is sent and the answer is still to come.
    private func upload(
        _ arguments: [String], feeding megabytes: Int = 0,
        _ change: @escaping @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> Sizes {
        let (received, goOn) = (Gate(), Gate())
        let server = try LoopbackServer(
            [.readBody, .open(received), .wait(goOn), .respond(200)], bodies: .count)
        var upload = Command.formpost(arguments: ["-sS"] + arguments + [server.url]).with(change)
        upload.stdin = .pipe
        upload.timeout = 300  // for 4 GiB
        let command = try upload.start()
        for _ in 0..<megabytes { try await command.input?.write(Self.megabyte) }
        command.input?.close()
        try await received.waitUntilOpen(timeout: 300)
        let peak = try #require(command.peakMemory())
        goOn.open()
        await command.result().expect(0)
        let request = try await server.request()
        #expect(request.body.isComplete)
        return Sizes(peak: peak, body: request.body, framing: request.framing)
    }

    /// 4 GiB, which 32 bits cannot count, or 256 MiB where time is short.
    @Test func sendsALargeFileInTheMemoryOfASmallOne() async throws {
        let size: Int64 = Exhaustive.isRequested ? 1 << 32 : 1 << 28
        let directory = try TemporaryDirectory()
        let small = try await upload(["-F", "f=@" + (try directory.sparseFile("s", size: 1 << 10))])
        let large = try await upload(["-F", "f=@" + (try directory.sparseFile("l", size: size))])
        let overhead = small.body.count - 1 << 10
        #expect(large.framing == .contentLength(size + overhead))
        #expect(large.body.count == size + overhead)
        #expect(large.peak < Self.limit)
        #expect(large.peak - small.peak < Self.difference)
    }

    private static let forms: [[String]] = [
        ["-F", "f=@big;encoder=base64"], ["-F", "f=@big;encoder=quoted-printable"],
        ["-F", "f=<big"], ["-H", "Transfer-Encoding: chunked", "-F", "f=@big"],
        ["--data-binary", "@big", "-H", "Expect:"], ["-T", "big", "-H", "Expect:"],
        ["--data-urlencode", "n@big"],
    ]

    @Test(arguments: forms)
    func encodesInConstantMemory(arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.sparseFile("big", size: 1 << 10)
        let small = try await upload(arguments) { $0.workingDirectory = directory.path }
        try directory.sparseFile("big", size: 1 << 23)
        let large = try await upload(arguments) { $0.workingDirectory = directory.path }
        #expect(large.body.count >= 1 << 23)
        #expect(large.peak < Self.limit)
        #expect(large.peak - small.peak < Self.difference)
    }

    /// A pipe goes to a file without a name, not to memory; `--chunked` needs neither.
    @Test(arguments: [[], ["--chunked"]])
    func takesAPipeInConstantMemory(options: [String]) async throws {
        let small = try await upload(options + ["-F", "f=@-;filename=x"], feeding: 1)
        let large = try await upload(options + ["-F", "f=@-;filename=x"], feeding: 64)
        #expect(large.body.count > 64 << 20)
        #expect(
            large.framing == (options.isEmpty ? .contentLength(large.body.count) : .chunked))
        #expect(large.peak < Self.limit)
        #expect(large.peak - small.peak < Self.difference)
    }
}
