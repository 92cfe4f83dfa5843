import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// An upload goes on where it stopped, by version 8 of the draft.
@Suite(.serialized)
struct ResumptionTests {
    static let text = String((0..<100_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    static let body = EncodedBody(bytes: ByteString(text), contentType: "text/plain")
    static let length: Int64 = 100_000

    static func run(
        _ server: UploadServer, retries: Int = 3, _ resumption: Resumption = Resumption(),
        body: EncodedBody = body, change: (inout UploadOptions) -> Void = { _ in }
    ) async -> Uploads {
        var options = UploadOptions(retries: retries)
        change(&options)
        return await Uploads.run(to: server.url, body, options, resumption: resumption)
    }

    private static func isWhole(_ server: UploadServer) -> Bool {
        server.bytes == Array(text.utf8) && server.isComplete
    }

    /// Without an interruption it is the user's one request.
    @Test func uninterrupted() async throws {
        let server = try UploadServer()
        let upload = await Self.run(server)
        #expect(upload.body == "the form's answer" && upload.status == 200)
        #expect(server.requests == ["POST /form ?1"])
        #expect(Self.isWhole(server))
        let request = try await server.server.request()
        #expect(request.header("Upload-Draft-Interop-Version") == "8")
        #expect(request.header("Upload-Length") == "100000")
        #expect(request.header("Content-Type") == "text/plain")
        let token = try #require(upload.tokens.first)
        #expect(token.url == server.server.url("/r/secret") && token.length == Self.length)
    }

    /// A server that does not know it answers as ever.
    @Test func unknownToTheServer() async throws {
        let server = try LoopbackServer(.respond(body: "as ever"))
        let upload = await Uploads.run(to: server.url, Self.body, resumption: Resumption())
        #expect(upload.body == "as ever" && upload.tokens.isEmpty)
        #expect(try await server.request().body.text == Self.text)
    }

    @Test(arguments: [0, 1, 50_000, 99_999, 100_000] as [Int64])
    func cut(at offset: Int64) async throws {
        let server = try UploadServer(["POST 1": .cut(offset)])
        let upload = await Self.run(server)
        #expect(upload.body == "the form's answer" && upload.heads == [200])
        #expect(Self.isWhole(server))
        #expect(
            server.requests == [
                "POST /form ?1", "HEAD /r/secret", "PATCH /r/secret \(offset) ?1",
            ])
        let response = try upload.result.get()
        #expect(response.isBodyComplete && response.bytesSent == Self.length)
        #expect(upload.resumed == [offset])
        let patch = server.server.requests[2]
        #expect(patch.header("Content-Type") == "application/partial-upload")
    }

    /// Each attempt moves the offset, so none counts.
    @Test func cutAgainAndAgain() async throws {
        var rules: [String: UploadServer.Rule] = ["POST 1": .cut(100)]
        for number in 1...20 { rules["PATCH \(number)"] = .cutAfterOffset(2000) }
        let server = try UploadServer(rules)
        let upload = await Self.run(server, retries: 0)
        #expect(upload.status == 200)
        #expect(Self.isWhole(server))
        #expect(upload.resumed == (0...20).map { 100 + 2000 * $0 })
        #expect(upload.confirmed.contains(2100))
        #expect(upload.confirmed == upload.confirmed.sorted())
    }

    /// The count is that of attempts after which the server has nothing more.
    @Test(arguments: [0, 1, 2])
    func withoutProgress(retries: Int) async throws {
        let server = try UploadServer(["POST 1": .cut(100), "PATCH": .cut(0)])
        let upload = await Self.run(server, retries: retries)
        #expect(upload.failure.has { if case .unanswered = $0 { true } else { false } })
        let patches = server.requests.filter { $0.hasPrefix("PATCH") }
        #expect(patches.count == 1 + retries)
    }

    @Test func a5xx() async throws {
        let server = try UploadServer([
            "POST 1": .late(503, [:]), "HEAD 1": .answer(500, [:]), "PATCH 1": .answer(502, [:]),
        ])
        let upload = await Self.run(server)
        #expect(upload.body == "the form's answer" && upload.heads == [200])
        #expect(upload.retries.count == 3)
    }

    /// A resource is not forgotten because the server is busy.
    @Test(arguments: [408, 429])
    func aBusyServer(status: Int) async throws {
        let server = try UploadServer(["POST 1": .late(status, [:])])
        let upload = await Self.run(server)
        #expect(upload.body == "the form's answer" && upload.heads == [200])
        #expect(server.requests.filter { $0.hasPrefix("POST") }.count == 1)
    }

    /// What the form itself answers is the response, whatever its status.
    @Test(arguments: [422, 503])
    func aFailureOfTheForm(status: Int) async throws {
        let server = try UploadServer([
            "POST 1": .cut(10), "PATCH 1": .late(status, ["Upload-Complete": "?1"]),
        ])
        let upload = await Self.run(server)
        #expect(upload.status == status && upload.heads == [status])
    }

    @Test(arguments: [400, 403, 404, 410, 413])
    func a4xxOfTheResource(status: Int) async throws {
        for method in ["HEAD", "PATCH"] {
            let server = try UploadServer(["POST 1": .cut(10), method: .answer(status, [:])])
            let upload = await Self.run(server)
            let fault = try #require(upload.fault)
            guard case .rejected(let head) = fault, head.status == status else {
                Issue.record("\(fault)")
                continue
            }
            #expect(fault.beginsAnew == [400, 404, 410].contains(status))
            #expect(server.requests.filter { $0.hasPrefix("PATCH") }.count <= 1)
        }
    }

    /// A 409, of which the offset may be the reason, is asked about.
    @Test func aConflict() async throws {
        let server = try UploadServer([
            "POST 1": .cut(10), "PATCH 1": .answer(409, ["Upload-Complete": "?0"]),
        ])
        let upload = await Self.run(server)
        #expect(upload.status == 200)
        #expect(Self.isWhole(server))
    }

    private static let faults:
        [(rules: [String: UploadServer.Rule], limit: String?, fault: String, last: String?)] = [
            (["POST 1": .cut(10), "HEAD": .answer(204, [:])], nil, "offsetMissing", nil),
            (
                ["POST 1": .cutAfterOffset(10), "HEAD": .says(9)], nil,
                "offsetFell(from: 10, to: 9)", "DELETE /r/secret"
            ),
            (["POST 1": .cut(10), "HEAD": .says(100_001)], nil, "offsetBeyond(100001, ", nil),
            (
                ["POST 1": .interim([["Location": "/r/secret"], ["Upload-Offset": "200000"]], 10)],
                nil, "offsetBeyond(200000, sent: 100000)", nil
            ),
            (
                ["POST 1": .interim([["Location": "/r/1"], ["Location": "/r/2"]], 100_000)], nil,
                "locationChanged", "DELETE /r/1"
            ),
            ([:], "max-size=99999", "tooLarge(limit: 99999)", "DELETE /r/secret"),
            (["POST 1": .cut(10)], "max-age=0", "expired", nil),
        ]

    /// What a server says that cannot be, or that leaves no way on.
    @Test(arguments: faults.indices) func aFault(index: Int) async throws {
        let row = Self.faults[index]
        let server = try UploadServer(row.rules, limit: row.limit)
        let fault = try #require(await Self.run(server).fault)
        #expect("\(fault)".hasPrefix(row.fault))
        if let last = row.last { #expect(server.requests.last == last) }
    }

    /// A 104 of another version is none, and neither is one after which nothing can go on.
    @Test func anotherVersion() async throws {
        let server = try UploadServer(["POST 1": .cut(10)], version: 7)
        let upload = await Self.run(server, retries: 0)
        #expect(upload.tokens.isEmpty && upload.failure != nil && upload.fault == nil)
        #expect(server.requests == ["POST /form ?1"])
    }

    @Test func version6() async throws {
        let server = try UploadServer(["POST 1": .cut(10)], version: 6)
        let upload = await Self.run(server, Resumption(.draft6))
        #expect(upload.status == 200)
        let versions = server.server.requests.map { $0.header("Upload-Draft-Interop-Version") }
        #expect(versions == ["6", "6", "6"])
    }

    /// Pieces, none of which is larger than what the user and the server say.
    @Test(arguments: [nil, "max-append-size=20000", "min-append-size=50000"])
    func pieces(limit: String?) async throws {
        let server = try UploadServer(limit: limit)
        var resumption = Resumption()
        resumption.appendSize = 30_000
        let upload = await Self.run(server, resumption)
        #expect(upload.body == "the form's answer")
        #expect(Self.isWhole(server))
        let size =
            limit == nil ? 30_000 : limit?.hasPrefix("max") == true ? 20_000 : 50_000
        let offsets = Array(stride(from: 0, to: 100_000, by: size))
        let patches = offsets.map {
            "PATCH /r/secret \($0) ?\($0 == offsets.last ? 1 : 0)"
        }
        #expect(server.requests == ["OPTIONS /form", "POST /form ?0"] + patches)
        #expect(try upload.result.get().isBodyComplete)
    }

    /// A piece is never sent to a server that does not say that it takes one.
    @Test func piecesToAServerThatDoesNotKnowThem() async throws {
        let server = try LoopbackServer(.respond(body: "as ever"))
        var resumption = Resumption()
        resumption.appendSize = 30_000
        let upload = await Uploads.run(to: server.url, Self.body, resumption: resumption)
        #expect(upload.fault.has { if case .unsupported = $0 { true } else { false } })
        #expect(server.requests.map(\.method) == ["OPTIONS", "POST"])
        #expect(server.requests.allSatisfy { $0.body.count == 0 })
    }

    /// The limit comes in the 104, when the whole body is under way.
    @Test func aLimitInTheInterimResponse() async throws {
        let server = try UploadServer(
            [
                "POST 1": .interim(
                    [["Location": "/r/secret", "Upload-Limit": "max-append-size=40000"]], 50_000)
            ],
            limit: "max-append-size=40000")
        let upload = await Self.run(server, retries: 0)
        #expect(upload.status == 200)
        #expect(Self.isWhole(server))
    }

    @Test func a413WithLimits() async throws {
        let limits: KeyValuePairs = ["Upload-Limit": "max-append-size=40000"]
        let server = try UploadServer(["POST 1": .late(413, limits)], hidesInterim: true)
        let upload = await Self.run(server, retries: 0)
        #expect(upload.status == 200 && upload.heads == [200])
        #expect(Self.isWhole(server))
        let resource = try UploadServer(["POST 1": .cut(10), "PATCH 1": .late(413, limits)])
        #expect(await Self.run(resource).status == 200)
        #expect(Self.isWhole(resource))
        // A 413 that brings no limits is the answer.
        let plain = try UploadServer(["POST 1": .late(413, [:])], hidesInterim: true)
        #expect(await Self.run(plain).status == 413)
    }

    /// A proxy holds interim responses back: the next attempt creates the resource without the body.
    @Test func withoutInterimResponses() async throws {
        let server = try UploadServer(
            ["POST 1": .cut(10), "PATCH 1": .cut(500)], hidesInterim: true)
        let upload = await Self.run(server) { $0.retry.retriesLostConnections = true }
        #expect(upload.status == 200)
        #expect(Self.isWhole(server))
        #expect(
            server.requests == [
                "POST /form ?1", "OPTIONS /form", "POST /form ?0", "PATCH /r/secret 0 ?1",
                "HEAD /r/secret", "PATCH /r/secret 500 ?1",
            ])
    }

    /// The answer to the whole upload was lost: it is asked for once.
    @Test func aLostAnswer() async throws {
        let server = try UploadServer([
            "POST 1": .cut(100_000),
            "HEAD": .answer(204, ["Upload-Offset": "100000", "Upload-Complete": "?1"]),
        ])
        let upload = await Self.run(server)
        #expect(upload.body == "the form's answer")
        let silent = try UploadServer([
            "POST 1": .cut(100_000),
            "HEAD": .answer(204, ["Upload-Offset": "100000", "Upload-Complete": "?1"]),
            "PATCH": .answer(400, [:]),
        ])
        let lost = await Self.run(silent)
        let response = try lost.result.get()
        #expect(response.isLost && response.isBodyComplete && response.bytesSent == Self.length)
        #expect(lost.heads == [204] && lost.body == "")
    }

    /// The request for a lost answer, which changes nothing, may meet a kept connection that has ended.
    @Test func aLostAnswerIsAskedForOnAnotherConnection() async throws {
        let server = try UploadServer([
            "POST 1": .cut(100_000),
            "HEAD": .late(204, ["Upload-Offset": "100000", "Upload-Complete": "?1"]),
            "PATCH 1": .cut(0),
        ])
        let upload = await Self.run(server)
        #expect(upload.body == "the form's answer")
        #expect(
            server.requests == [
                "POST /form ?1", "HEAD /r/secret", "PATCH /r/secret 100000 ?1",
                "PATCH /r/secret 100000 ?1",
            ])
    }

