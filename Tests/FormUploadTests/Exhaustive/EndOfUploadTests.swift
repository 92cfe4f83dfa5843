import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// What an upload's end leaves, and what may meet it.
@Suite(.serialized)
struct EndOfUploadTests {
    /// Swift holds a lock of its own while a task is cancelled, and to wake one.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func meetsACancellation(usesHooks: Bool) async throws {
        let server = try LoopbackServer(.respond(200, body: "ok"))
        let uploader = Uploader(options: UploadOptions(usesHooks: usesHooks))
        let request = UploadRequest(url: ByteString(server.url), body: EncodedBody(bytes: "x"))
        for number in 0..<1500 {
            let upload = Task { try await uploader.upload(request) }
            try await Task.sleep(for: .microseconds(200 + number % 100 * 10))
            upload.cancel()
            _ = await upload.result
        }
    }

    /// The handler and the body, also if the body was read on a thread of its own.
    @Test(arguments: [true, false], [nil, 3] as [Int64?])
    func releasesAStream(usesHooks: Bool, length: Int64?) async throws {
        let (handler, stream) = (Gate(), Gate())
        let server = try LoopbackServer(.respond(200, body: "ok"))
        try await upload(
            to: server, length, Token(handler), Token(stream), UploadOptions(usesHooks: usesHooks))
        try await handler.waitUntilOpen()
        try await stream.waitUntilOpen()
    }

    private func upload(
        to server: LoopbackServer, _ length: Int64?, _ handler: Token, _ stream: Token,
        _ options: UploadOptions
    ) async throws {
        let bytes = ByteStream.inputStream(length: length) {
            withExtendedLifetime(stream) { InputStream(data: Data("abc".utf8)) }
        }
        let body = try MultipartForm(parts: [.stream("f", bytes)]).body()
        let upload = await Uploads.run(to: server.url, body, options) { _ in
            withExtendedLifetime(handler) {}
        }
        #expect(upload.status == 200)
    }

    /// Progress is reported on a thread of its own: what comes after it waits for it.
    @Test(arguments: [true, false])
    func waitsForTheHandler(usesHooks: Bool) async throws {
        let (entered, isGone) = (Gate(), Gate())
        let inside = Monitor(0)
        let most = Monitor(0)
        let server = try LoopbackServer([.readBody, .wait(entered), .close])
        let body = EncodedBody(bytes: ByteString(bytes: [UInt8](repeating: 1, count: 1000)))
        let upload = await Uploads.run(
            to: server.url, body, UploadOptions(usesHooks: usesHooks)
        ) { event in
            let count = inside.withState { count in
                count += 1
                return count
            }
            most.withState { $0 = max($0, count) }
            if case .progress = event, !entered.isOpen {
                entered.open()
                // Long enough for an end that does not wait.
                Gate.block(untilAnyOf: [isGone], timeout: 0.3)
            }
            inside.withState { $0 -= 1 }
        }
        #expect(upload.failure != nil)
        #expect(entered.isOpen)
        #expect(most.withState { $0 } == 1)
    }

    /// Only its own upload waits for a handler of progress that blocks when that has ended.
    @Test(.timeLimit(.minutes(10)))
    func waitsNowhereElse() async throws {
        let (entered, left) = (Gate(), Gate())
        defer { left.open() }
        let server = try LoopbackServer([.readBody, .wait(entered), .close])
        let upload = Task {
            await Uploads.run(to: server.url, EncodedBody(bytes: "abc")) { event in
                guard case .progress = event, !entered.isOpen else { return }
                entered.open()
                Gate.block(untilAnyOf: [left])
            }
        }
        try await entered.waitUntilOpen()
        _ = try await server.endedConnections()
        let other = try LoopbackServer(.respond(200))
        for _ in 0..<20 {
            #expect(await Uploads.run(to: other.url, EncodedBody(bytes: "x")).status == 200)
        }
        left.open()
        #expect(await upload.value.failure != nil)
    }

    /// An earlier attempt would take bytes of a later one, and keep a thread and a descriptor.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func leavesAFIFOToOthers(usesHooks: Bool) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/fifo"
        try #require(mkfifo(path, 0o600) == 0)
        let server = try LoopbackServer(.respond(200))
        let form = MultipartForm(parts: [.file("f", path: ByteString(path))])
        var options = UploadOptions(usesHooks: usesHooks)
        options.limits.attempt = .milliseconds(50)
        for _ in 0..<3 {
            let body = try EncodedBody([.form(form)], irregularFiles: .stream)
            let upload = await Uploads.run(to: server.url, body, options)
            #expect(upload.failure != nil)
        }
        // Until the readers are gone.
        while case let writer = open(path, O_WRONLY | O_NONBLOCK), writer >= 0 {
            close(writer)
            await Task.yield()
        }
        options.limits.attempt = nil
        let body = try EncodedBody([.form(form)], irregularFiles: .stream)
        async let upload = Uploads.run(to: server.url, body, options)
        let bytes = [UInt8](repeating: 7, count: 300_000)
        let written = await onThread {
            let writer = open(path, O_WRONLY)
            defer { close(writer) }
            return write(writer, bytes, bytes.count)
        }
        #expect(written == bytes.count)
        #expect(await upload.status == 200)
        let sent = try server.requests.last?.form()
        #expect(sent?.part("f")?.body == bytes)
    }
}
