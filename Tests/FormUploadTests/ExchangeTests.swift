import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// One request and its response, told what happens in the order of libcurl's callbacks.
@Suite struct ExchangeTests {
    private final class Recorder: Sendable {
        let events = Monitor([String]())

        func record(_ event: UploadEvent) {
            let text =
                switch event {
                case .informational(let head): "interim \(head.status)"
                case .head(let head): "head \(head.status)"
                case .body(let bytes): "body \(bytes.count)"
                case .progress(let progress): "read \(progress.read)"
                default: "other"
                }
            events.withState { $0.append(text) }
        }

        var all: [String] { events.withState { $0 } }
    }

    private let recorder = Recorder()

    private func exchange(
        _ judge: @escaping @Sendable (ResponseHead) -> Exchange.Verdict = { _ in .deliver }
    ) -> Exchange {
        Exchange(
            hasBody: true, total: 10, onEvent: { [recorder] in recorder.record($0) }, judge: judge)
    }

    /// A pipe that has given nothing until the deadline, which is that of the transfer.
    @Test func endsWithTheTimeOfItsInput() async {
        let exchange = exchange()
        exchange.bodyFailed(.timedOut(InputTimeout(path: "-", limit: .seconds(3))))
        exchange.transportEnded(code: 42, reason: "aborted")
        guard case .failure(.timedOut(after: .seconds(3), _)) = await exchange.wait() else {
            Issue.record("not timed out")
            return
        }
    }

    @discardableResult
    private func receive(_ exchange: Exchange, _ lines: String...) -> Bool {
        lines.map { exchange.received(headerLine: ByteString($0 + "\r\n")) }.last ?? true
    }

    @Test func reportsAHeadWhenItIsWhole() async throws {
        let exchange = exchange()
        exchange.connected()
        #expect(receive(exchange, "HTTP/1.1 200 OK", "A: b"))
        #expect(recorder.all == [])
        #expect(receive(exchange, ""))
        #expect(exchange.received(body: [1, 2, 3]))
        exchange.transportEnded(code: 0, reason: "")
        let response = try await exchange.wait().get()
        #expect(recorder.all == ["head 200", "body 3"])
        #expect(response.head.rawLines == ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n"])
        #expect(response.bytesReceived == 3)
    }

    /// While connecting, a proxy's; later 1xx.
    @Test func tellsInterimResponsesFromTheFinalOne() async throws {
        let exchange = exchange()
        receive(exchange, "HTTP/1.1 200 Connection established", "")
        exchange.connected()
        receive(exchange, "HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early", "X: y", "")
        receive(exchange, "HTTP/1.1 201 Created", "")
        exchange.transportEnded(code: 0, reason: "")
        #expect(try await exchange.wait().get().head.status == 201)
        #expect(recorder.all == ["interim 200", "interim 100", "interim 103", "head 201"])
    }

    @Test func ignoresTrailers() async throws {
        let exchange = exchange()
        exchange.connected()
        receive(exchange, "HTTP/1.1 200 OK", "")
        #expect(exchange.received(body: [1]))
        #expect(receive(exchange, "X-Sum: 1", ""))
        exchange.transportEnded(code: 0, reason: "")
        #expect(try await exchange.wait().get().head.fields == [])
    }

    /// libcurl may send a request anew; what it did so for is not the response.
    @Test(arguments: [401, 407, 417])
    func holdsBackWhatMayBeAnswered(status: Int) async throws {
        let answered = exchange()
        answered.connected()
        receive(answered, "HTTP/1.1 \(status) X", "")
        #expect(recorder.all == [])
        receive(answered, "HTTP/1.1 200 OK", "")
        answered.transportEnded(code: 0, reason: "")
        #expect(try await answered.wait().get().head.status == 200)
        #expect(recorder.all == ["interim \(status)", "head 200"])

        let final = exchange()
        final.connected()
        receive(final, "HTTP/1.1 \(status) X", "")
        #expect(final.received(body: [1]))
        final.transportEnded(code: 0, reason: "")
        #expect(try await final.wait().get().head.status == status)
        #expect(recorder.all.suffix(2) == ["head \(status)", "body 1"])
    }

    private static let endings: [([String], Int32, Int32)] = [
        ([], 0, 18), (["HTTP/1.1 200 OK"], 0, 18), (["HTTP/1.1 200 OK", "A: b"], 0, 18),
        (["HTTP/1.1 100 Continue", ""], 0, 18), (["HTTP/1.1 200 OK", ""], 56, 56), ([], 52, 52),
    ]

    @Test(arguments: endings)
    func isNoSuccessWithoutAWholeResponse(lines: [String], code: Int32, expected: Int32) async {
        let exchange = exchange()
        exchange.connected()
        for line in lines { receive(exchange, line) }
        exchange.transportEnded(code: code, reason: "why")
        guard case .failure(.transfer(let code, _, _)) = await exchange.wait() else {
            Issue.record("a success")
            return
        }
        #expect(code == expected)
    }

