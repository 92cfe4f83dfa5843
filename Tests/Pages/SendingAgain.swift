import FormEncoding
import FormUpload
import Foundation
import Testing

@testable import TestSupport

/// The code of the page 'What is sent again', and what it does.
@Suite(.serialized) struct SendingAgain {
    private let lost = Answer([.readBody, .close])

    @Test func withAKey() async throws {
        let server = try LoopbackServer(lost, .respond(201))
        let (url, form): (_, MultipartForm) = (server.url, [.text("a", "b")])
        // page: SendingAgain
        var options = UploadOptions()
        options.retry.maximum = 3
        let uploader = Uploader(options: options)

        var request = try UploadRequest(url: url, form: form)
        request["Idempotency-Key"] = UUID().uuidString
        let reply = try await uploader.send(request)
        // end
        #expect(reply.isSuccess)
        #expect(Set(try await server.requests(2).map { $0.header("Idempotency-Key") }).count == 1)
    }

    @Test func widened() async throws {
        let server = try LoopbackServer(lost, .respond(201))
        var options = UploadOptions()
        options.retry.maximum = 3
        // page: SendingAgain
        options.retry.alsoAfter = [.timeouts, .lostConnections]
        // end
        let request = try UploadRequest(url: server.url, form: [.text("a", "b")])
        #expect(try await Uploader(options: options).send(request).isSuccess)
    }
}
