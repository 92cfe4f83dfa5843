import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Uploads on a URLSession of the app.
@Suite(.serialized)
struct SessionUploadTests {
    private func url(_ server: LoopbackServer, _ target: String = "/up") throws -> URL {
        try #require(URL(string: server.url(target)))
    }

    private func form(_ parts: FormPart...) throws -> MultipartForm {
        MultipartForm(parts: parts, boundary: try Boundary("XY"))
    }

    private static func stream(length: Int64? = nil) -> ByteStream {
        .inputStream(length: length) { InputStream(data: Data("abcde".utf8)) }
    }

    private static let expected =
        "--XY\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--XY--\r\n"

    @Test func sendsAFormInChunks() async throws {
        let server = try LoopbackServer(.respond(201, body: "stored"))
        let (data, response) = try await URLSession.shared.upload(
            form(.text("a", "b")), to: url(server))
        #expect(response.statusCode == 201)
        #expect(data == Data("stored".utf8))
        let request = try await server.request()
        #expect(request.method == "POST")
        #expect(request.target == "/up")
        #expect(request.header("Content-Type") == "multipart/form-data; boundary=XY")
        #expect(request.header("Expect") == nil)
        #expect(request.framing == .chunked)
        #expect(request.body.text == Self.expected)
    }

    @Test func returnsAnyStatus() async throws {
        let server = try LoopbackServer(.respond(404, body: "no"))
        let (data, response) = try await URLSession.shared.upload(
            form(.text("a", "b")), to: url(server))
        #expect(response.statusCode == 404)
        #expect(data == Data("no".utf8))
    }

    /// URLSession alone would never end the task.
    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Negotiate"])
    func returnsTheStatusThatAsksForALogin(challenge: String) async throws {
        let server = try LoopbackServer(
            .respond(401, headers: ["WWW-Authenticate": challenge], body: "no"))
        let (_, response) = try await URLSession.shared.upload(
            form(.text("a", "b")), to: url(server))
        #expect(response.statusCode == 401)
    }