    @Test func keepsTheFirstCause() async {
        let exchange = exchange()
        exchange.bodyFailed(.readerClosed)
        #expect(!receive(exchange, "HTTP/1.1 200 OK"))
        exchange.transportEnded(code: 42, reason: "aborted by callback")
        guard case .failure(.body(.readerClosed)) = await exchange.wait() else {
            Issue.record("another cause")
            return
        }
    }

    @Test func endsOnce() async {
        let exchange = exchange()
        exchange.end(with: .cancelled)
        #expect(exchange.isOver)
        #expect(!exchange.received(body: [1]))
        #expect(!exchange.moved(sent: 1, received: 0))
        #expect(!receive(exchange, "HTTP/1.1 200 OK", ""))
        exchange.end(with: .timedOut(after: .seconds(1), exchange.soFar))
        exchange.transportEnded(code: 0, reason: "")
        guard case .failure(.cancelled) = await exchange.wait() else {
            Issue.record("another end")
            return
        }
        #expect(recorder.all == [])
    }

    @Test(arguments: [Exchange.Verdict.redirect, .retry])
    func endsWithTheHeadWhereAnotherRequestFollows(verdict: Exchange.Verdict) async throws {
        let exchange = exchange { _ in verdict }
        exchange.connected()
        #expect(!receive(exchange, "HTTP/1.1 503 X", ""))
        #expect(!exchange.received(body: [1]))
        exchange.transportEnded(code: 23, reason: "")
        let response = try await exchange.wait().get()
        #expect(response.head.status == 503)
        #expect(response.isToBeRetried == (verdict == .retry))
        #expect(recorder.all == [])
    }

    @Test func abortsWhenTheHandlerThrows() async {
        struct Full: Error {}
        let exchange = Exchange(
            hasBody: true, total: nil,
            onEvent: { event in if case .body = event { throw Full() } },
            judge: { _ in .deliver })
        exchange.connected()
        #expect(receive(exchange, "HTTP/1.1 200 OK", ""))
        #expect(!exchange.received(body: [1]))
        exchange.transportEnded(code: 23, reason: "Failed writing body")
        guard case .failure(.handler(let error)) = await exchange.wait() else {
            Issue.record("another end")
            return
        }
        #expect(error is Full)
    }

    @Test func countsAndKnowsItsPhase() {
        let exchange = exchange()
        #expect(exchange.soFar.phase == .connecting)
        exchange.connected()
        exchange.bodyRead(4, of: nil)
        #expect(exchange.soFar.phase == .sending)
        #expect(exchange.bodyWasRead)
        exchange.bodyRead(6, of: nil)
        #expect(exchange.moved(sent: 9, received: 0))
        #expect(exchange.soFar.phase == .sending)
        #expect(exchange.moved(sent: 10, received: 0))
        #expect(exchange.soFar.phase == .waitingForResponse)
        receive(exchange, "HTTP/1.1 200 OK", "")
        #expect(exchange.soFar.phase == .receiving)
        #expect(exchange.soFar.read == 10)
        #expect(exchange.soFar.sent == 10)
        #expect(exchange.soFar.total == 10)
        #expect(recorder.all == ["read 4", "read 10", "head 200"])
    }

    /// Or a replay could stall for ever.
    @Test(arguments: [401, 407, 417])
    func isSendingWhenTheBodyIsSentAgain(status: Int) {
        let exchange = exchange()
        exchange.connected()
        for _ in 1...2 {
            let stream = BodyStream(
                source: EncodedBody(bytes: "0123456789").makeSource(),
                onRead: exchange.bodyRead, onFailure: exchange.bodyFailed)
            stream.open()
            exchange.bodyStarts(stream)
            #expect(exchange.soFar.phase == .waitingForResponse)
            #expect(
                withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) {
                    exchange.readBody(into: $0)
                } == 4)
            #expect(exchange.soFar.phase == .sending)
            receive(exchange, "HTTP/1.1 \(status) X", "")
            #expect(exchange.soFar.phase == .receiving)
        }
    }

    /// After a success libcurl goes on with the body, after anything else it does not.
    @Test(arguments: [
        (200, UploadProgress.Phase.sending), (299, .sending), (300, .receiving),
        (413, .receiving),
    ])
    func knowsItsPhaseAfterAnEarlyAnswer(status: Int, phase: UploadProgress.Phase) {
        let exchange = exchange()
        exchange.connected()
        exchange.bodyRead(4, of: nil)
        receive(exchange, "HTTP/1.1 \(status) X", "")
        #expect(exchange.soFar.phase == phase)
        exchange.bodyRead(6, of: nil)
        #expect(exchange.moved(sent: 10, received: 0))
        #expect(exchange.soFar.phase == .receiving)
    }
}
