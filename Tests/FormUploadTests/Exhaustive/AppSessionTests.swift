import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URLSession of the app beside uploads whose handlers block.
@Suite(.serialized)
struct AppSessionTests {
    /// While a handler of ours does not come back, and 24 uploads are under way, the app's own session works
    /// as if they were not there: the test ends although the handler is let go at its end only.
    @Test(.timeLimit(.minutes(5)))
    func isNotHeldUp() async throws {
        let (entered, left) = (Gate(), Gate())
        defer { left.open() }
        let ours = try LoopbackServer([.readBody, .wait(left), .respond(200, body: "ours")])
        let blocking = try LoopbackServer(.respond(200, body: "ours"))
        let uploader = Uploader(connectionsPerHost: 24)
        var uploads = [upload(to: blocking, Uploader(), entered, left)]
        for _ in 0..<24 { uploads.append(upload(to: ours, uploader)) }
        try await entered.waitUntilOpen()
        await onThread { Self.waitForRequests(24, at: ours) }

        try await sendsAndReceives()
        try await redirects()
        try await isCancelled()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<24 { group.addTask { try await sendsAndReceives() } }
            try await group.waitForAll()
        }

        left.open()
        for upload in uploads { #expect(await upload.value == 200) }
    }

    /// The body of an upload is what a URLSession of the app receives meanwhile.
    @Test(.timeLimit(.minutes(5)))
    func givesTheBytesOfUploads() async throws {
        let bytes = FilePattern().bytes(1_000_000)
        let (source, target) = (
            try LoopbackServer(.respond(200, body: bytes)), try LoopbackServer()
        )
        let download = try request(source, "/data")
        let stream = ByteStream.chunks {
            AsyncStream { continuation in
                // Making a task waits for URLSession's queue, which uploads without the hooks in other tests
                // block until a task gives them bytes.
                DispatchQueue.global().async {
                    let task = URLSession.shared.dataTask(with: download) { data, _, _ in
                        if let data { continuation.yield(data) }
                        continuation.finish()
                    }
                    task.resume()
                }
            }
        }
        let uploader = Uploader()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<24 {
                group.addTask {
                    let form: MultipartForm = [.stream("f", stream)]
                    let request = try UploadRequest(url: target.url, form: form)
                    try await uploader.reply(to: request).success()
                }
            }
            try await group.waitForAll()
        }
        for request in try await target.requests(24) {
            #expect(try request.form().part("f")?.body == bytes)
        }
    }

    private func upload(
        to server: LoopbackServer, _ uploader: Uploader, _ entered: Gate? = nil, _ left: Gate? = nil
    ) -> Task<Int?, Never> {
        let request = UploadRequest(url: ByteString(server.url), body: EncodedBody(bytes: "x"))
        return Task {
            try? await uploader.upload(request) { event in
                guard case .head = event, let entered, let left else { return }
                entered.open()
                Gate.block(untilAnyOf: [left])
            }.head.status
        }
    }

    private static func waitForRequests(_ count: Int, at server: LoopbackServer) {
        while server.requests.count < count { usleep(1000) }
    }

    private func request(_ server: LoopbackServer, _ target: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: server.url(target))))
    }

    /// Data, an upload and a download.
    private func sendsAndReceives() async throws {
        let server = try LoopbackServer(.respond(200, body: "theirs"))
        let (data, _) = try await URLSession.shared.data(for: request(server, "/data"))
        #expect(data == Data("theirs".utf8))
        var post = try request(server, "/upload")
        post.httpMethod = "POST"
        let (answer, _) = try await URLSession.shared.upload(for: post, from: Data("abc".utf8))
        #expect(answer == Data("theirs".utf8))
        let (file, _) = try await URLSession.shared.download(for: request(server, "/file"))
        #expect(try Data(contentsOf: file) == Data("theirs".utf8))
        let requests = try await server.requests(3)
        #expect(requests.map(\.target) == ["/data", "/upload", "/file"])
        #expect(requests[1].body.text == "abc")
    }

    private func redirects() async throws {
        let server = try LoopbackServer(
            .respond(302, headers: ["Location": "/there"]), .respond(200, body: "theirs"))
        let (data, _) = try await URLSession.shared.data(for: request(server, "/here"))
        #expect(data == Data("theirs".utf8))
        #expect(server.requests.map(\.target) == ["/here", "/there"])
    }

    private func isCancelled() async throws {
        let (asked, never) = (Gate(), Gate())
        let server = try LoopbackServer([.open(asked), .wait(never)])
        let silent = try request(server, "/silent")
        let task = Task { try await URLSession.shared.data(for: silent) }
        try await asked.waitUntilOpen()
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }
}
