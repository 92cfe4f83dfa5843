import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// One request and its response, driven in the order of libcurl's callbacks.
@Suite struct ExchangeTests {
    private let recorder = EventRecorder()

    /// libcurl uses another connection by itself; here after it has written a request.
    @Test(
        arguments: [
            (RequestSoFar(written: 0), nil), (RequestSoFar(written: 100), 52),
            (RequestSoFar(written: 100, reason: "Recv failure"), 56),
            (RequestSoFar(written: 100, isUnprocessed: true), nil),
            (RequestSoFar(written: 100, isRefused: true), 92),
        ] as [(RequestSoFar, Int32?)])
    func sendsNothingTwice(request: RequestSoFar, expected: Int32?) async {
        for isKept in [true, false] {
            let exchange = recorder.exchange()
            #expect(exchange.connection(isOpen: true))
            let goesOn = exchange.connection(isOpen: isKept, after: request)
            #expect(goesOn == (expected == nil))
            exchange.ended(code: 42, reason: "aborted")
            let code: Int32? =
                switch await exchange.wait() {
                case .failure(.unanswered(let code, _, _)): code
                case .failure(.streamRefused): 92
                case .failure(.transfer(42, _, _)): nil
                default: 0
                }
            #expect(code == expected)
        }
    }

    /// Over a connection that has just answered the same upload, and not an earlier one.
    @Test func sendsAgainAfterAnAnswer() {
        let exchange = recorder.exchange()
        #expect(exchange.connection(isOpen: true))
        exchange.receive("HTTP/1.1 401 X", "")
        #expect(exchange.connection(isOpen: true, after: RequestSoFar(written: 100)))
        #expect(exchange.connection(isOpen: false, after: RequestSoFar(written: 200)))
    }

    private static let endings: [([String], Int32, Int32)] = [
        ([], 0, 18), (["HTTP/1.1 200 OK"], 0, 18), (["HTTP/1.1 200 OK", "A: b"], 0, 18),
        (["HTTP/1.1 100 Continue", ""], 0, 18), (["HTTP/1.1 200 OK", ""], 56, 56), ([], 52, 52),
    ]

    @Test(arguments: endings)
    func isNoSuccessWithoutAWholeResponse(lines: [String], code: Int32, expected: Int32) async {
        let exchange = recorder.exchange()
        exchange.connection(isOpen: true)
        for line in lines { exchange.receive(line) }
        exchange.ended(code: code, reason: "why")
        guard case .failure(.transfer(let code, _, _)) = await exchange.wait() else {
            Issue.record("a success")
            return
        }
        #expect(code == expected)
    }

    /// An external cause is passed to the transport once, which then ends the exchange.
    @Test func endsOnceAndWhereTheTransportDoes() async {
        let exchange = recorder.exchange()
        let aborts = Monitor(0)
        exchange.setTransport { aborts.withState { $0 += 1 } }
        exchange.fail(.cancelled)
        #expect(exchange.received(body: [1]) == false)
        #expect(!exchange.moved(written: 1))
        #expect(!exchange.receive("HTTP/1.1 200 OK", ""))
        #expect(exchange.read(4) == -1)
        exchange.fail(.timedOut(after: .seconds(1), exchange.soFar))
        #expect(aborts.withState { $0 } == 1)
        exchange.ended(code: 0, reason: "")
        exchange.ended(code: 7, reason: "")
        #expect(
            await exchange.wait().failure.has { if case .cancelled = $0 { true } else { false } })
        #expect(recorder.all == [])
    }

    @Test func endsWithTheHeadWhereAnotherRequestFollows() async throws {
        let exchange = recorder.exchange { _, _ in .drop }
        let aborts = Monitor(0)
        exchange.setTransport { aborts.withState { $0 += 1 } }
        exchange.connection(isOpen: true)
        // The head is taken, so that libcurl counts it; of the rest nothing.
        #expect(exchange.receive("HTTP/1.1 503 X", ""))
        #expect(aborts.withState { $0 } == 1)
        exchange.wire(WireEvent(kind: .headReceived, bytes: [13, 10]))
        exchange.wire(WireEvent(kind: .bodyReceived, bytes: [1]))
        #expect(exchange.received(body: [1]) == false)
        exchange.ended(code: 23, reason: "")
        let response = try await exchange.wait().get()
        #expect(response.head.status == 503)
        #expect(response.isToBeRetried)
        #expect(recorder.all == ["other"])  // the end of the head, on the wire
    }

    private static let silent = UploadFault.stalled(for: .seconds(5), UploadProgress())

    /// A silent response is the result if it has ended the sending. libcurl might answer a 401
    /// itself, so its head is delivered at the end.
    @Test(
        arguments: [
            (413, 4, "HTTP/1.1 413 X", true), (413, 4, "HTTP/1.1 401 X", true),
            (413, 10, "HTTP/1.1 413 X", false), (200, 4, "HTTP/1.1 200 X", false),
        ] as [(Int, Int, String, Bool)])
    func aResponseThatEndsTheSendingCounts(
        status: Int, sent: Int, line: String, isResult: Bool
    ) async {
        let exchange = recorder.exchange()
        let aborts = Monitor(0)
        exchange.setTransport(resume: {}, abort: { aborts.withState { $0 += 1 } })
        exchange.connection(isOpen: true)
        exchange.read(sent)
        _ = exchange.moved(written: Int64(sent))
        exchange.receive(line, "Content-Length: 9", "")
        #expect(exchange.observe().hasStoppedSending == isResult)
        exchange.fail(Self.silent)
        #expect(aborts.withState { $0 } == 1)
        exchange.ended(code: 42, reason: "aborted")
        let response = try? await exchange.wait().get()
        #expect((response != nil) == isResult)
        #expect(recorder.all.contains("head \(line.dropFirst(9).prefix(3))"))
        guard let response else { return }
        #expect(response.isCut && !response.isBodyComplete && response.bytesSent == Int64(sent))
    }

    /// The request without the body, which asks for a challenge, is complete when it is answered.
    @Test func aProbeHasNothingLeftToSend() {
        var options = UploadOptions()
        options.login = .digest(user: "a", password: "b")
        let exchange = Exchange(
            EventRecorder.request, options, onEvent: { _ in }, judge: { _, _ in .deliver })
        exchange.setTransport(resume: {}, abort: {})
        exchange.connection(isOpen: true)
        exchange.receive("HTTP/1.1 401 X", "Content-Length: 9", "")
        #expect(!exchange.observe().hasStoppedSending)
    }

    @Test func endsAtOnceWhereNothingHasBegun() {
        let exchange = recorder.exchange()
        exchange.fail(.cancelled)
        #expect(!exchange.setTransport {})
    }
}
