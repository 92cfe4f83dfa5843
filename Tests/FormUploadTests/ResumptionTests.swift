import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// What an app sees of an upload that goes on where it stopped; for the rest see EndToEndTests/Resumption.
@Suite(.serialized)
struct ResumptionTests {
    private static let text = String(
        (0..<100_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    private static let body = EncodedBody(bytes: ByteString(text), contentType: .plainText)

    private static func server(cutAt offset: Int64) throws -> ResumableServer {
        try ResumableServer(ResumableBehavior().with { $0.cuts = [offset] })
    }

    private static func run(
        _ url: String, _ resumption: Resumption = Resumption(), body: EncodedBody = body,
        change: (inout UploadOptions) -> Void = { _ in }
    ) async -> Uploads {
        var options = UploadOptions(retries: 3)
        change(&options)
        return await Uploads.run(to: url, body, options, resumption: resumption)
    }

    @Test(arguments: [1, 50_000, 100_000] as [Int64])
    func tellsWhereItGoesOn(offset: Int64) async throws {
        let server = try Self.server(cutAt: offset)
        let upload = await Self.run(server.url) { $0.retry.maximum = .max }
        #expect(upload.status == 200 && upload.heads == [200])
        #expect(server.uploads.map(\.bytes) == [Array(Self.text.utf8)])
        let response = try upload.result.get()
        #expect(response.isBodyComplete && response.bytesSent == 100_000)
        #expect(upload.resumed == [offset])
    }

    @Test func fromAToken() async throws {
        let server = try Self.server(cutAt: 700)
        let first = await Self.run(server.url) { $0.retry.totalTime = .zero }
        var token = try #require(first.tokens.last)
        token.offset = 0
        var resumption = Resumption(token.protocol)
        resumption.token = token
        let upload = await Self.run(server.url, resumption)
        #expect(upload.status == 200)
        #expect(server.uploads.map(\.bytes) == [Array(Self.text.utf8)])
        #expect(upload.resumed == [700])
        var request = UploadRequest(
            url: ByteString(server.url), body: EncodedBody(bytes: "another"))
        let error = #expect(throws: UploadError.self) { try request.resumed(from: token) }
        #expect(error?.code == .cannotResume)
        request.body = Self.body
        #expect(try request.resumed(from: token).isResumable)
        let secret = try #require(server.uploads.first?.path)
        #expect(!"\(token)".contains(secret) && !String(reflecting: token).contains(secret))
        let gone = UploadToken(
            url: server.url + "/gone", offset: 0, length: 100_000, contentType: token.contentType,
            protocol: token.protocol)
        let again = try request.resumed(from: gone)
        let lost = await #expect(throws: UploadError.self) { try await Uploader().send(again) }
        #expect(lost?.mayHaveBeenReceived == true)
    }

    /// The form made anew would have another boundary within, and the server the bytes of both. A boundary of the app's
    /// does not tell that those within are the same.
    @Test func aNestedFormHasItsBoundary() async throws {
        let requests = try (1...2).map { _ in
            try UploadRequest(
                url: "http://127.0.0.1/", form: [.form("n", [.text("a", "b")]), .text("c", "d")])
        }
        let token = { (request: UploadRequest) in
            UploadToken(
                url: "http://127.0.0.1/r", offset: 10, length: request.body?.contentLength,
                contentType: request.body?.contentType?.description, protocol: .draft8)
        }
        #expect(try requests[0].resumed(from: token(requests[0])).isResumable)
        var (own, copy) = (requests[1], requests[1])
        try own.setBoundary("limit")
        copy.body = try await own.body?.spooled()
        for (request, token) in [
            (requests[1], token(requests[0])), (own, token(own)), (copy, token(own)),
        ] {
            let error = #expect(throws: UploadError.self) { try request.resumed(from: token) }
            #expect(error?.code == .cannotResume)
        }
    }

    /// The login of the URL is not a part of the resource's, and goes there.
    @Test func aLoginInTheURL() async throws {
        let server = try Self.server(cutAt: 10)
        let upload = await Self.run(server.url.replacing("http://", with: "http://u:p@"))
        #expect(upload.status == 200)
        let path = try #require(server.uploads.first?.path)
        #expect(upload.tokens.first?.url == server.server.url(path))
        #expect(Set(server.requests.map { $0.header("Authorization") }) == ["Basic dTpw"])
    }

    /// https never becomes http, also not where redirects may.
    @Test func neverLeavesTLS() throws {
        var request = UploadRequest(url: "https://127.0.0.1/form", body: Self.body)
        request.resumption = Resumption()
        let options = UploadOptions { $0.redirects.leavesTLS = true }
        var resource = try #require(try UploadResource(request, options))
        for base in ["https://127.0.0.1/form", "http://127.0.0.1/form"] {
            resource.base = ByteString(base)
            #expect(throws: UploadFault.self) { try resource.locate("http://127.0.0.1/r") }
        }
    }

    /// A question that the server has answered has no byte of the upload.
    @Test func aQuestionIsNotTheUpload() throws {
        var request = UploadRequest(url: "http://127.0.0.1/", body: Self.body)
        request.isResumable = true
        var (resource, facts) = (try UploadResource(request, UploadOptions()), TransferFacts())
        facts.mayHaveBeenReceived = true
        #expect(resource?.add(facts, isBodiless: true).mayHaveBeenReceived == false)
        #expect(resource?.add(facts, isBodiless: false).mayHaveBeenReceived == true)
    }

    /// A part of a long answer would look like all of it.
    @Test func aLongRefusal() async throws {
        let hint = "HTTP/1.1 104 R\r\nUpload-Draft-Interop-Version: 8\r\nLocation: /r\r\n\r\n"
        let text = String(repeating: "x", count: 300_000)
        let head = "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n493E0\r\n"
        let found: KeyValuePairs = ["Upload-Complete": "?1", "Upload-Offset": "100000"]
        let server = try LoopbackServer { request in
            request.method == "HEAD"
                ? Answer([.respond(204, headers: found)])
                : Answer([.send(hint), .readBody, .send(head + text + "\r\n0\r\n\r\n")])
        }
        let upload = await Self.run(server.url)
        #expect(upload.heads == [500] && upload.body.isEmpty)
    }

    /// A body that can be read only once cannot go on.
    @Test func aStreamThatIsGone() async throws {
        let server = try Self.server(cutAt: 10)
        let stream = ByteStream(length: 100, isReplayable: false) {
            OneByOne(String(repeating: "x", count: 100))
        }
        let upload = await Self.run(server.url, body: try EncodedBody(stream))
        #expect(upload.failure.has { if case .cannotReplay = $0 { true } else { false } })
    }

    /// A stream of unknown length goes on, if it can be read again.
    @Test func aStreamWithoutALength() async throws {
        let server = try Self.server(cutAt: 10)
        let stream = ByteStream { OneByOne(String(repeating: "xyz", count: 100)) }
        let upload = await Self.run(server.url, body: try EncodedBody(stream))
        #expect(upload.status == 200)
        #expect(server.uploads.map(\.bytes) == [Array(String(repeating: "xyz", count: 100).utf8)])
    }

    /// What is complete is not deleted.
    @Test func cancels() async throws {
        let server = try ResumableServer()
        let upload = await Self.run(server.url)
        var token = try #require(upload.tokens.first)
        // The length of the body does not matter any more.
        token.offset = 1 << 40
        let request = UploadRequest(url: ByteString(server.url), body: Self.body)
        let answer = try await Uploader().cancelUpload(token, of: request)
        #expect(answer.head.status == 204 && answer.isWhole == true)
        #expect(server.methods.last == "HEAD")
    }
}

extension Uploads {
    fileprivate var tokens: [UploadToken] {
        events.compactMap { if case .resource(let token) = $0 { token } else { nil } }
    }

    /// The offsets at which the upload went on.
    fileprivate var resumed: [Int64] {
        events.compactMap { if case .resuming(let token, _) = $0 { token.offset } else { nil } }
    }
}
