import Foundation
import TestSupport
import Testing

@testable import FormEncoding

/// Bodies whose bytes come from a task are not read by functions that block its thread.
@Suite struct BlockingReadTests {
    private func bodies() throws -> [EncodedBody] {
        let (chunks, _) = AsyncStream<Data>.makeStream()
        let (bytes, _) = AsyncStream<UInt8>.makeStream()
        let streams: [ByteStream] = [.chunks(chunks), .chunks { chunks }, .bytes(bytes, length: 1)]
        return try streams.map { try MultipartForm(parts: [.stream("f", $0)]).body() }
    }

    @Test func isRefusedAtOnce() throws {
        let scratch = try Scratch()
        let file = URL(fileURLWithPath: scratch["f"].description)
        for body in try bodies() {
            #expect(throws: BodyFault.needsUploader) { try facts { try body.data() } }
            #expect(throws: BodyFault.needsUploader) { try facts { try body.write(to: file) } }
        }
    }

    /// Bytes are there for the reader although the sequence pauses after them.
    @Test(.timeLimit(.minutes(5)))
    func singleBytesDoNotWaitForMore() async throws {
        let (bytes, continuation) = AsyncStream<UInt8>.makeStream()
        for byte in 0..<100 { continuation.yield(UInt8(byte)) }
        nonisolated(unsafe) let reader = try EncodedBody(.bytes(bytes)).makeReader()
        defer { reader.close() }
        let seen = await onThread {
            Result {
                var bytes: [UInt8] = []
                while bytes.count < 100 {
                    let more = try reader.readOnce(4096)
                    if more.isEmpty { break }
                    bytes += more
                }
                return bytes
            }
        }
        #expect(try seen.get() == Array(0..<100))
        continuation.yield(100)
        let next = await onThread { Result { try reader.readOnce(4096) } }
        #expect(try next.get() == [100])
    }

    @Test func manyBytesAreInOrder() async throws {
        let all = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let bytes = AsyncStream<UInt8> { continuation in
            for byte in all { continuation.yield(byte) }
            continuation.finish()
        }
        nonisolated(unsafe) let reader = try EncodedBody(.bytes(bytes, length: 1_000_000))
            .makeReader()
        defer { reader.close() }
        let seen = await onThread { Result { try reader.readAll() } }
        #expect(try seen.get() == all)
    }
}
