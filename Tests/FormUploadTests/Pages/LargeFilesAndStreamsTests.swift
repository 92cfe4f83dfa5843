import FormEncoding
import FormUpload
import Foundation
import TestSupport
import Testing

@testable import Pages

@Suite(.serialized) struct LargeFilesAndStreamsTests {
    @Test func putsAFile() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.patternFile("f", size: 1_000_000)
        let server = try LoopbackServer()
        let response = try await LargeFilesAndStreams.put(
            URL(fileURLWithPath: path), to: try #require(URL(string: server.url)))
        #expect(response.isSuccess)
        let request = try await server.request()
        #expect(request.method == "PUT")
        #expect(request.framing == .contentLength(1_000_000))
        #expect(request.body.bytes == FilePattern().bytes(1_000_000))
    }

    private static func recording() -> AsyncStream<Data> {
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
        let request = UploadRequest(url: ByteString(server.url), body: body)
        _ = try await Uploader(options: options).upload(request)
        let requests = try await server.requests(attempts)
        return (try requests.map { try $0.form().parts.first }, requests.map(\.framing))
    }

    @Test func sendsASequence() async throws {
        let (parts, framing) = try await parts(
            of: LargeFilesAndStreams.form(of: Self.recording()))
        #expect(parts.map { $0?.bodyText } == ["abcde"])
        #expect(parts.map { $0?.filenameText } == ["sound.raw"])
        #expect(framing == [.chunked])
    }

    @Test func sendsASequenceAgain() async throws {
        let body = try LargeFilesAndStreams.replayable({ Self.recording() }, size: 5)
        let (parts, framing) = try await parts(of: body, attempts: 2)
        #expect(parts.map { $0?.bodyText } == ["abcde", "abcde"])
        let length = try #require(body.contentLength)
        #expect(framing == [.contentLength(length), .contentLength(length)])
    }

    @Test func sendsBytesOfASequenceOfOurs() async throws {
        let form = MultipartForm(parts: [.stream("zeros", megabyte)])
        let (parts, _) = try await parts(of: form.body(), attempts: 2)
        let zeros = [UInt8](repeating: 0, count: 1_000_000)
        #expect(parts.map { $0?.body } == [zeros, zeros])
    }

    /// A file of /proc is read as a pipe is.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/comm"), "looks into /proc"))
    func readsAFileWithoutASize() async throws {
        let form = MultipartForm(parts: [.file("f", path: "/proc/self/comm")])
        let name = try fileBytes("/proc/self/comm")
        #expect(throws: FormError.input(.notRegularFile(path: "/proc/self/comm"))) {
            try form.body()
        }
        let body = try LargeFilesAndStreams.input(form)
        let (parts, framing) = try await parts(of: body, attempts: 2)
        #expect(parts.map { $0?.body } == [name, name])
        #expect(framing.first == body.contentLength.map { .contentLength($0) })
    }

    @Test func keepsACopy() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("f", "content")
        let form = MultipartForm(
            parts: [.file("f", path: ByteString(path))], boundary: try Boundary("X"))
        let bytes = try form.body().data()
        let copy = try LargeFilesAndStreams.copy(form)
        try LargeFilesAndStreams.write(
            form, to: URL(fileURLWithPath: directory.path("body")))
        try directory.file("f", "")
        #expect(try copy.data() == bytes)
        #expect(try Data(directory.contents(of: "body")) == bytes)
    }
}
