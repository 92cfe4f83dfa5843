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
                case .progress(let progress): "sent \(progress.sent) of \(progress.total ?? -1)"
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
        Exchange(Self.request, onEvent: { [recorder] in recorder.record($0) }, judge: judge)
    }

    private static let request = UploadRequest(
        url: "http://127.0.0.1/", body: EncodedBody(bytes: "0123456789"))

    /// As libcurl asks for the body.
    @discardableResult
    private func read(_ count: Int, of exchange: Exchange) -> Int {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) {
            exchange.readBody(into: $0)
        }
    }

    /// A pipe that has given nothing until the deadline, which is that of the transfer.
    @Test func endsWithTheTimeOfItsInput() async throws {
        let stream = StreamContent { () throws(FormEncodingError) in
            throw .timedOut(InputTimeout(path: "-", limit: .seconds(3)))
        }
        let request = UploadRequest(
            url: "http://127.0.0.1/", body: try EncodedBody([.stream(stream)]))
        let exchange = Exchange(request, onEvent: { _ in }, judge: { _ in .deliver })
        exchange.connected()
        #expect(read(4, of: exchange) == -1)
        exchange.ended(code: 42, reason: "aborted")
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
        exchange.ended(code: 0, reason: "")
        let response = try await exchange.wait().get()
        #expect(recorder.all == ["sent 0 of 10", "head 200", "body 3"])
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
        exchange.ended(code: 0, reason: "")
        #expect(try await exchange.wait().get().head.status == 201)
        #expect(
            recorder.all == [
                "interim 200", "interim 100", "interim 103", "sent 0 of 10", "head 201",
            ])
    }

    @Test func ignoresTrailers() async throws {
        let exchange = exchange()
        exchange.connected()
        receive(exchange, "HTTP/1.1 200 OK", "")
        #expect(exchange.received(body: [1]))
        #expect(receive(exchange, "X-Sum: 1", ""))
        exchange.ended(code: 0, reason: "")
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
        answered.ended(code: 0, reason: "")
        #expect(try await answered.wait().get().head.status == 200)
        #expect(recorder.all == ["interim \(status)", "sent 0 of 10", "head 200"])

        let final = exchange()
        final.connected()
        receive(final, "HTTP/1.1 \(status) X", "")
        #expect(final.received(body: [1]))
        final.ended(code: 0, reason: "")
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
        exchange.ended(code: code, reason: "why")
        guard case .failure(.transfer(let code, _, _)) = await exchange.wait() else {
            Issue.record("a success")
            return
        }
        #expect(code == expected)
    }

    @Test func keepsTheFirstCause() async {
        let exchange = exchange()
        exchange.fail(.body(.readerClosed))
        #expect(!receive(exchange, "HTTP/1.1 200 OK"))
        exchange.ended(code: 42, reason: "aborted by callback")
        guard case .failure(.body(.readerClosed)) = await exchange.wait() else {
            Issue.record("another cause")
            return
        }
    }

    /// A cause from outside is told to the transport once, which then ends the exchange.
    @Test func endsOnceAndWhereTheTransportDoes() async {
        let exchange = exchange()
        let aborts = Monitor(0)
        exchange.setTransport { aborts.withState { $0 += 1 } }
        exchange.fail(.cancelled)
        #expect(!exchange.received(body: [1]))
        #expect(!exchange.moved(written: 1))
        #expect(!receive(exchange, "HTTP/1.1 200 OK", ""))
        #expect(read(4, of: exchange) == -1)
        exchange.fail(.timedOut(after: .seconds(1), exchange.soFar))
        #expect(aborts.withState { $0 } == 1)
        exchange.ended(code: 0, reason: "")
        exchange.ended(code: 7, reason: "")
        guard case .failure(.cancelled) = await exchange.wait() else {
            Issue.record("another end")
            return
        }
        #expect(recorder.all == [])
    }

    @Test(arguments: [Exchange.Verdict.redirect, .retry])
    func endsWithTheHeadWhereAnotherRequestFollows(verdict: Exchange.Verdict) async throws {
        let exchange = exchange { _ in verdict }
        let aborts = Monitor(0)
        exchange.setTransport { aborts.withState { $0 += 1 } }
        exchange.connected()
        // The head is taken, so that libcurl counts it; of the rest nothing.
        #expect(receive(exchange, "HTTP/1.1 503 X", ""))
        #expect(aborts.withState { $0 } == 1)
        exchange.wire(WireEvent(kind: .headReceived, bytes: [13, 10]))
        exchange.wire(WireEvent(kind: .bodyReceived, bytes: [1]))
        #expect(!exchange.received(body: [1]))
        exchange.ended(code: 23, reason: "", cookies: ["cookie"])
        let response = try await exchange.wait().get()
        #expect(response.head.status == 503)
        #expect(response.isToBeRetried == (verdict == .retry))
        #expect(response.cookies == (verdict == .redirect ? ["cookie"] : []))
        #expect(recorder.all == ["other"])  // the end of the head, on the wire
    }

    @Test func abortsWhenTheHandlerThrows() async {
        struct Full: Error {}
        let exchange = Exchange(
            Self.request,
            onEvent: { event in if case .body = event { throw Full() } },
            judge: { _ in .deliver })
        exchange.connected()
        #expect(receive(exchange, "HTTP/1.1 200 OK", ""))
        #expect(!exchange.received(body: [1]))
        exchange.ended(code: 23, reason: "Failed writing body")
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
        #expect(read(4, of: exchange) == 4)
        #expect(exchange.soFar.phase == .sending)
        #expect(exchange.bodyWasRead)
        #expect(read(9, of: exchange) == 6)
        #expect(exchange.moved(written: 9))
        #expect(exchange.soFar.phase == .sending)
        // What is in the system's queue has not been sent yet.
        let queued = Monitor<Int64>(3)
        exchange.setTransport(queued: { queued.withState { $0 } }, abort: {})
        #expect(exchange.observe().progress.sent == 9)
        #expect(exchange.moved(written: 10))
        #expect(exchange.soFar.phase == .sending)
        queued.withState { $0 = 0 }
        #expect(exchange.observe().progress.sent == 10)
        #expect(exchange.soFar.phase == .waitingForResponse)
        receive(exchange, "HTTP/1.1 200 OK", "")
        #expect(exchange.soFar.phase == .receiving)
        #expect(exchange.soFar.read == 10)
        #expect(recorder.all == ["sent 9 of 10", "sent 10 of 10", "sent 10 of 10", "head 200"])
    }

    /// What is acknowledged is what has been sent, whatever libcurl has written.
    @Test func countsWhatIsAcknowledged() {
        let exchange = exchange()
        let queue = Monitor<Int64>(0)
        exchange.setTransport(queued: { queue.withState { $0 } }, abort: {})
        exchange.connected()
        read(10, of: exchange)
        for (written, queued, sent) in [(4, 4, 0), (8, 6, 2), (8, 7, 2), (10, 1, 9)]
            as [(Int64, Int64, Int64)]
        {
            queue.withState { $0 = queued }
            _ = exchange.observe()
            #expect(exchange.moved(written: written))
            #expect(exchange.observe().progress.sent == sent)
        }
        // An answer says how much had been sent when it came.
        queue.withState { $0 = 0 }
        receive(exchange, "HTTP/1.1 413 X", "")
        #expect(recorder.all.suffix(2) == ["sent 10 of 10", "head 413"])
    }

    /// Reported while a handler is at work, progress would come in between.
    @Test func reportsOneEventAtATime() async {
        let exchange = Monitor<Exchange?>(nil)
        let seen = Monitor([String]())
        let it = Exchange(Self.request) { event in
            switch event {
            case .body:
                seen.withState { $0.append("body begins") }
                _ = exchange.withState { $0 }?.observe()
                seen.withState { $0.append("body ends") }
            case .progress: seen.withState { $0.append("progress") }
            default: break
            }
        } judge: { _ in
            .deliver
        }
        exchange.withState { $0 = it }
        it.connected()
        read(4, of: it)
        _ = it.received(body: [1])
        exchange.withState { $0 = nil }
        _ = it.observe()
        #expect(seen.withState { $0 } == ["body begins", "body ends", "progress"])
    }

    // MARK: A handler that does not come back

    @Test func isAbandonedWhereAHandlerBlocks() async {
        let exchange = Monitor<Exchange?>(nil)
        let it = Exchange(Self.request) { event in
            guard case .body = event else { return }
            let it = exchange.withState { $0 }
            it?.fail(.cancelled)
            it?.abandonIfStuck(at: .now + .milliseconds(900))
            #expect(!(it?.hasEnded ?? true))
            it?.abandonIfStuck(at: .now + .milliseconds(1100))
            #expect(it?.hasEnded ?? false)
        } judge: { _ in
            .deliver
        }
        exchange.withState { $0 = it }
        it.connected()
        receive(it, "HTTP/1.1 200 OK", "")
        #expect(!it.received(body: [1]))
        exchange.withState { $0 = nil }
        it.ended(code: 0, reason: "")
        guard case .failure(.abandoned(.cancelled)) = await it.wait() else {
            Issue.record("another end")
            return
        }
    }

    /// What is not blocked gets time to end well: a retry depends on it.
    @Test func isWaitedForWhereNothingBlocks() {
        let exchange = exchange()
        exchange.fail(.cancelled)
        exchange.abandonIfStuck(at: .now + .seconds(9))
        #expect(!exchange.hasEnded)
        exchange.abandonIfStuck(at: .now + .seconds(11))
        #expect(exchange.hasEnded)
    }

    /// Or a replay could stall for ever.
    @Test(arguments: [401, 407, 417])
    func isSendingWhenTheBodyIsSentAgain(status: Int) {
        let exchange = exchange()
        exchange.connected()
        for _ in 1...2 {
            exchange.beginBody()
            #expect(exchange.soFar.phase == .waitingForResponse)
            #expect(read(4, of: exchange) == 4)
            #expect(exchange.soFar.phase == .sending)
            #expect(exchange.soFar.read == 4)
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
        read(4, of: exchange)
        receive(exchange, "HTTP/1.1 \(status) X", "")
        #expect(exchange.soFar.phase == phase)
        read(6, of: exchange)
        #expect(exchange.moved(written: 10))
        #expect(exchange.soFar.phase == .receiving)
    }
}
