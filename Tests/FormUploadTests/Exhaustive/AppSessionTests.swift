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

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<24 { group.addTask { try await sendsAndReceives() } }
            try await group.waitForAll()
        }

        left.open()
        for upload in uploads { #expect(await upload.value == 200) }
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
}
