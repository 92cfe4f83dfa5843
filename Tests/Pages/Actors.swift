import FormUpload

/// Uploads on the main actor, with a closure in place of the events.
@MainActor
final class Shown {
    private(set) var fraction = 0.0

    func send(_ request: UploadRequest) async throws -> String {
        let reply = try await Uploader().send(request) { progress in
            Task { @MainActor in self.show(progress.fraction ?? 0) }
        }
        return reply.text
    }

    private func show(_ fraction: Double) { self.fraction = fraction }
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
