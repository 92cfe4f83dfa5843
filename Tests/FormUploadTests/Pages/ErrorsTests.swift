import FormEncoding
import FormUpload
import Foundation
import TestSupport
import Testing

@testable import Pages

@Suite(.serialized) struct ErrorsTests {
    private struct Broken: Error {}

    @Test func tellsWhyAFormHasNoBody() {
        let missing = MultipartForm(parts: [.file("f", path: "/missing")])
        #expect(Errors.whyNotMade(missing) == "cannot read /missing: error 2")
        #expect(Errors.whyNotMade(MultipartForm()) == nil)
    }

    private func outcome(
        of body: EncodedBody, _ answers: Answer..., options: UploadOptions = UploadOptions()
    ) async throws -> String {
        let server = try LoopbackServer(script: .answers(answers))
        let request = UploadRequest(url: ByteString(server.url), body: body)
        return await Errors.outcome(request, Uploader(options: options))
    }

    private func body(of stream: ByteStream) throws -> EncodedBody {
        try MultipartForm(parts: [.stream("f", stream)]).body()
    }

    @Test func tellsTheStatus() async throws {
        let body = EncodedBody(bytes: "x")
        #expect(try await outcome(of: body, .respond(201)) == "stored")
        #expect(try await outcome(of: body, .respond(404)) == "refused: HTTP/1.1 404 Not Found")
    }

    @Test func tellsThatAFileHasChanged() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("f", "before")
        let body = try MultipartForm(parts: [.file("f", path: ByteString(path))]).body()
        try directory.file("f", "behind")
        #expect(
            try await outcome(of: body, .respond()) == "\(path) has changed, and was not sent")
    }

    @Test func tellsTheAppsOwnError() async throws {
        let body = try body(of: .chunks { () async throws -> AsyncStream<Data> in throw Broken() })
        #expect(try await outcome(of: body, .respond()) == "the app's own error: Broken()")
    }

    @Test func tellsThatTimeIsUp() async throws {
        let (limit, told) = try await withLongerLimits { limit in
            let options = UploadOptions { $0.limits.total = .seconds(Double(limit) ?? 0) }
            return try await outcome(of: EncodedBody(bytes: "x"), .silence, options: options)
        } until: {
            $0.hasSuffix(": 1 bytes sent")
        }
        #expect(told == "not done after \(limit).0 seconds: 1 bytes sent")
    }

    @Test func tellsWhatTheTransportSays() async throws {
        let port = try DeadPort.refusing()
        let request = UploadRequest(url: ByteString(port.url), body: EncodedBody(bytes: "x"))
        let told = await Errors.outcome(request, Uploader())
        #expect(told.contains("onnect"))
    }

    @Test func tellsThatAStreamIsGone() async throws {
        let options = UploadOptions { $0.retry.maximum = 1 }
        let (chunks, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("x".utf8))
        continuation.finish()
        let told = try await outcome(
            of: body(of: .chunks(chunks)), .respond(503), options: options)
        #expect(
            told == "the server answered HTTP/1.1 503 Service Unavailable; the body comes from a "
                + "stream and cannot be sent again; give the stream a closure that begins it anew, "
                + "or send body.spooled()")
    }
}
