import FormUpload
import Foundation
import Testing

@testable import TestSupport

/// The code of the page 'Large files and streams', and what it does.
@Suite(.serialized) struct LargeFilesAndStreams {
    @Test func aFile() async throws {
        let directory = try TemporaryDirectory()
        let file = URL(fileURLWithPath: try directory.patternFile("f", size: 1_000_000))
        let server = try LoopbackServer()
        let url = try address(server.url)
        // page: LargeFilesAndStreams
        let request = UploadRequest(url: url, method: "PUT", body: try EncodedBody(file: file))
        let reply = try await Uploader().send(request)
        // end
        #expect(reply.isSuccess)
        let received = try await server.request()
        #expect(received.method == "PUT")
        #expect(received.framing == .contentLength(1_000_000))
        #expect(received.body.bytes == FilePattern().bytes(1_000_000))
    }

    @Sendable private static func recording() -> AsyncStream<Data> {
        AsyncStream { continuation in
            for chunk in ["ab", "cde"] { continuation.yield(Data(chunk.utf8)) }
            continuation.finish()
        }
    }

    /// Uploads `body`, to a server that has no time for it at first.
    private func parts(
        of body: EncodedBody, attempts: Int = 1
    ) async throws -> (parts: [ParsedPart?], framing: [BodyFraming]) {
        let busy = [Answer](repeating: .respond(503), count: attempts - 1)
        let server = try LoopbackServer(script: .answers(busy + [.respond()]))
        var options = UploadOptions()
        options.retry.maximum = attempts - 1
        options.retry.delay = .milliseconds(1)
        _ = try await Uploader(options: options).send(
            UploadRequest(url: server.url, body: body))
        let requests = try await server.requests(attempts)
        return (try requests.map { try $0.form().parts.first }, requests.map(\.framing))
    }

    @Test func aSequence() async throws {
        let recording = Self.recording()
        // page: LargeFilesAndStreams
        let stream = ByteStream.chunks(recording)
        let form: MultipartForm = [.stream("sound", stream, filename: "sound.raw")]
        // end
        let (parts, framing) = try await parts(of: form.body())
        #expect(parts.map { $0?.bodyText } == ["abcde"])
        #expect(parts.map { $0?.filenameText } == ["sound.raw"])
        #expect(framing == [.chunked])
    }

    @Test func aSequenceThatCanBeginAnew() async throws {
        let (recording, size) = (Self.recording, Int64(5))
        // page: LargeFilesAndStreams
        let stream = ByteStream.chunks(length: size) { recording() }
        let form: MultipartForm = [.stream("sound", stream, filename: "sound.raw")]
        // end
        let body = try form.body()
        let (parts, framing) = try await parts(of: body, attempts: 2)
        #expect(parts.map { $0?.bodyText } == ["abcde", "abcde"])
        let length = try #require(body.contentLength)
        #expect(framing == [.contentLength(length), .contentLength(length)])
    }

    @Test func aSequenceOfOurs() async throws {
        let form: MultipartForm = [.stream("zeros", megabyte)]
        let (parts, _) = try await parts(of: form.body(), attempts: 2)
        let zeros = [UInt8](repeating: 0, count: 1_000_000)
        #expect(parts.map { $0?.body } == [zeros, zeros])
    }

    /// A file of /proc is read as a pipe is.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/comm"), "looks into /proc"))
    func aFileWithoutASize() async throws {
        let form: MultipartForm = [.file("f", path: "/proc/self/comm")]
        let name = try fileBytes("/proc/self/comm")
        #expect(throws: UploadError.self) { try form.body() }
        // page: LargeFilesAndStreams
        let body = try form.body(readsPipes: true)
        // end
        let (parts, framing) = try await parts(of: body, attempts: 2)
        #expect(parts.map { $0?.body } == [name, name])
        #expect(framing.first == body.contentLength.map { .contentLength($0) })
    }

    /// Also of sequences.
    @Test func aCopy() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("f", "content")
        let stream = ByteStream.chunks { Self.recording() }
        let form = try MultipartForm(
            parts: [.file("f", path: path), .stream("s", stream)], boundary: "X")
        let bytes = try await form.body().data()
        let file = URL(fileURLWithPath: directory.path("body"))
        do {
            // page: LargeFilesAndStreams
            let body = try form.body()
            try await body.write(to: file)
            // end
        }
        // page: LargeFilesAndStreams
        let body = try await form.body().spooled()
        // end
        try directory.file("f", "")
        #expect(try await body.data() == bytes)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\r\nabcde\r\n--X--"))
        #expect(try Data(contentsOf: file) == bytes)
    }
}

// page: LargeFilesAndStreams
struct Zeros: AsyncSequence {
    var count: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        var left: Int

        mutating func next() async -> Data? {
            guard left > 0 else { return nil }
            let count = Swift.min(left, 65_536)
            left -= count
            return Data(count: count)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(left: count) }
}

let megabyte = ByteStream.chunks(length: 1_000_000) { Zeros(count: 1_000_000) }
// end
