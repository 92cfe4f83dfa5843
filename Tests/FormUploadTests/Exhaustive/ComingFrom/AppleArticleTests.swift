import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// For apps that come from Apple's articles 'Uploading Data to a Website' and 'Uploading Streams of
/// Data'.
@Suite(.serialized)
struct AppleArticleTests {
    // page: what is uploaded
    struct Order: Codable {
        var customerId: String
        var items: [String]
    }
    // end

    private static let order = Order(customerId: "12345", items: ["Cheese pizza", "Diet soda"])

    private struct Server {
        let server: LoopbackServer
        let url: URL

        init(_ status: Int, _ type: String) throws {
            server = try LoopbackServer(
                .respond(status, headers: ["Content-Type": type], body: #"{"id":7}"#))
            url = try #require(URL(string: server.url("/post")))
        }

        func expectOrder() async throws {
            let received = try await server.request()
            #expect(received.method == "POST")
            #expect(received.target == "/post")
            #expect(received.header("Content-Type") == "application/json")
            // The encoder may write the members in either order.
            #expect(
                [
                    #"{"customerId":"12345","items":["Cheese pizza","Diet soda"]}"#,
                    #"{"items":["Cheese pizza","Diet soda"],"customerId":"12345"}"#,
                ].contains(received.body.text))
        }
    }

    private static let answers: [(Int, String, String)] = [
        (200, "application/json", #"200 {"id":7}"#),
        (200, "text/html", "refused 200"), (500, "application/json", "refused 500"),
    ]

    @Test(arguments: answers)
    func sendsJSONWithACompletionHandler(status: Int, type: String, outcome: String) async throws {
        let server = try Server(status, type)
        let (order, url) = (Self.order, server.url)
        let shown = Monitor(String?.none)
        let isDone = Gate()
        @Sendable func note(_ text: String) {
            shown.withState { $0 = text }
            isDone.open()
        }
        @Sendable func show(_ data: Data) { note("200 " + String(decoding: data, as: UTF8.self)) }
        @Sendable func refuse(_ response: HTTPURLResponse) {
            note("refused \(response.statusCode)")
        }
        @Sendable func report(_ error: SessionUploadError) { note("\(error)") }
        // page: JSON with a completion handler
        let body = try EncodedBody(json: order)
        URLSession.shared.upload(for: URLRequest(url: url), from: body) { result in
            switch result {
            case .success((let data, let response)):
                guard (200...299).contains(response.statusCode),
                    response.mimeType == "application/json"
                else { return refuse(response) }
                show(data)
            case .failure(let error): report(error)
            }
        }
        // end
        try await isDone.waitUntilOpen()
        #expect(shown.withState { $0 } == outcome)
        try await server.expectOrder()
    }

    @Test(arguments: answers)
    func sendsJSONWithEvents(status: Int, type: String, outcome: String) async throws {
        struct Refused: Error { var status: Int }
        let server = try Server(status, type)
        let (body, url) = (try EncodedBody(json: Self.order), server.url)
        var (answer, finished) = ([UInt8](), 0)
        func show(_ progress: UploadProgress) { #expect(progress.total == 59) }
        func finish(_ response: UploadResponse) { finished = response.head.status }
        do {
            // page: JSON with events
            let request = UploadRequest(url: url, body: body)
            for try await step in Uploader().events(for: request) {
                switch step {
                case .event(.progress(let progress)): show(progress)
                case .event(.head(let head)):
                    guard (200...299).contains(head.status),
                        head.value(of: "Content-Type") == "application/json"
                    else { throw Refused(status: head.status) }  // cancels the upload
                case .event(.body(let bytes)): answer += bytes
                case .event: break
                case .response(let response): finish(response)
                }
            }
            // end
            #expect("\(finished) " + String(decoding: answer, as: UTF8.self) == outcome)
        } catch let error as Refused {
            #expect("refused \(error.status)" == outcome)
        }
        try await server.expectOrder()
    }

    /// Gives each chunk only when the server has received the one before.
    private actor Recorder {
        var chunks: [(Data, Gate)]

        init(_ chunks: [(Data, Gate)]) { self.chunks = chunks }

        func nextChunk() async -> Data? {
            guard !chunks.isEmpty else { return nil }
            let (chunk, gate) = chunks.removeFirst()
            try? await gate.waitUntilOpen()
            return chunk
        }
    }

    @Test func sendsABodyThatIsProducedMeanwhile() async throws {
        let (first, second) = (Gate(), Gate())
        let server = try LoopbackServer([
            .open(first), .readBytes(4), .open(second), .readBody, .respond(201),
        ])
        let url = try #require(URL(string: server.url("/post")))
        let recorder = Recorder([(Data("RIFF".utf8), first), (Data("WAVE".utf8), second)])
        // page: a body that is produced while it is sent
        let chunks = AsyncStream { await recorder.nextChunk() }
        let body = try EncodedBody(
            [.stream(.chunks(chunks))], contentType: MediaType("audio/wav"))
        let response = try await Uploader().upload(UploadRequest(url: url, body: body))
        // end
        #expect(response.head.status == 201)
        let received = try await server.request()
        #expect(received.method == "POST")
        #expect(received.header("Content-Type") == "audio/wav")
        #expect(received.framing == .chunked)
        #expect(received.body.text == "RIFFWAVE")
    }
}