    /// The task ends, and what it holds goes: the body and its files.
    @Test func leavesNothingBehindAfterA401() async throws {
        let released = Gate()
        let server = try LoopbackServer(
            .respond(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""], body: "no"))
        try await upload(to: server, Token(released))
        try await released.waitUntilOpen()
    }

    private func upload(to server: LoopbackServer, _ token: Token) async throws {
        let stream = ByteStream.inputStream {
            withExtendedLifetime(token) { InputStream(data: Data("x".utf8)) }
        }
        let (_, response) = try await URLSession.shared.upload(
            form(.stream("a", stream)), to: url(server))
        #expect(response.statusCode == 401)
    }

    @Test(arguments: [301, 303, 307, 308])
    func followsNoRedirect(status: Int) async throws {
        let server = try LoopbackServer(
            .respond(status, headers: ["Location": "/other"], body: "moved"))
        let (data, response) = try await URLSession.shared.upload(
            form(.text("a", "b")), to: url(server))
        #expect(response.statusCode == status)
        // As declared, URLSession on Linux keeps the response's body for itself.
        #expect(data.isEmpty)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [nil, 5] as [Int64?])
    func sendsAStreamAsItIsMade(length: Int64?) async throws {
        let server = try LoopbackServer()
        var request = URLRequest(url: try url(server))
        request.httpMethod = "PUT"
        request.setValue("9", forHTTPHeaderField: "Content-Length")
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        let body = try EncodedBody([.stream(Self.stream(length: length))])
        let (_, response) = try await URLSession.shared.upload(for: request, from: body)
        #expect(response.statusCode == 200)
        let received = try await server.request()
        #expect(received.method == "PUT")
        #expect(received.header("Content-Type") == "text/plain")
        #expect(received.framing == .chunked)
        #expect(received.body.text == "abcde")
    }

    @Test func sendsALargeFile() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.patternFile("file.bin", size: 20_000_000)
        let server = try LoopbackServer(
            .respond(), bodies: .compare(FilePattern(), afterPartHeaders: true))
        let (_, response) = try await URLSession.shared.upload(
            form(.file("f", path: ByteString(path))), to: url(server))
        #expect(response.statusCode == 200)
        #expect(try await server.request().body.patternCount == 20_000_000)
    }

    /// The server closes a connection that is used again, after the body and without an answer: the
    /// request is sent on another.
    private func replay(_ body: EncodedBody) async throws -> (
        [RecordedRequest], SessionUploadError?
    ) {
        let server = try LoopbackServer(.respond(), [.readBody, .close], .respond())
        let session = URLSession(configuration: .default)
        defer { session.finishTasksAndInvalidate() }
        let request = URLRequest(url: try url(server))
        _ = try await session.upload(for: request, from: EncodedBody(bytes: "x"))
        var failure: SessionUploadError?
        do throws(SessionUploadError) {
            _ = try await session.upload(for: request, from: body)
        } catch {
            failure = error
        }
        return (try await server.requests(3), failure)
    }

    @Test func sendsTheWholeBodyAgain() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.patternFile("file.bin", size: 300_000)
        let (requests, error) = try await replay(EncodedBody([.file(ByteString(path))]))
        #expect(error == nil)
        #expect(requests.map(\.connection) == [1, 1, 2])
        let expected = FilePattern().bytes(300_000)
        #expect(requests.dropFirst().map(\.body.bytes) == [expected, expected])
    }

    @Test func sendsNoPartOfABodyAgainThatIsGone() async throws {
        var stream = Self.stream()
        stream.isReplayable = false
        let (requests, error) = try await replay(EncodedBody([.stream(stream)]))
        guard case .body(.notReplayable) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(requests.map(\.body.text) == ["x", "abcde", ""])
        #expect(requests.last?.body.isComplete == false)
    }

    @Test func saysWhyTheBodyCannotBeRead() async throws {
        struct Failure: Error {}
        let stream = ByteStream { throw Failure() }
        let server = try LoopbackServer()
        let target = try url(server)
        let error = await #expect(throws: SessionUploadError.self) {
            try await URLSession.shared.upload(form(.stream("f", stream)), to: target)
        }
        guard case .body(.stream(let cause)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.underlying is Failure)
        #expect(try await server.request().body.isComplete == false)
    }

    @Test func saysWhichFileCannotBeRead() async throws {
        let target = try #require(URL(string: "http://127.0.0.1/"))
        let error = await #expect(throws: SessionUploadError.self) {
            try await URLSession.shared.upload(form(.file("f", path: "/missing")), to: target)
        }
        guard case .form(.input(.cannotRead(path: "/missing", errno: ENOENT))) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func saysThatNobodyListens() async throws {
        let dead = try DeadPort.refusing()
        let target = try #require(URL(string: "http://127.0.0.1:\(dead.port)/"))
        let error = await #expect(throws: SessionUploadError.self) {
            try await URLSession.shared.upload(form(.text("a", "b")), to: target)
        }
        guard case .session(let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((cause as? URLError)?.code == .cannotConnectToHost)
    }

    /// Gives nothing until it is cancelled.
    private final class Waiting: ByteReader {
        let begun: Gate
        private let isOver = Gate()

        init(begun: Gate) { self.begun = begun }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            begun.open()
            Gate.block(untilAnyOf: [isOver])
            return 0
        }

        func cancel() { isOver.open() }
    }

    /// Also while a read waits for a stream that gives nothing.
    @Test(arguments: [true, false])
    func cancellingTheTaskCancelsTheUpload(isReading: Bool) async throws {
        let begun = Gate()
        let stream = ByteStream { Waiting(begun: begun) }
        let server = try LoopbackServer(
            isReading ? [.drain] : [.readBody, .open(begun), .drain])
        let request = URLRequest(url: try url(server))
        let body = try isReading ? EncodedBody([.stream(stream)]) : EncodedBody(bytes: "x")
        let task = Task { try await URLSession.shared.upload(for: request, from: body) }
        // From a thread of its own: the queue that is read on is that of other tests, too.
        DispatchQueue.global().async {
            Gate.block(untilAnyOf: [begun])
            task.cancel()
        }
        let error = await #expect(throws: SessionUploadError.self) { try await task.value }
        guard case .cancelled = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await server.endedConnections().count == 1)
    }

    /// Its URLSession would keep a task that never ends.
    @Test func leavesNothingOfAnUploadThatWasCancelledBefore() async throws {
        let released = Gate()
        let server = try LoopbackServer(.silence)
        try await cancelledUpload(to: server, Token(released))
        try await released.waitUntilOpen()
        #expect(server.connections.isEmpty)
    }

    private func cancelledUpload(to server: LoopbackServer, _ token: Token) async throws {
        let target = try url(server)
        let stream = ByteStream.inputStream {
            withExtendedLifetime(token) { InputStream(data: Data("x".utf8)) }
        }
        let form = try form(.stream("a", stream))
        let upload = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await URLSession.shared.upload(form, to: target)
        }
        let error = await #expect(throws: SessionUploadError.self) { try await upload.value }
        guard case .cancelled = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func callsTheCompletionHandler() async throws {
        let server = try LoopbackServer(.respond(201, body: "stored"))
        let (form, target) = (try form(.text("a", "b")), try url(server))
        let (data, response) = try await withCheckedThrowingContinuation { continuation in
            URLSession.shared.upload(form, to: target) { continuation.resume(with: $0) }
        }
        #expect(response.statusCode == 201)
        #expect(data == Data("stored".utf8))
        #expect(try await server.request().body.text == Self.expected)
    }

    @Test func aSuccessBeforeTheWholeBodyIsNone() async throws {
        let server = try LoopbackServer([.respond(200, headers: ["Connection": "close"]), .close])
        let directory = try TemporaryDirectory()
        let path = try directory.sparseFile("file.bin", size: 100_000_000)
        let body = try EncodedBody([.file(ByteString(path))])
        let request = URLRequest(url: try url(server))
        let error = await #expect(throws: SessionUploadError.self) {
            try await URLSession.shared.upload(for: request, from: body)
        }
        // The system may report the closed connection first.
        switch error {
        case .endedEarly(let response): #expect(response.statusCode == 200)
        case .session: break
        default: Issue.record("\(String(describing: error))")
        }
    }
}