    @Test func fromAToken() async throws {
        let server = try UploadServer(["POST 1": .cutAfterOffset(700)])
        let first = await Self.run(server) { $0.retry.maximumTime = .zero }
        var token = try #require(first.tokens.last)
        token.offset = 0
        let upload = await Self.run(server, Self.resumption(token))
        #expect(upload.status == 200)
        #expect(Self.isWhole(server) && upload.resumed == [700])
        var request = UploadRequest(
            url: ByteString(server.url), body: EncodedBody(bytes: "another"))
        #expect(throws: UploadError.self) { try request.resumed(from: token) }
        request.body = Self.body
        #expect(try request.resumed(from: token).isResumable)
        #expect(!"\(token)".contains("secret") && !String(reflecting: token).contains("secret"))
    }

    static func resumption(_ token: UploadToken) -> Resumption {
        var resumption = Resumption(token.protocol)
        resumption.token = token
        return resumption
    }

    /// The resource of another host gets no credentials, also after a redirect there.
    @Test func credentials() async throws {
        let other = try UploadServer(["HEAD 1": .answer(307, ["Location": "/r/moved"])])
        let server = try UploadServer(
            ["POST 1": .cut(0)], location: other.server.url("/r/secret"))
        var options = UploadOptions(retries: 1)
        options.redirects.follows = true
        options.curlSettings = [CURLSetting(.userPassword, .string("u:p"))]
        let names = ["X-Api-Key", "X-Other", "Idempotency-Key"]
        let upload = await Uploads.run(
            to: server.url, Self.body,
            headers: names.compactMap {
                FormUpload.HeaderField(name: ByteString($0), value: .text("v"))
            },
            options, resumption: Resumption())
        #expect(upload.status == 200)
        #expect(server.server.requests[0].header("Authorization") == "Basic dTpw")
        for request in other.server.requests {
            #expect(request.header("Authorization") == nil)
            #expect(names.map { request.header($0) } == [nil, "v", nil])
        }
        #expect(other.server.requests.count == 3)
    }

