import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// The transport as an app uses it, with the hooks and without.
@Suite(.serialized)
struct UploaderTests {
    private static let both = [true, false]

    @Test(arguments: both, [Int64(0), 10, 5_000_000])
    func sendsAForm(usesHooks: Bool, size: Int64) async throws {
        let directory = try TemporaryDirectory()
        let body = try EncodedBody.form(in: directory, size: size)
        let server = try LoopbackServer(.respond(201, headers: ["X-A": "b"], body: "stored"))
        let upload = await Uploads.run(to: server.url, body, UploadOptions(usesHooks: usesHooks))
        let response = try upload.result.get()
        #expect(response.head.status == 201)
        #expect(response.head.isSuccess)
        #expect(response.head.value(of: "x-a") == "b")
        #expect(response.bytesSent == body.contentLength)
        #expect(response.bytesReceived == 6)
        #expect(upload.heads == [201])
        #expect(upload.body == "stored")
        let progress = upload.events.compactMap {
            if case .progress(let progress) = $0 { progress } else { nil }
        }
        #expect(progress.map(\.read) == progress.map(\.read).sorted())
        #expect(progress.last?.read == body.contentLength)
        #expect(progress.allSatisfy { $0.total == body.contentLength })

        let request = try await server.request()
        #expect(request.method == "POST")
        #expect(request.header("User-Agent") == "FormUpload")
        #expect(try request.form().part("f")?.body == FilePattern().bytes(Int(size)))
        #expect(try request.form().part("a")?.bodyText == "b")
        #expect(request.headers(named: "Content-Length").count == (usesHooks ? 1 : 0))
        #expect(request.framing == (usesHooks ? .contentLength(request.body.count) : .chunked))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: both)
    func sendsTheSameAgainAfterABusyServer(usesHooks: Bool) async throws {
        let directory = try TemporaryDirectory()
        let body = try EncodedBody.form(in: directory, size: 3_000_000)
        let server = try LoopbackServer(
            .respond(503, body: "busy"), .respond(500, body: "broken"), .respond(body: "stored"))
        let options = UploadOptions(usesHooks: usesHooks, retries: 3)
        let upload = await Uploads.run(to: server.url, body, options)
        #expect(upload.status == 200)
        #expect(upload.body == "stored")
        #expect(upload.heads == [200])
        #expect(upload.retries.map(\.left) == [2, 1])
        let requests = try await server.requests(3)
        #expect(requests[0].body.isComplete)
        #expect(Int64(requests[0].body.bytes.count) == body.contentLength)
        for request in requests.dropFirst() {
            #expect(request.body.bytes == requests[0].body.bytes)
            #expect(request.framing == requests[0].framing)
        }
    }

    /// What the app gets for a stream that is gone: the response. The rest is not sent as if it were all.
    @Test(arguments: both, [503, 307])
    func returnsTheResponseToAStream(usesHooks: Bool, status: Int) async throws {
        let chunks = AsyncStream {
            $0.yield(Data("x".utf8)); $0.finish()
        }
        let server = try LoopbackServer(
            .respond(status, headers: ["Location": "/b"], body: "why"), .respond(200))
        var options = UploadOptions(usesHooks: usesHooks)
        options.retry.maximum = 2
        options.redirects.follows = true
        let reply = try await Uploader(options: options).send(
            UploadRequest(url: server.url, body: try EncodedBody(.chunks(chunks))))
        #expect(reply.status == status && reply.text == "why" && reply.response.needsReplay)
        #expect(server.requests.map(\.body.text) == ["x"])
    }

    /// A server that is silent has the request, perhaps; one that is not there cannot have it.
    @Test func retriesWhatIsSafe() async throws {
        func requests(
            _ answers: Answer..., method: String, alsoAfter: RetryPolicy.Failures = [],
            limit: String = "10"
        ) async throws -> Int {
            let server = try LoopbackServer(script: .answers(answers))
            var options = UploadOptions()
            (options.retry.maximum, options.retry.delay) = (2, .milliseconds(1))
            (options.retry.alsoAfter, options.limits.attempt) = (
                alsoAfter, try .seconds(#require(Double(limit)))
            )
            _ = try? await Uploader(options: options).send(
                UploadRequest(url: server.url, method: method, body: EncodedBody(bytes: "x")))
            return server.requests.count
        }
        let (silent, lost) = (Answer([.readBody, .drain]), Answer([.readBody, .close]))
        for (also, count) in [([], 1), (.timeouts, 3)] as [(RetryPolicy.Failures, Int)] {
            let sent = try await withLongerLimits([1, 5, 20]) {
                try await requests(
                    silent, silent, silent, method: "POST", alsoAfter: also, limit: $0)
            } until: {
                $0 == count
            }
            #expect(sent.result == count)
        }
        #expect(try await requests(lost, .respond(201), method: "POST") == 1)
        #expect(try await requests(lost, .respond(201), method: "PUT") == 2)
        #expect(
            try await requests(lost, .respond(201), method: "POST", alsoAfter: .lostConnections)
                == 2)
        var refused = 0
        var options = UploadOptions()
        (options.retry.maximum, options.retry.delay) = (2, .milliseconds(1))
        do throws(UploadError) {
            let request = UploadRequest(url: "http://127.0.0.1:1/", body: EncodedBody(bytes: "x"))
            for try await event in Uploader(options: options).events(for: request) {
                if case .retrying(let error, _) = event, error.code == .cannotConnect {
                    refused += 1
                }
            }
        } catch {
            #expect(error.code == .cannotConnect && error.bytesSent == 0)
            #expect(!error.mayHaveBeenReceived && error.isTemporary)
        }
        #expect(refused == 2)
    }

    @Test(arguments: both)
    func endsWhenItsHandlerThrows(usesHooks: Bool) async throws {
        struct Stop: Error {}
        let server = try LoopbackServer(.respond(body: "x"))
        let upload = await Uploads.run(
            to: server.url, EncodedBody(bytes: "x"), UploadOptions(usesHooks: usesHooks)
        ) { event in
            if case .head = event { throw Stop() }
        }
        guard case .handler(let error) = upload.failure else {
            Issue.record("\(upload.result)")
            return
        }
        #expect(error is Stop)
    }

    @Test(arguments: both)
    func endsInTime(usesHooks: Bool) async throws {
        let server = try LoopbackServer(.silence)
        let (limit, upload) = try await withLongerLimits { limit -> Uploads in
            var options = UploadOptions(usesHooks: usesHooks)
            options.limits.attempt = .seconds(Double(limit) ?? 0)
            return await Uploads.run(to: server.url, EncodedBody(bytes: "x"), options)
        } until: {
            if case .timedOut(_, let progress) = $0.failure { progress.read == 1 } else { false }
        }
        guard case .timedOut(let reached, let progress) = upload.failure else {
            Issue.record("\(upload.result)")
            return
        }
        #expect(reached == .seconds(Double(limit) ?? 0))
        #expect(progress.read == 1)
    }

    /// Each attempt has the whole limit, from its own start on.
    @Test(arguments: both)
    func givesEachAttemptTheWholeTime(usesHooks: Bool) async throws {
        let (_, upload) = try await withLongerLimits([0.5, 10, 40]) { limit -> Uploads in
            let server = try LoopbackServer(.silence, .respond(body: "done"))
            var options = UploadOptions(usesHooks: usesHooks, retries: 1)
            options.limits.attempt = .seconds(Double(limit) ?? 0)
            return await Uploads.run(to: server.url, EncodedBody(bytes: "x"), options)
        } until: {
            $0.status == 200
        }
        #expect(upload.status == 200 && upload.body == "done", "\(upload.result)")
        #expect(upload.retries.count == 1)
    }

    /// The time before `upload` is called counts, if the caller says so.
    @Test(arguments: both)
    func countsFromWhenItBegan(usesHooks: Bool) async throws {
        let server = try LoopbackServer()
        var options = UploadOptions(usesHooks: usesHooks)
        options.limits.attempt = .seconds(60)
        options.limits.began = .now - .seconds(61)
        let upload = await Uploads.run(to: server.url, EncodedBody(bytes: "x"), options)
        guard case .timedOut(after: .seconds(60), let progress) = upload.failure else {
            Issue.record("\(upload.result)")
            return
        }
        #expect(progress.phase == .connecting)
        #expect(server.connections.isEmpty)
        options.limits.began = .now - .seconds(1)
        #expect(
            await Uploads.run(to: server.url, EncodedBody(bytes: "x"), options).status == 200)
    }

    @Test(arguments: both)
    func reportsAFileThatIsNotThere(usesHooks: Bool) async throws {
        let directory = try TemporaryDirectory()
        let body = try EncodedBody.form(in: directory, size: 10)
        directory.delete()
        let server = try LoopbackServer()
        let upload = await Uploads.run(to: server.url, body, UploadOptions(usesHooks: usesHooks))
        #expect(
            upload.failure.has {
                if case .body(.cannotRead(_, errno: 2)) = $0 { true } else { false }
            })
        #expect(server.requests.allSatisfy { !$0.body.isComplete })
    }
}
