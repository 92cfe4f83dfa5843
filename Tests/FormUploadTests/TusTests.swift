import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// Uploads by tus 1.0.
@Suite(.serialized)
struct TusTests {
    private static let text = String(repeating: "0123456789", count: 200_000)

    private static func server(
        _ extensions: String..., cuts: [Int64] = [], script: @escaping UploadScript = { _ in nil }
    ) throws -> TusServer {
        try TusServer(
            TusBehavior().with {
                $0.extensions = extensions.isEmpty ? ["creation", "termination"] : extensions
                $0.cuts = cuts
                $0.script = script
            })
    }

    private static func requests(_ server: TusServer) -> [String] {
        server.requests.map { request in
            request.method + (request.header("Upload-Offset").map { " " + $0 } ?? "")
        }
    }

    private static func isWhole(_ server: TusServer) -> Bool {
        server.uploads.map(\.bytes) == [Array(text.utf8)] && server.violations.isEmpty
    }

    private func run(
        _ server: TusServer, _ text: String = text, appendSize: Int64? = nil, retries: Int = 2
    ) async -> Uploads {
        let options = UploadOptions(retries: retries)
        var resumption = Resumption(.tus)
        resumption.metadata = [("filename", "a b.txt"), ("empty", "")]
        resumption.appendSize = appendSize
        return await Uploads.run(
            to: server.url,
            EncodedBody(bytes: ByteString(text), contentType: "text/plain"), options,
            resumption: resumption)
    }

    @Test func uninterrupted() async throws {
        let server = try Self.server()
        let upload = await run(server)
        #expect(upload.status == 204 && upload.heads == [204])
        #expect(Self.isWhole(server))
        #expect(Self.requests(server) == ["OPTIONS", "POST", "PATCH 0"])
        let requests = server.requests
        #expect(requests.map { $0.header("Tus-Resumable") } == [nil, "1.0.0", "1.0.0"])
        #expect(requests[1].header("Upload-Length") == "2000000")
        #expect(requests[1].header("Upload-Metadata") == "filename YSBiLnR4dA==,empty")
        #expect(requests[1].header("Content-Type") == nil)
        #expect(requests[2].header("Content-Type") == "application/offset+octet-stream")
        #expect(requests[2].target == server.uploads[0].path)
        #expect(try upload.result.get().isBodyComplete)
        #expect(upload.tokens.map(\.length) == [2_000_000])
    }

    /// Bytes go with the creation if they are few, and if there are no retries.
    @Test func creationWithUpload() async throws {
        let server = try Self.server("creation", "creation-with-upload")
        let upload = await run(server, "few", retries: 0)
        #expect(upload.status == 201 && server.uploads.map(\.bytes) == [Array("few".utf8)])
        #expect(Self.requests(server) == ["OPTIONS", "POST"])
        let type = server.requests[1].header("Content-Type")
        #expect(type == "application/offset+octet-stream")
        let long = try Self.server("creation", "creation-with-upload")
        #expect(await run(long).status == 204)
        #expect(long.requests.count == 3)
    }

    @Test func interrupted() async throws {
        let server = try Self.server(cuts: [1000, 501_000, 501_000]) {
            $0.operation == .offsetRetrieval && $0.number == 1 ? .respond(423) : nil
        }
        let upload = await run(server)
        #expect(upload.status == 204 && upload.heads == [204])
        #expect(Self.isWhole(server))
        #expect(upload.resumed == [1000, 501_000, 501_000])
    }

    /// The last answer was lost: the offset says that all is there.
    @Test func aLostAnswer() async throws {
        let server = try Self.server(cuts: [2_000_000])
        let upload = await run(server)
        #expect(upload.status == 200 && upload.heads == [200])
        let response = try upload.result.get()
        #expect(response.isBodyComplete && response.bytesSent == 2_000_000)
    }

    @Test func pieces() async throws {
        let server = try Self.server()
        #expect(await run(server, appendSize: 900_000).status == 204)
        #expect(Self.isWhole(server))
        #expect(
            Self.requests(server) == [
                "OPTIONS", "POST", "PATCH 0", "PATCH 900000", "PATCH 1800000",
            ])
    }

    @Test func anEmptyFile() async throws {
        let server = try Self.server()
        #expect(await run(server, "").status == 201)
        #expect(Self.requests(server) == ["OPTIONS", "POST"])
    }

    /// What the server says to the creation is the response.
    @Test func refused() async throws {
        let server = try Self.server {
            $0.operation == .creation
                ? .respond(403, headers: ["Tus-Resumable": "1.0.0"], body: "refused") : nil
        }
        let upload = await run(server)
        #expect(upload.status == 403 && upload.body == "refused")
    }

    @Test func limits() throws {
        var limits = ResourceLimits()
        let now = Date(timeIntervalSince1970: 1_000_000)
        let head = head(
            200, "Tus-Max-Size: 5", "Upload-Expires: Wed, 25 Jun 2014 16:00:00 GMT")
        limits.update(from: head, now: now)
        #expect(limits.size == 5)
        #expect(limits.expires == Date(timeIntervalSince1970: 1_403_712_000))
    }

    /// `Upload-Limit`, and what leaves it unread (RFC 9651 §4.2).
    @Test(
        arguments: [
            ("max-size=10, max-append-size=5;a=b;c, min-append-size=2", [10, 5, 2]),
            (
                "x=\"a,b\\\"\", y=(1 \"2\");q, max-size=10, z=:YQ==:, w, v=?1, u=@1, t=1.5",
                [10, nil, nil]
            ),
            ("max-size=10, max-size=11", [11, nil, nil]),
            ("max-append-size=0, min-append-size=3", [nil, nil, 3]),
            ("max-size=10,", [nil, nil, nil]), ("max-size=10 max-append-size=5", [nil, nil, nil]),
            ("max-size=a", [nil, nil, nil]), ("max-size", [nil, nil, nil]),
            ("max-size=\"10", [nil, nil, nil]), ("max-size=(10", [nil, nil, nil]),
            ("max-size=99999999999999999999", [nil, nil, nil]), ("", [nil, nil, nil]),
        ] as [(String, [Int64?])])
    func uploadLimit(text: String, expected: [Int64?]) {
        var limits = ResourceLimits()
        limits.update(from: head(200, "Upload-Limit: \(text)"))
        #expect([limits.size, limits.append, limits.leastAppend] == expected)
    }

    @Test(
        arguments: [
            ("5", 5), ("5;a=1", 5), ("0", 0), ("-1", nil), ("5, 6", nil), ("\"5\"", nil), ("", nil),
            ("5.0", nil), ("?1", nil), ("5x", nil),
        ] as [(String, Int64?)])
    func integers(text: String, expected: Int64?) {
        #expect(head(200, "Upload-Offset: \(text)").integer("Upload-Offset") == expected)
    }
}
