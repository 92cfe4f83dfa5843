import Foundation
import TestSupport
import Testing

@testable import FormEncoding

@Suite struct AsyncStreamTests {
    private struct Failure: Error, Equatable { var number: Int }

    private static func stream(
        _ chunks: [String], failure: Failure? = nil
    ) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            for chunk in chunks { continuation.yield(Array(chunk.utf8)) }
            continuation.finish(throwing: failure)
        }
    }

    /// Reads on a thread, as the transport does.
    private func text(of stream: ByteStream, by size: Int = 4096) async throws -> String {
        let body = try EncodedBody([.bytes("<"), .stream(stream), .bytes(">")])
        let bytes = await onThread { Result { try body.makeReader().readAll(by: size) } }
        return String(decoding: try bytes.get(), as: UTF8.self)
    }

    @Test(arguments: [1, 4, 4096], [nil, 8] as [Int64?])
    func chunks(size: Int, length: Int64?) async throws {
        let stream = ByteStream.chunks(Self.stream(["abc", "", "defgh"]), length: length)
        #expect(stream.length == length)
        #expect(try await text(of: stream, by: size) == "<abcdefgh>")
        await #expect(throws: BodyFault.notReplayable) { try await text(of: stream) }
    }

    @Test func startsAnewForEachAttempt() async throws {
        let starts = Monitor(0)
        let stream = ByteStream.chunks(length: 2) {
            let number = starts.withState {
                $0 += 1
                return $0
            }
            return Self.stream(["\(number)", "x"])
        }
        #expect(stream.isReplayable)
        #expect(try await text(of: stream) == "<1x>")
        #expect(try await text(of: stream) == "<2x>")
    }

    @Test func carriesTheErrorOfTheApp() async throws {
        let failing = Self.stream(["abc"], failure: Failure(number: 7))
        await #expect(throws: BodyFault.stream(Failure(number: 7))) {
            try await text(of: .chunks(failing))
        }
        let unstarted = ByteStream.chunks {
            () async throws -> AsyncStream<[UInt8]> in throw Failure(number: 8)
        }
        await #expect(throws: BodyFault.stream(Failure(number: 8))) {
            try await text(of: unstarted)
        }
    }

    /// An endless sequence that counts the chunks that it is asked for.
    private struct Counted: AsyncSequence, Sendable {
        let made = Monitor(0)
        let released = Gate()

        func makeAsyncIterator() -> Iterator { Iterator(of: self) }

        final class Iterator: AsyncIteratorProtocol {
            private let source: Counted

            init(of source: Counted) { self.source = source }

            deinit { source.released.open() }

            func next() async -> [UInt8]? {
                source.made.withState { $0 += 1 }
                return [UInt8](repeating: 0x61, count: 1 << 16)
            }
        }
    }

    /// One chunk that is not read yet, and one that waits for room.
    @Test func isNotAheadOfTheReader() async throws {
        let source = Counted()
        nonisolated(unsafe) let reader = try EncodedBody([.stream(.chunks(source))]).makeReader()
        for round in 1...20 {
            let bytes = await onThread { Result { try reader.readOnce(1 << 16) } }
            #expect(try bytes.get().count == 1 << 16)
            #expect(source.made.withState { $0 } <= round + 2)
        }
        reader.close()
        try await source.released.waitUntilOpen()
    }

    /// A sequence that gives nothing, and a reader that waits for it on another thread.
    @Test func cancellationEndsAReadThatBlocks() async throws {
        let (asked, ended) = (Gate(), Gate())
        let silent = AsyncStream<[UInt8]> {
            asked.open()
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        Gate.block(untilAnyOf: [ended])
                        continuation.resume()
                    }
                }
            } onCancel: {
                ended.open()
            }
            return nil
        }
        nonisolated(unsafe) let reader = try EncodedBody([.stream(.chunks(silent))]).makeReader()
        Thread.detachNewThread {
            Gate.block(untilAnyOf: [asked])
            reader.cancel()
        }
        let result = await onThread { Result { try reader.readOnce(10) } }
        #expect(throws: BodyFault.cancelled) { try result.get() }
        try await ended.waitUntilOpen()
    }
}
