import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// An uploader uses a connection again as long as both ends keep it, and no longer.
@Suite struct ConnectionReuseTests {
    /// Uploads 100 kB three times, one after the other; returns each status, 0 for a failure.
    private func uploads(
        to server: LoopbackServer, _ options: UploadOptions = UploadOptions()
    ) async throws -> [Int] {
        let directory = try TemporaryDirectory()
        let body = try EncodedBody.form(in: directory, size: 100_000)
        let uploader = Uploader(options: options)
        var statuses: [Int] = []
        for number in 1...3 {
            let request = UploadRequest(url: ByteString(server.url("/\(number)")), body: body)
            let response = try? await uploader.upload(request)
            statuses.append(response?.head.status ?? 0)
        }
        let requests = try await server.requests(3)
        for request in requests { #expect(try request.form().part("f")?.body.count == 100_000) }
        return statuses
    }

    @Test(arguments: [true, false])
    func isOneForAll(usesHooks: Bool) async throws {
        let server = try LoopbackServer()
        let options = UploadOptions(usesHooks: usesHooks)
        #expect(try await uploads(to: server, options) == [200, 200, 200])
        #expect(server.connections.map(\.requests) == [3])
        // They end with the uploader.
        #expect(try await server.endedConnections().count == 1)
    }

    /// A server that has closed it before another request begins has taken nothing of that.
    @Test func isAnotherWhereTheServerClosedBetweenRequests() async throws {
        let server = try LoopbackServer([.readBody, .respond(200), .close], .respond(201))
        let uploader = Uploader()
        let request = UploadRequest(url: ByteString(server.url), body: EncodedBody(bytes: "x"))
        #expect(try await uploader.upload(request).head.status == 200)
        _ = try await server.endedConnections()
        #expect(try await uploader.upload(request).head.status == 201)
        #expect(server.requests.count == 2)
    }

    /// What is left of an answer must not be taken for the next one.
    @Test func isAnotherAfterAnAnswerThatWasNotReadToItsEnd() async throws {
        let server = try LoopbackServer(
            .respond(503, body: [UInt8](repeating: 0x78, count: 20_000)), .respond(), .respond())
        let options = UploadOptions(retries: 1)
        let uploader = Uploader(options: options)
        for _ in 1...2 {
            let request = UploadRequest(url: ByteString(server.url), body: EncodedBody(bytes: "x"))
            #expect(try await uploader.upload(request).head.status == 200)
        }
        #expect(server.connections.map(\.requests) == [1, 2])
    }
}