    /// The login of the URL is not a part of the resource's, and goes there.
    @Test func aLoginInTheURL() async throws {
        let server = try UploadServer(["POST 1": .cut(10), "PATCH 1": .cutAfterOffset(10)])
        let url = server.url.replacing("http://", with: "http://u:p@")
        let options = UploadOptions { $0.retry.delay = .milliseconds(1) }
        let upload = await Uploads.run(to: url, Self.body, options, resumption: Resumption())
        #expect(upload.status == 200)
        #expect(upload.tokens.first?.url == server.server.url("/r/secret"))
        let logins = Set(server.server.requests.map { $0.header("Authorization") })
        #expect(logins == ["Basic dTpw"])
        guard case .failure(.transfer(_, _, let progress))? = upload.retries.last?.cause else {
            Issue.record("\(upload.retries)")
            return
        }
        #expect(progress.total == Self.length)
    }

    /// https never becomes http, also not where redirects may.
    @Test func neverLeavesTLS() throws {
        var request = UploadRequest(url: "https://127.0.0.1/form", body: Self.body)
        request.resumption = Resumption()
        let options = UploadOptions { $0.redirects.leavesTLS = true }
        var resource = try #require(try UploadResource(request, options))
        for base in ["https://127.0.0.1/form", "http://127.0.0.1/form"] {
            resource.base = ByteString(base)
            #expect(throws: ResumptionFault.self) { try resource.locate("http://127.0.0.1/r") }
            #expect(throws: ResumptionFault.self) { try resource.locate("ftp://127.0.0.1/r") }
        }
        resource.base = request.url
        try resource.locate("/r")
        #expect(resource.url == "https://127.0.0.1/r")
    }

