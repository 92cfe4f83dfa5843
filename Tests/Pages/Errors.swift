import FormUpload
import Foundation
import Testing

@testable import TestSupport

/// The code of the page 'Errors', and what it says.
@Suite(.serialized) struct Errors {
    private func whyNotMade(_ form: MultipartForm) -> String? {
        // page: Errors
        do throws(FormError) {
            _ = try form.body()
            return nil
        } catch {
            switch error {
            case .input(.cannotRead(let path, let errno)):
                return "cannot read \(path): error \(errno)"
            default:
                return error.localizedDescription
            }
        }
        // end
    }

    private func outcome(_ request: UploadRequest, _ uploader: Uploader) async -> String {
        // page: Errors
        do throws(UploadError) {
            let reply = try await uploader.send(request)
            return reply.isSuccess ? "stored" : "refused: \(reply.head.statusLine)"
        } catch {
            switch error {
            case .body(.fileModified(let path)):
                return "\(path) has changed, and was not sent"
            case .body(.stream(let error)):
                return "the app's own error: \(error.underlying)"
            case .timedOut(let limit, let progress):
                return "not done after \(limit): \(progress.sent) bytes sent"
            case .replyTooLarge(let limit):
                return "more than \(limit) bytes came back"
            default:
                return error.localizedDescription
            }
        }
        // end
    }

    private struct Broken: Error {}

    @Test func tellsWhyAFormHasNoBody() throws {
        #expect(whyNotMade([.file("f", path: "/missing")]) == "cannot read /missing: error 2")
        #expect(whyNotMade([.text("a", "b")]) == nil)
    }

    private func outcome(
        of body: EncodedBody, _ answers: Answer..., change: (inout UploadOptions) -> Void = { _ in }
    ) async throws -> String {
        let server = try LoopbackServer(script: .answers(answers))
        var options = UploadOptions()
        change(&options)
        return await outcome(
            UploadRequest(url: server.url, body: body), Uploader(options: options))
    }

    private let small = EncodedBody(Data("x".utf8))

    @Test func tellsTheStatus() async throws {
        #expect(try await outcome(of: small, .respond(201)) == "stored")
        #expect(try await outcome(of: small, .respond(404)) == "refused: HTTP/1.1 404 Not Found")
    }

    @Test func tellsThatAFileHasChanged() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("f", "before")
        let form: MultipartForm = [.file("f", path: path)]
        let body = try form.body()
        try directory.file("f", "behind")
        #expect(
            try await outcome(of: body, .respond()) == "\(path) has changed, and was not sent")
    }

    @Test func tellsTheAppsOwnError() async throws {
        let broken = ByteStream.chunks { () async throws -> AsyncStream<Data> in throw Broken() }
        let told = try await outcome(of: EncodedBody(broken), .respond())
        #expect(told == "the app's own error: Broken()")
    }

    @Test func tellsThatAStreamIsGone() async throws {
        let (chunks, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("x".utf8))
        continuation.finish()
        let told = try await outcome(of: EncodedBody(.chunks(chunks)), .respond(503)) {
            $0.retry.maximum = 1
        }
        #expect(
            told == "the server answered HTTP/1.1 503 Service Unavailable; the body comes from a "
                + "stream and cannot be sent again; give the stream a closure that begins it anew, "
                + "or send body.spooled()")
    }
}
