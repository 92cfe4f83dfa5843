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

    @Test func isAnotherWhereTheServerClosed() async throws {
        let server = try LoopbackServer(.respond(200, headers: ["Connection": "close"]))
        #expect(try await uploads(to: server) == [200, 200, 200])
        #expect(server.connections.map(\.requests) == [1, 1, 1])
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

    /// A server may close it just when another request begins, which is sent again where it may arrive
    /// twice.
    @Test(arguments: ["PUT", "POST"] as [ByteString])
    func isAnotherWhereTheServerHasClosedMeanwhile(method: ByteString) async throws {
        let server = try LoopbackServer { request in
            request.number == 2 ? [.readBytes(1), .reset] : .respond()
        }
        let directory = try TemporaryDirectory()
        let body = try EncodedBody.form(in: directory, size: 20_000_000)
        let uploader = Uploader()
        for number in 1...2 {
            // No 100 is waited for: it would be the beginning of an answer.
            var request = UploadRequest(
                url: ByteString(server.url("/\(number)")),
                headers: [try #require(HeaderField(name: "Expect", value: .removed))], body: body)
            request.method = method
            if number == 1 || method == "PUT" {
                #expect(try await uploader.upload(request).head.status == 200)
            } else {
                let error = await #expect(throws: UploadError.self) {
                    try await uploader.upload(request)
                }
                guard case .unanswered(let code, _, _) = error else {
                    Issue.record("\(error as Any)")
                    return
                }
                #expect([52, 55, 56].contains(code))
            }
        }
        let isAgain = method == "PUT"
        #expect(server.connections.map(\.requests) == (isAgain ? [2, 1] : [2]))
        #expect(server.requests.map(\.target) == ["/1", "/2"] + (isAgain ? ["/2"] : []))
    }

    private static let repetitions: [(change: Repetition, isSentAgain: Bool)] = [
        (.none, false), (.key, true), (.lostConnections, true), (.allErrors, true),
        (.retries, false),
    ]

    enum Repetition { case none, key, lostConnections, allErrors, retries }

    /// The server has read all of the request.
    @Test(arguments: repetitions)
    func isAnotherWhereItMayBe(change: Repetition, isSentAgain: Bool) async throws {
        let server = try LoopbackServer(.respond(), [.readBody, .close], .respond(201))
        var options = UploadOptions()
        options.retry.retriesLostConnections = change == .lostConnections
        options.retry.retriesAllErrors = change == .allErrors
        options.retry.maximum = change == .retries ? 3 : 0
        let uploader = Uploader(options: options)
        var request = UploadRequest(url: ByteString(server.url), body: EncodedBody(bytes: "x"))
        #expect(try await uploader.upload(request).head.status == 200)
        if change == .key {
            request.headers.append(
                try #require(HeaderField(name: "Idempotency-Key", value: .text("k"))))
        }
        if isSentAgain {
            #expect(try await uploader.upload(request).head.status == 201)
        } else {
            let error = await #expect(throws: UploadError.self) {
                try await uploader.upload(request)
            }
            guard case .unanswered(52, _, let progress) = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(progress.read == 1)
        }
        #expect(server.requests.count == (isSentAgain ? 3 : 2))
    }

    /// A connection of its own that fails is no such case.
    @Test func isNotTriedAgain() async throws {
        let server = try LoopbackServer([.readBytes(1), .reset])
        let directory = try TemporaryDirectory()
        let body = try EncodedBody.form(in: directory, size: 20_000_000)
        let upload = await Uploads.run(to: server.url, body)
        #expect(upload.failure != nil)
        #expect(server.requests.count == 1)
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

    @Test func isAnotherAfterAFailure() async throws {
        let server = try LoopbackServer(
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut"), .respond(), .respond())
        #expect(try await uploads(to: server) == [0, 200, 200])
        #expect(server.connections.map(\.requests) == [1, 2])
    }
}
