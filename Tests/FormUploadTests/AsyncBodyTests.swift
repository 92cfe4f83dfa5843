import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// Bodies from asynchronous sequences on the wire.
@Suite(.serialized)
struct AsyncBodyTests {
    private struct Failure: Error, Equatable { var number: Int }

    private static func chunks(
        _ chunks: [String], failure: Failure? = nil
    ) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
            continuation.finish(throwing: failure)
        }
    }

    private func body(_ stream: ByteStream) throws -> EncodedBody {
        try MultipartForm(
            parts: [
                .text("title", "a b"),
                .stream("f", stream, filename: "s.txt", contentType: MediaType("text/plain")),
            ], boundary: Boundary("XX")
        ).body()
    }

    private static let expected =
        "--XX\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na b\r\n"
        + "--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"s.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\nabcde\r\n--XX--\r\n"

    @Test(arguments: [5, nil] as [Int64?])
    func sendsTheBytesOfASequence(length: Int64?) async throws {
        let server = try LoopbackServer()
        let upload = await Uploads.run(
            to: server.url, try body(.chunks(Self.chunks(["ab", "cde"]), length: length)))
        #expect(upload.status == 200)
        let request = try await server.request()
        #expect(request.body.text == Self.expected)
        #expect(request.header("Content-Type") == "multipart/form-data; boundary=XX")
        let count = Int64(Self.expected.utf8.count)
        #expect(request.framing == (length == nil ? .chunked : .contentLength(count)))
    }

    /// The server never gets a body that ends as if it were whole.
    @Test(arguments: [4, 6, nil] as [Int64?], [true, false])
    func abortsWhenTheSequenceFails(length: Int64?, usesHooks: Bool) async throws {
        let failure = length == nil ? Failure(number: 7) : nil
        let stream = ByteStream.chunks(
            Self.chunks(["ab", "cde"], failure: failure), length: length)
        let server = try LoopbackServer()
        let upload = await Uploads.run(
            to: server.url, try body(stream), UploadOptions(usesHooks: usesHooks))
        guard case .body(let error) = upload.failure else {
            Issue.record("\(upload.result)")
            return
        }
        if let length {
            #expect(error == .streamLength(announced: length, actual: 5))
        } else if case .stream(let cause) = error {
            #expect(cause as? Failure == failure)
        } else {
            Issue.record("\(error)")
        }
        _ = try await server.endedConnections()
        #expect(server.requests.allSatisfy { !$0.body.isComplete })
    }

    /// The queue that all URLSessions share goes on while the body waits for another of them.
    @Test(arguments: [5_000_000, nil] as [Int64?])
    func sendsWhatIsReceivedMeanwhile(length: Int64?) async throws {
        let bytes = FilePattern().bytes(5_000_000)
        let (source, target) = (
            try LoopbackServer(.respond(200, body: bytes)), try LoopbackServer()
        )
        let download = UploadRequest(url: ByteString(source.url), body: EncodedBody(bytes: "x"))
        let stream = ByteStream.chunks(length: length) {
            Uploader().events(for: download).compactMap { event -> Data? in
                if case .body(let bytes) = event { bytes } else { nil }
            }
        }
        let upload = await Uploads.run(to: target.url, try EncodedBody([.stream(stream)]))
        #expect(upload.status == 200)
        #expect(try await target.request().body.bytes == bytes)
    }

    /// The thread that waits for the sequence is that of all uploads: it must become free.
    @Test(arguments: [true, false])
    func cancellingEndsTheWaitForTheSequence(usesHooks: Bool) async throws {
        let (asked, released) = (Gate(), Gate())
        defer { released.open() }
        let server = try LoopbackServer()
        let body = try body(.chunks(Deaf(asked: asked, released: released)))
        let upload = Task {
            await Uploads.run(to: server.url, body, UploadOptions(usesHooks: usesHooks))
        }
        try await asked.waitUntilOpen()
        upload.cancel()
        #expect(await upload.value.failure.has { if case .cancelled = $0 { true } else { false } })
        let other = try LoopbackServer()
        let next = await Uploads.run(
            to: other.url, EncodedBody(bytes: "x"), UploadOptions(usesHooks: usesHooks))
        #expect(next.status == 200)
    }

    /// Waiting for URLSession, each on a thread of its own, they would leave none for the sequences.
    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func manyGoOnTogether(usesHooks: Bool) async throws {
        let server = try LoopbackServer()
        let url = server.url
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<120 {
                group.addTask {
                    let stream = ByteStream.chunks {
                        AsyncStream { continuation in
                            Task {
                                for _ in 0..<10 {
                                    try? await Task.sleep(for: .milliseconds(1))
                                    continuation.yield(Data("abc".utf8))
                                }
                                continuation.finish()
                            }
                        }
                    }
                    let options = UploadOptions(usesHooks: usesHooks)
                    guard let body = try? EncodedBody([.stream(stream)]) else { return nil }
                    return await Uploads.run(to: url, body, options).status
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 120)
    }

    /// Gives nothing, and takes no notice of cancellation.
    private struct Deaf: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let asked: Gate
        let released: Gate

        func makeAsyncIterator() -> Deaf { self }

        func next() async -> Data? {
            asked.open()
            await onThread { _ = Gate.block(untilAnyOf: [released]) }
            return nil
        }
    }
}
