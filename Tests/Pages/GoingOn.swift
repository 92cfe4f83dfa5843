import FormEncoding
import FormUpload
import Foundation

/// The code of the page 'Going on after an interruption', with the public interface only.
enum GoingOn {
    static func upload(_ form: MultipartForm, to url: String) async throws -> UploadReply {
        // page: GoingOn
        var options = UploadOptions()
        options.retry.maximum = 5
        let uploader = Uploader(options: options)

        var request = try UploadRequest(url: url, form: form)
        request.isResumable = true
        let reply = try await uploader.reply(to: request)
        // end
        return reply
    }
}

// page: GoingOn
struct SavedUpload {
    let uploader: Uploader
    let file: URL
    let tokenFile: URL

    func send(to url: String) async throws -> UploadReply? {
        var request = UploadRequest(url: url, method: "PUT", body: try EncodedBody(file: file))
        request.isResumable = true
        let saved = try? Data(contentsOf: tokenFile)
        if let saved, let token = try? JSONDecoder().decode(UploadToken.self, from: saved) {
            do {
                return try await finish(request.resumed(from: token))
            } catch UploadError.resumption(let fault) where fault.beginsAnew {
                try FileManager.default.removeItem(at: tokenFile)
            }
        }
        return try await finish(request)
    }

    private func finish(_ request: UploadRequest) async throws -> UploadReply? {
        for try await event in uploader.events(for: request) {
            switch event {
            case .resource(let token):
                try JSONEncoder().encode(token).write(to: tokenFile, options: .atomic)
            case .response(let reply):
                try? FileManager.default.removeItem(at: tokenFile)
                return reply
            default: break
            }
        }
        return nil  // the task was cancelled
    }
}
// end
