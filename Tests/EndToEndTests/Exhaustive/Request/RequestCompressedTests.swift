import TestSupport
import Testing

/// `--compressed` and responses that are much larger than what came.
@Suite(.serialized)
struct RequestCompressedTests {
    private func run(_ coding: String, _ body: [UInt8]) async throws -> CommandResult {
        let server = try LoopbackServer(
            .respond(headers: ["Content-Encoding": coding], body: body))
        let result = try await Command.formpost(
            "-sS", "--compressed", "-w", "%{stderr}%{size_download}", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stderrText == "\(body.count)")
        return result
    }

    /// Raw deflate of 70,000 letters, each in a block that is not compressed.
    @Test func decodesManyShortBlocks() async throws {
        let block: [UInt8] = [0, 1, 0, 0xFE, 0xFF, 0x78]
        let blocks = [[UInt8]](repeating: block, count: 70_000).flatMap(\.self)
        let result = try await run("deflate", blocks + [1, 0, 0, 0xFF, 0xFF])
        #expect(result.stdout == [UInt8](repeating: 0x78, count: 70_000))
    }

    /// 20 MiB of zeros from 646 bytes: a frame of blocks that repeat a byte (RFC 8878 §3.1.1.2).
    @Test func decodesMuchInBoundedMemory() async throws {
        let block: [UInt8] = [0x02, 0x00, 0x10, 0x00]
        let blocks = Array(repeating: block, count: 159).joined() + [0x03, 0x00, 0x10, 0x00]
        let result = try await run("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38] + Array(blocks))
        #expect(result.stdout == [UInt8](repeating: 0, count: 20 << 20))
        #expect(result.peakMemory < 100 << 20, "\(result.peakMemory)")
    }
}
