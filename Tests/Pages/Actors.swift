import FormUpload
import Testing

@testable import TestSupport

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

/// Keeps an upload that is under way.
actor Upload {
    private let events: UploadEvents.AsyncIterator
    private(set) var status: Int?

    init(_ request: UploadRequest) {
        events = Uploader().events(for: request).makeAsyncIterator()
    }

    func takeNext() async throws(UploadError) -> Bool {
        let event = try await events.next()
        if case .response(let reply) = event { status = reply.status }
        return event != nil
    }
}

@Suite struct Actors {
    @Test func keepTheirUpload() async throws {
        let server = try LoopbackServer(.respond(201))
        let upload = Upload(UploadRequest(url: server.url, method: "POST"))
        while try await upload.takeNext() {}
        #expect(await upload.status == 201)
    }
}
