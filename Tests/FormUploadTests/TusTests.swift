import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// Uploads by tus 1.0.
@Suite(.serialized)
struct TusTests {
    private static let text = String(repeating: "0123456789", count: 200_000)

    /// A server by the protocol, which cuts the requests of these numbers after so many bytes.
    private final class Server: Sendable {
        private let bytes = Monitor([UInt8]())
        let server: LoopbackServer

        init(
            extensions: String = "creation,expiration,termination", cuts: [Int: Int64] = [:],
            lockedHEADs: Int = 0, createStatus: Int = 201
        ) throws {
            let (bytes, locked) = (bytes, Monitor(lockedHEADs))
            let headers: KeyValuePairs = ["Tus-Resumable": "1.0.0", "Location": "files/1"]
            server = try LoopbackServer { request in
                let cut = cuts[request.number]
                let take = Step.choose { request in
                    bytes.withState { bytes in
                        let offset = Int(request.header("Upload-Offset") ?? "0") ?? 0
                        bytes = Array(bytes.prefix(offset)) + request.body.bytes
                    }
                    if cut != nil { return [.reset] }
                    let offset = bytes.withState { $0.count }
                    return [
                        .respond(
                            request.method == "POST" ? 201 : 204,
                            headers: [
                                "Tus-Resumable": "1.0.0", "Location": "files/1",
                                "Upload-Offset": "\(offset)",
                            ])
                    ]
                }
                switch request.method {
                case "OPTIONS":
                    return [
                        .respond(
                            204,
                            headers: ["Tus-Version": "1.0.0", "Tus-Extension": extensions])
                    ]
                case "HEAD":
                    let isLocked = locked.withState { count in
                        count -= 1
                        return count >= 0
                    }
                    if isLocked { return [.respond(423)] }
                    let offset = bytes.withState { $0.count }
                    return [
                        .respond(
                            200,
                            headers: ["Upload-Offset": "\(offset)", "Tus-Resumable": "1.0.0"])
                    ]
                case "POST" where request.header("Content-Length") == "0":
                    return [.respond(createStatus, headers: headers, body: "refused")]
                case "DELETE": return [.respond(204)]
                default: return [cut.map { .readBytes($0) } ?? .readBody, take]
                }
            }
        }

        var text: String { bytes.withState { String(decoding: $0, as: UTF8.self) } }
        var requests: [String] {
            server.requests.map { request in
                "\(request.method) \(request.target)"
                    + (request.header("Upload-Offset").map { " " + $0 } ?? "")
            }
        }
    }

    private func run(
        _ server: Server, _ text: String = text, appendSize: Int64? = nil, retries: Int = 2
    ) async -> Uploads {
        var options = UploadOptions()
        options.retry.maximum = retries
        options.retry.delay = .milliseconds(1)
        var resumption = Resumption(.tus)
        resumption.metadata = [("filename", "a b.txt"), ("empty", "")]
        resumption.appendSize = appendSize
        return await Uploads.run(
            to: server.server.url("/files/"),
            EncodedBody(bytes: ByteString(text), contentType: "text/plain"), options,
            resumption: resumption)
    }

    @Test func uninterrupted() async throws {
        let server = try Server()
        let upload = await run(server)
        #expect(upload.status == 204 && upload.heads == [204])
        #expect(server.text == Self.text)
        #expect(server.requests == ["OPTIONS /files/", "POST /files/", "PATCH /files/files/1 0"])
        let requests = server.server.requests
        #expect(requests.map { $0.header("Tus-Resumable") } == [nil, "1.0.0", "1.0.0"])
        #expect(requests[1].header("Upload-Length") == "2000000")
        #expect(requests[1].header("Upload-Metadata") == "filename YSBiLnR4dA==,empty")
        #expect(requests[1].header("Content-Type") == nil)
        #expect(requests[2].header("Content-Type") == "application/offset+octet-stream")
        #expect(try upload.result.get().isBodyComplete)
        #expect(upload.tokens.map(\.length) == [2_000_000])
    }

    /// Bytes go with the creation if they are few, and if there are no retries.
    @Test func creationWithUpload() async throws {
        let server = try Server(extensions: "creation,creation-with-upload")
        let upload = await run(server, "few", retries: 0)
        #expect(upload.status == 201 && server.text == "few")
        #expect(server.requests == ["OPTIONS /files/", "POST /files/"])
        let type = server.server.requests[1].header("Content-Type")
        #expect(type == "application/offset+octet-stream")
        let long = try Server(extensions: "creation,creation-with-upload")
        #expect(await run(long).status == 204)
        #expect(long.requests.count == 3)
    }

    @Test func interrupted() async throws {
        let server = try Server(cuts: [3: 1000, 6: 500_000, 8: 0], lockedHEADs: 1)
        let upload = await run(server)
        #expect(upload.status == 204 && upload.heads == [204])
        #expect(server.text == Self.text)
        #expect(upload.resumed == [1000, 501_000, 501_000])
    }

    /// The last answer was lost: the offset says that all is there.
    @Test func aLostAnswer() async throws {
        let server = try Server(cuts: [3: 2_000_000])
        let upload = await run(server)
        #expect(upload.status == 200 && upload.heads == [200])
        let response = try upload.result.get()
        #expect(response.isBodyComplete && response.bytesSent == 2_000_000)
    }

    @Test func pieces() async throws {
        let server = try Server()
        #expect(await run(server, appendSize: 900_000).status == 204)
        #expect(server.text == Self.text)
        let offsets = [0, 900_000, 1_800_000].map { "PATCH /files/files/1 \($0)" }
        #expect(Array(server.requests.dropFirst(2)) == offsets)
    }

    @Test func anEmptyFile() async throws {
        let server = try Server()
        let upload = await run(server, "")
        #expect(upload.status == 201)
        #expect(server.requests == ["OPTIONS /files/", "POST /files/"])
    }

    /// What the server says to the creation is the response.
    @Test func refused() async throws {
        let server = try Server(createStatus: 403)
        let upload = await run(server)
        #expect(upload.status == 403 && upload.body == "refused")
    }

    @Test func limits() throws {
        var limits = ResourceLimits()
        let now = Date(timeIntervalSince1970: 1_000_000)
        let head = ResponseHead(rawLines: [
            "HTTP/1.1 200 OK\r\n", "Tus-Max-Size: 5\r\n",
            "Upload-Expires: Wed, 25 Jun 2014 16:00:00 GMT\r\n", "\r\n",
        ])
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
        limits.update(
            from: ResponseHead(rawLines: [
                "HTTP/1.1 200 OK\r\n", ByteString("Upload-Limit: \(text)\r\n"), "\r\n",
            ]))
        #expect([limits.size, limits.append, limits.leastAppend] == expected)
    }

    @Test(
        arguments: [
            ("5", 5), ("5;a=1", 5), ("0", 0), ("-1", nil), ("5, 6", nil), ("\"5\"", nil), ("", nil),
            ("5.0", nil), ("?1", nil), ("5x", nil),
        ] as [(String, Int64?)])
    func integers(text: String, expected: Int64?) {
        let head = ResponseHead(rawLines: [
            "HTTP/1.1 200 OK\r\n", ByteString("Upload-Offset: \(text)\r\n"), "\r\n",
        ])
        #expect(head.integer("Upload-Offset") == expected)
    }
}
