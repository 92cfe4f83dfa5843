import FormUpload
import Foundation
import Testing

@testable import TestSupport

/// The code of the page 'Errors', and what it says.
@Suite(.serialized) struct Errors {
    private func whyNotMade(_ form: MultipartForm) -> String? {
        // page: Errors
        do throws(UploadError) {
            _ = try form.body()
            return nil
        } catch {
            let system = error.underlyingError as? POSIXError
            return system?.code == .ENOENT ? "there is no such file" : error.localizedDescription
        }
        // end
    }

    private func outcome(_ request: UploadRequest, _ uploader: Uploader) async -> String {
        // page: Errors
        do throws(UploadError) {
            let reply = try await uploader.send(request)
            return reply.isSuccess ? "stored" : "refused: \(reply.head.statusLine)"
        } catch {
            switch error.code {
            case .fileChanged: return "the file has changed: choose it again"
            case _ where error.mayHaveBeenReceived: return "look whether it was stored"
            case _ where error.isTemporary: return "not sent; try again later"
            default: return error.localizedDescription
            }
        }
        // end
    }

    private struct Broken: LocalizedError {
        var errorDescription: String? { "The microphone is off." }
    }

    @Test func tellsWhyAFormHasNoBody() throws {
        #expect(whyNotMade([.file("f", path: "/missing")]) == "there is no such file")
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
            try await outcome(of: body, .respond()) == "the file has changed: choose it again")
    }

    @Test func tellsTheAppsOwnError() async throws {
        let broken = ByteStream.chunks { () async throws -> AsyncStream<Data> in throw Broken() }
        let told = try await outcome(of: EncodedBody(broken), .respond())
        #expect(told == "The microphone is off.")
    }

    @Test func tellsWhetherTheServerMayHaveIt() async throws {
        #expect(try await outcome(of: small, [.readBody, .close]) == "look whether it was stored")
        let told = await outcome(UploadRequest(url: "http://127.0.0.1:1/", body: small), Uploader())
        #expect(told == "not sent; try again later")
    }
}
