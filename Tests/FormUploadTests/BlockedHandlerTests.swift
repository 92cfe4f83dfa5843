import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// A handler that does not come back keeps nothing from ending: neither its own upload, nor another one of
/// its uploader, whose thread it blocks.
@Suite(.serialized)
struct BlockedHandlerTests {
    private static let blocking: [@Sendable (TransferEvent) -> Bool] = [
        { if case .progress = $0 { true } else { false } },
        { if case .head = $0 { true } else { false } },
        { if case .body = $0 { true } else { false } },
    ]

    @Test(arguments: 0..<3, [true, false])
    func isAbandoned(index: Int, hasAnswer: Bool) async throws {
        // Without an answer only progress is reported.
        guard hasAnswer || index == 0 else { return }
        let (entered, left) = (Gate(), Gate())
        defer { left.open() }
        let server = try LoopbackServer(hasAnswer ? .respond(200, body: "ok") : .silence)
        let directory = try TemporaryDirectory()
        let body = try EncodedBody.form(in: directory, size: 1_000_000)
        let blocks = Self.blocking[index]
        let uploader = Uploader()
        let request = UploadRequest(url: ByteString(server.url), body: body)
        let upload = Task {
            try await uploader.upload(request) { event in
                guard blocks(event) else { return }
                entered.open()
                Gate.block(untilAnyOf: [left])
            }
        }
        // Other tests, and a sanitizer, can keep the machine busy.
        try await entered.waitUntilOpen()
        // Another one cannot begin while that thread is blocked, and its limit holds all the same.
        var limited = uploader
        limited.options.limits.total = .milliseconds(50)
        let silent = try LoopbackServer(.silence)
        let second = UploadRequest(url: ByteString(silent.url), body: body)
        let error = await #expect(throws: UploadError.self) { try await limited.upload(second) }
        #expect(
            error.has {
                if case .timedOut(after: .milliseconds(50), _) = $0 { true } else { false }
            })
        upload.cancel()
        switch await #expect(throws: UploadError.self, performing: { try await upload.value }) {
        case .handler(let error as AbandonedUpload):
            if case .cancelled = error.cause { break }
            Issue.record("\(error)")
        case .cancelled where index == 0: break  // progress is reported on a thread of its own
        case let other: Issue.record("\(String(describing: other))")
        }
    }
}
