import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

@Suite(.serialized)
struct UploadEventsTests {
    private func request(_ server: LoopbackServer, _ body: EncodedBody) -> UploadRequest {
        UploadRequest(url: ByteString(server.url), body: body)
    }

    private func events(
        of server: LoopbackServer, _ uploader: Uploader = Uploader()
    ) -> UploadEvents {
        uploader.events(for: request(server, EncodedBody(bytes: "x")), maximumSize: nil)
    }

    @Test func givesEventsAndThenTheResponse() async throws {
        let directory = try TemporaryDirectory()
        let body = try EncodedBody.form(in: directory, size: 1_000_000)
        let server = try LoopbackServer(.respond(201, body: "stored"))
        var (text, last, heads) = ("", nil as UploadProgress?, [Int]())
        var reply: UploadReply?
        for try await step in Uploader().events(for: request(server, body)) {
            #expect(reply == nil)
            switch step {
            case .progress(let progress): last = progress
            case .head(let head): heads.append(head.status)
            case .body(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .response(let whole): reply = whole
            default: break
            }
        }
        #expect(reply?.status == 201)
        #expect(reply?.text == "stored")
        #expect(heads == [201])
        #expect(text == "stored")
        #expect(last?.read == body.contentLength)
    }

    /// Every byte of a response arrives, even where the iteration is slower than the transfer.
    @Test func dropsNothingButProgress() async throws {
        let expected = FilePattern().bytes(4_000_000)
        let server = try LoopbackServer(.respond(200, body: expected))
        var received: [UInt8] = []
        for try await step in events(of: server) {
            for _ in 0..<10 { await Task.yield() }
            if case .body(let bytes) = step { received += bytes }
        }
        #expect(received == expected)
    }

    /// Also of a response of which little makes much.
    @Test func dropsNothingThatWasCoded() async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Content-Encoding": "deflate"], body: Self.deflated(runs: 80_000)))
        var uploader = Uploader()
        uploader.options.acceptsCompressed = true
        var received = 0
        for try await step in events(of: server, uploader) {
            await Task.yield()
            guard case .body(let bytes) = step else { continue }
            #expect(bytes.count <= 1 << 16)
            received += bytes.count
        }
        #expect(received == 1 + 80_000 * 258)
    }

    /// DEFLATE with fixed codes (RFC 1951 §3.2.6): a zero, then runs of 258 copies of it.
    private static func deflated(runs: Int) -> [UInt8] {
        let start = "110"
        let zero = "00110000"
        let run = "1100010100000"
        let end = "0000000"
        let bits = start + zero + String(repeating: run, count: runs) + end
        var bytes = [UInt8](repeating: 0, count: (bits.utf8.count + 7) / 8)
        for (index, bit) in bits.utf8.enumerated() where bit == UInt8(ascii: "1") {
            bytes[index / 8] |= 1 << (index % 8)
        }
        return bytes
    }

    /// The thread that an uploader's transfers share goes on while nobody takes the events.
    @Test func holdsNoOtherUploadUp() async throws {
        let expected = FilePattern().bytes(4_000_000)
        let server = try LoopbackServer(.respond(200, body: expected))
        let other = try LoopbackServer(.respond(201))
        let uploader = Uploader()
        var (received, statuses): ([UInt8], [Int?]) = ([], [])
        for try await step in events(of: server, uploader) {
            guard case .body(let bytes) = step else { continue }
            received += bytes
            guard statuses.count < 2 else { continue }
            // By other connections, and by the same.
            let sender = statuses.isEmpty ? Uploader() : uploader
            let request = request(other, EncodedBody(bytes: "y"))
            statuses.append(try await sender.upload(request).head.status)
        }
        #expect(received == expected)
        #expect(statuses == [201, 201])
    }

    /// Who leaves takes no more: the transfer must not wait for room.
    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func leavingFreesTheTransport(usesHooks: Bool) async throws {
        let server = try LoopbackServer(
            .respond(200, body: [UInt8](repeating: 0x78, count: 8_000_000)), .respond(201))
        var uploader = Uploader(connectionsPerHost: 1)
        uploader.options.usesHooks = usesHooks
        for try await step in events(of: server, uploader) {
            guard case .head = step else { continue }
            // More than there is room for has come then.
            try await Task.sleep(for: .milliseconds(500))
            break
        }
        let response = try await uploader.upload(request(server, EncodedBody(bytes: "y")))
        #expect(response.head.status == 201)
    }

    @Test func throwsWhyThereIsNoResponse() async throws {
        let server = try LoopbackServer([.readBody, .close])
        let iterator = events(of: server).makeAsyncIterator()
        let error = await #expect(throws: UploadError.self) {
            while try await iterator.next() != nil {}
        }
        #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
        #expect(try await iterator.next() == nil)
    }

    @Test func leavingTheIterationCancelsTheUpload() async throws {
        let server = try LoopbackServer([.readBody, .respond(102), .drain])
        for try await step in events(of: server) {
            if case .informational = step { break }
        }
        #expect(try await server.endedConnections().count == 1)
    }

    /// Also while the transport's thread waits, because nobody takes the events.
    @Test(arguments: ["", String(repeating: "x", count: 8_000_000)])
    func cancellingTheTaskCancelsTheUpload(response: String) async throws {
        let received = Gate()
        let server = try LoopbackServer(
            [
                .readBody, .respond(200, headers: ["Content-Length": "9000000"], body: response),
                .drain,
            ])
        let request = request(server, EncodedBody(bytes: "x"))
        let task = Task {
            for try await step in Uploader().events(for: request) {
                guard case .head = step else { continue }
                received.open()
                _ = try? await Task.sleep(for: .seconds(30))
            }
        }
        try await received.waitUntilOpen()
        task.cancel()
        let error = await #expect(throws: UploadError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try await server.endedConnections().count == 1)
    }
}
