import FormUpload
import Foundation
import Testing

@testable import TestSupport

/// The code of the page 'Going on after an interruption', and what it does.
@Suite(.serialized) struct GoingOn {
    private let directory: TemporaryDirectory
    private let path: String
    private let tokenFile: URL

    init() throws {
        directory = try TemporaryDirectory()
        path = try directory.patternFile("video", size: 20_000)
        tokenFile = URL(fileURLWithPath: directory.path("token"))
    }

    @Test func byItself() async throws {
        let server = try ResumableServer(ResumableBehavior().with { $0.cuts = [7000] })
        let (form, url): (MultipartForm, _) = ([.file("video", path: path)], server.url)
        // page: GoingOn
        var options = UploadOptions()
        options.retry.maximum = 5
        let uploader = Uploader(options: options)

        var request = try UploadRequest(url: url, form: form)
        request.isResumable = true
        let reply = try await uploader.send(request)
        // end
        #expect(reply.isSuccess && reply.url == url)
        #expect(server.methods == ["POST", "HEAD", "PATCH"])
        let body = try #require(server.uploads.first?.form().part("video")?.body)
        #expect(body == FilePattern().bytes(20_000))
        #expect(server.violations == [])
    }

    /// Uploads to a server at which two connections are lost, which no retry makes good for.
    private func interrupt(_ behavior: ResumableBehavior) async throws -> ResumableServer {
        let server = try ResumableServer(behavior.with { $0.cuts = [7000, 7000] })
        await #expect(throws: UploadError.self) { try await saved.send(to: server.url) }
        #expect(server.methods == ["PUT", "HEAD", "PATCH", "HEAD"])
        let attributes = try FileManager.default.attributesOfItem(atPath: tokenFile.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        return server
    }

    /// The boundary of a form is in the token.
    @Test func aForm() async throws {
        let server = try ResumableServer(ResumableBehavior().with { $0.cuts = [7000, 7000] })
        let (url, uploader) = (server.url, Uploader())
        let form: MultipartForm = [.file("video", path: path)]
        var first = try UploadRequest(url: url, form: form)
        first.isResumable = true
        var saved: UploadToken?
        do throws(UploadError) {
            for try await event in uploader.events(for: first) {
                if case .resource(let token) = event { saved = token }
            }
        } catch {
            #expect(error.code == .connectionLost && !error.mayHaveBeenReceived)
        }
        let token = try #require(saved)
        // page: GoingOn
        let request = try UploadRequest(url: url, form: form).resumed(from: token)
        // end
        #expect(try await uploader.send(request).isSuccess)
        let body = try #require(server.uploads.first?.form().part("video")?.body)
        #expect(server.uploads.count == 1 && body == FilePattern().bytes(20_000))
    }

    /// A task that is cancelled throws.
    @Test func cancelled() async throws {
        let server = try LoopbackServer([.readBody, .drain])
        let task = Task { try await saved.send(to: server.url) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        task.cancel()
        let error = await #expect(throws: UploadError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    private var saved: SavedUpload {
        SavedUpload(
            uploader: Uploader(), file: URL(fileURLWithPath: path), tokenFile: tokenFile)
    }

    @Test func later() async throws {
        let server = try await interrupt(ResumableBehavior())
        let reply = try await saved.send(to: server.url)
        #expect(reply.isSuccess)
        #expect(server.methods.suffix(2) == ["HEAD", "PATCH"])
        #expect(server.requests.last?.header("Upload-Offset") == "7000")
        #expect(server.uploads.map(\.bytes) == [FilePattern().bytes(20_000)])
        #expect(!FileManager.default.fileExists(atPath: tokenFile.path))
        #expect(server.violations == [])
    }

    @Test func beginsAnew() async throws {
        let server = try await interrupt(
            ResumableBehavior().with {
                $0.script = { situation in
                    situation.operation == .offsetRetrieval && situation.number == 3
                        ? .respond(404) : nil
                }
            })
        let reply = try await saved.send(to: server.url)
        #expect(reply.isSuccess)
        #expect(server.methods.suffix(2) == ["HEAD", "PUT"])
        #expect(server.uploads.last?.bytes == FilePattern().bytes(20_000))
        #expect(!FileManager.default.fileExists(atPath: tokenFile.path))
    }

    /// A file that has another length is not sent as the rest of the one before.
    @Test func anotherFile() async throws {
        let server = try await interrupt(ResumableBehavior())
        try directory.file("video", "new")
        #expect(try await saved.send(to: server.url).isSuccess)
        #expect(server.uploads.last?.bytes == Array("new".utf8))
    }
}

// page: GoingOn
struct SavedUpload {
    let uploader: Uploader
    let file: URL
    let tokenFile: URL

    func send(to url: String) async throws -> UploadReply {
        var request = UploadRequest(url: url, method: "PUT", body: try EncodedBody(file: file))
        request.isResumable = true
        let saved = try? Data(contentsOf: tokenFile)
        if let saved, let token = try? JSONDecoder().decode(UploadToken.self, from: saved) {
            do {
                return try await finish(request.resumed(from: token))
            } catch let error as UploadError where error.code == .cannotResume {
                try FileManager.default.removeItem(at: tokenFile)
            }
        }
        return try await finish(request)
    }

    private func finish(_ request: UploadRequest) async throws -> UploadReply {
        for try await event in uploader.events(for: request) {
            switch event {
            case .resource(let token): try save(token)
            case .response(let reply):
                try? FileManager.default.removeItem(at: tokenFile)
                return reply
            default: break
            }
        }
        throw CancellationError()  // not reached: without a response the loop throws
    }

    private func save(_ token: UploadToken) throws {
        let isSaved = FileManager.default.createFile(
            atPath: tokenFile.path, contents: try JSONEncoder().encode(token),
            attributes: [.posixPermissions: 0o600])
        guard isSaved else { throw CocoaError(.fileWriteUnknown) }
    }
}
// end
