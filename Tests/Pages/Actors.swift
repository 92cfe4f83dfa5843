import FormUpload

/// Uploads on the main actor.
@MainActor
final class Screen {
    private let uploader = Uploader()
    private(set) var shown = 0.0
    private(set) var answer = ""

    func send(_ form: MultipartForm, to url: String) async throws {
        let request = try UploadRequest(url: url, form: form)
        for try await event in uploader.events(for: request) {
            switch event {
            case .progress(let progress): shown = progress.fraction ?? 0
            case .response(let reply): answer = try reply.success().text
            default: break
            }
        }
    }

    func show(_ fraction: Double) { shown = fraction }

    func sendAtOnce(_ request: UploadRequest) async throws {
        let reply = try await uploader.send(request) { progress in
            Task { @MainActor in self.show(progress.fraction ?? 0) }
        }
        answer = reply.text
    }
}

/// Uploads in an actor.
actor Store {
    private var uploader = Uploader()
    private var statuses: [Int] = []

    func send(_ request: UploadRequest) async throws {
        uploader.options.retry.maximum = 1
        statuses.append(try await uploader.send(request).status)
    }
}