    /// The head that a dry run shows is the one that is sent.
    @Test func theHead() throws {
        var request = UploadRequest(url: "http://h/form", body: Self.body)
        request.isResumable = true
        let fields =
            "Upload-Draft-Interop-Version: 8\r\nUpload-Complete: ?1\r\nUpload-Length: 100000"
        let first = try request.firstRequests(options: UploadOptions(), address: "/r")
        #expect(try first.map { try $0.head().description.contains(fields) } == [true])
    }

    /// A body that can be read only once cannot go on.
    @Test func aStreamThatIsGone() async throws {
        let server = try UploadServer(["POST 1": .cut(10)])
        let stream = ByteStream(length: 100, isReplayable: false) {
            OneByOne(String(repeating: "x", count: 100))
        }
        let upload = await Self.run(server, body: try EncodedBody(stream))
        #expect(upload.failure.has { if case .cannotReplay = $0 { true } else { false } })
    }

    /// A stream of unknown length goes on, if it can be read again.
    @Test func aStreamWithoutALength() async throws {
        let server = try UploadServer(["POST 1": .cut(10)])
        let stream = ByteStream { OneByOne(String(repeating: "xyz", count: 100)) }
        let upload = await Self.run(server, body: try EncodedBody(stream))
        #expect(upload.status == 200)
        #expect(server.bytes == Array(String(repeating: "xyz", count: 100).utf8))
    }

    @Test func cancels() async throws {
        let server = try UploadServer()
        let upload = await Self.run(server)
        var token = try #require(upload.tokens.first)
        // Neither the age of the upload nor the length of the body matters any more.
        (token.offset, token.expires) = (1 << 40, Date(timeIntervalSince1970: 0))
        let request = UploadRequest(url: ByteString(server.url), body: Self.body)
        let response = try await Uploader().cancelUpload(token, of: request)
        #expect(response.head.status == 204)
        #expect(server.requests.last == "DELETE /r/secret")
    }
}

extension Uploads {
    var tokens: [UploadToken] {
        events.compactMap { if case .resource(let token) = $0 { token } else { nil } }
    }

    /// The offsets at which the upload went on.
    var resumed: [Int64] {
        events.compactMap { if case .resuming(let token) = $0 { token.offset } else { nil } }
    }

    /// The confirmed offsets, in the order of the events.
    var confirmed: [Int64] {
        events.compactMap {
            if case .progress(let progress) = $0 { progress.confirmed } else { nil }
        }
    }

    var fault: ResumptionFault? {
        if case .resumption(let fault) = failure { fault } else { nil }
    }
}
