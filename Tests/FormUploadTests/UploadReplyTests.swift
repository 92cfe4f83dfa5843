import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

@Suite(.serialized)
struct UploadReplyTests {
    private struct Stored: Decodable, Equatable { var id: Int }

    private func reply(
        _ server: LoopbackServer, maximumSize: Int = 100, retries: Int = 0
    ) async throws -> UploadReply {
        var options = UploadOptions()
        options.retry.maximum = retries
        options.retry.alsoAfter = .allErrors
        options.retry.delay = .milliseconds(1)
        let request = UploadRequest(
            url: ByteString(server.url), body: EncodedBody(bytes: "x"))
        return try await Uploader(options: options).send(request, maximumSize: maximumSize)
    }

    @Test func decodesASuccess() async throws {
        let server = try LoopbackServer(.respond(201, body: #"{"id": 7}"#))
        let reply = try await reply(server, maximumSize: 9)
        #expect(reply.body == Data(#"{"id": 7}"#.utf8))
        #expect(reply.text == #"{"id": 7}"#)
        #expect(reply.status == 201)
        #expect(try reply.success().status == 201)
        #expect(try reply.decoded(as: Stored.self) == Stored(id: 7))
    }

    @Test(arguments: [304, 404, 500])
    func decodesNothingElse(status: Int) async throws {
        let server = try LoopbackServer(.respond(status, body: #"{"id": 7}"#))
        let reply = try await reply(server)
        #expect(!reply.isSuccess)
        let error = #expect(throws: UploadError.self) { try reply.decoded(as: Stored.self) }
        #expect(error?.code == .unsuccessful && error?.isTemporary == (status == 500))
        #expect(error?.reply?.status == status)
        #expect(error?.reply?.body == (status == 304 ? Data() : Data(#"{"id": 7}"#.utf8)))
    }

    /// The server cannot have stored what it has not got.
    @Test func isNoSuccessBeforeTheWholeBodyWasSent() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(.early(200, body: #"{"id": 7}"#), receiveBuffer: 65536)
        let request = UploadRequest(
            url: ByteString(server.url), body: try .form(in: directory, size: 50_000_000))
        let reply = try await Uploader().send(request)
        #expect(reply.status == 200)
        #expect(!reply.isSuccess)
        let error = #expect(throws: UploadError.self) { try reply.decoded(as: Stored.self) }
        #expect(error?.mayHaveBeenReceived == false)
    }

    /// The GET that would follow is answered with 200, and the server has no body.
    @Test func followsNoRedirectWithoutTheBodyBeforeThat() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(
            .early(303, headers: ["Location": "/x"]), .respond(), receiveBuffer: 65536)
        let request = UploadRequest(
            url: ByteString(server.url), body: try .form(in: directory, size: 50_000_000))
        let options = UploadOptions(redirects: .init(follows: true))
        let error = await #expect(throws: UploadError.self) {
            try await Uploader(options: options).send(request)
        }
        #expect(error?.code == .redirectRefused && error?.mayHaveBeenReceived == false)
    }

    @Test func throwsForABodyThatIsNotJSON() async throws {
        let reply = try await reply(try LoopbackServer(.respond(200, body: "<html>")))
        #expect(throws: DecodingError.self) { try reply.decoded(as: Stored.self) }
    }

    @Test func hasTheBodyOfTheLastAttemptOnly() async throws {
        let server = try LoopbackServer(
            [.readBody, .respond(200, headers: ["Content-Length": "9"], body: "cut"), .close],
            .respond(200, body: "whole"))
        #expect(try await reply(server, retries: 1).body == Data("whole".utf8))
    }

    @Test func limitsTheBody() async throws {
        let server = try LoopbackServer(.respond(200, body: "0123456789"))
        let error = await #expect(throws: UploadError.self) {
            try await reply(server, maximumSize: 9)
        }
        #expect(error?.code == .replyTooLarge && error?.mayHaveBeenReceived == true)
    }

    @Test func tellsTypeAndFields() async throws {
        let server = try LoopbackServer(
            .respond(
                200, headers: ["Content-Type": "Application/JSON; charset=utf-8", "X-A": "1"],
                body: "{}"))
        let reply = try await reply(server)
        #expect(reply.mimeType == "application/json")
        #expect(reply["x-a"] == "1")
        #expect(reply["X-B"] == nil)
        #expect(reply.head.values(of: "X-A") == ["1"])
    }

    @Test func showsTheProgressMeanwhile() async throws {
        let server = try LoopbackServer(.respond(503), .respond(201, body: #"{"id": 7}"#))
        var options = UploadOptions()
        (options.retry.maximum, options.retry.delay) = (1, .milliseconds(1))
        let seen = Monitor([UploadProgress]())
        let body = EncodedBody(Data(repeating: 1, count: 1_000_000))
        let uploader = Uploader(options: options)
        let reply = try await uploader.send(UploadRequest(url: server.url, body: body)) {
            progress in seen.withState { $0.append(progress) }
        }
        #expect(try reply.decoded(as: Stored.self) == Stored(id: 7))
        let whole = seen.withState { $0 }.filter { $0.fraction == 1 }
        #expect(whole.last?.attempt == 2 && whole.map(\.phase).contains(.receiving))
        let shown = whole.map { "\($0.attempt) \($0.phase)" }
        #expect(Set(shown).count == shown.count)
        #expect(seen.withState { $0 }.last?.contentLength == 1_000_000)
    }

    /// What the function for progress throws ends the upload.
    @Test func endsWhereTheProgressIsRefused() async throws {
        struct Enough: LocalizedError {
            var errorDescription: String? { "That is enough." }
        }
        let server = try LoopbackServer()
        let body = EncodedBody(Data(repeating: 1, count: 1_000_000))
        let error = await #expect(throws: UploadError.self) {
            try await Uploader().send(UploadRequest(url: server.url, body: body)) { _ in
                throw Enough()
            }
        }
        #expect(error?.code == .appError && error?.underlyingError is Enough)
        #expect(error?.localizedDescription == "That is enough.")
    }
}
