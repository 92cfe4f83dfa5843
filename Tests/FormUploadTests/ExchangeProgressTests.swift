import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// The progress that an exchange reports, driven in the order of libcurl's callbacks.
@Suite struct ExchangeProgressTests {
    private let recorder = EventRecorder()

    @Test func countsAndKnowsItsPhase() {
        let exchange = recorder.exchange()
        #expect(exchange.soFar.phase == .connecting)
        exchange.connection(isOpen: true)
        #expect(exchange.read(4) == 4)
        #expect(exchange.soFar.phase == .sending)
        #expect(exchange.bodyWasRead)
        #expect(exchange.read(9) == 6)
        #expect(exchange.moved(written: 9))
        #expect(exchange.soFar.phase == .sending)
        // Bytes in the system's queue do not count as sent.
        let queued = Monitor<Int64>(3)
        exchange.setTransport(queued: { queued.withState { $0 } }, abort: {})
        #expect(exchange.observe().progress.sent == 9)
        exchange.reportProgress()
        #expect(exchange.moved(written: 10, queued: 3))
        #expect(exchange.soFar.phase == .sending)
        queued.withState { $0 = 0 }
        #expect(exchange.observe().progress.sent == 10)
        exchange.reportProgress()
        #expect(exchange.soFar.phase == .waitingForResponse)
        exchange.receive("HTTP/1.1 200 OK", "")
        #expect(exchange.soFar.phase == .receiving)
        #expect(exchange.soFar.read == 10)
        #expect(recorder.all == ["sent 9 of 10", "sent 10 of 10", "sent 10 of 10", "head 200"])
    }

    /// Only acknowledged bytes count as sent.
    @Test func countsWhatIsAcknowledged() {
        let exchange = recorder.exchange()
        let queue = Monitor<Int64>(0)
        exchange.setTransport(queued: { queue.withState { $0 } }, abort: {})
        exchange.connection(isOpen: true)
        exchange.read(10)
        for (written, queued, sent) in [(4, 4, 0), (8, 6, 2), (8, 7, 2), (10, 1, 9)]
            as [(Int64, Int64, Int64)]
        {
            queue.withState { $0 = queued }
            exchange.reportProgress()
            #expect(exchange.moved(written: written, queued: queued))
            #expect(exchange.observe().progress.sent == sent)
        }
        // An answer says how much had been sent when it came.
        queue.withState { $0 = 0 }
        exchange.receive("HTTP/1.1 413 X", "")
        #expect(recorder.all.suffix(2) == ["sent 10 of 10", "head 413"])
    }

    /// What is written after the queue was looked at was not in it.
    @Test func countsWhatWasWrittenWhenTheQueueWasLookedAt() {
        let exchange = recorder.exchange()
        exchange.setTransport(
            queued: { exchange.moved(written: 10, queued: 6) ? 0 : -1 }, abort: {})
        exchange.connection(isOpen: true)
        exchange.read(10)
        #expect(exchange.moved(written: 4, queued: 4))
        let seen = exchange.observe().progress
        #expect(seen.sent == 4)
        #expect(seen.phase == .sending)
    }

    /// Or a replay could stall for ever.
    @Test(arguments: [401, 407, 417])
    func isSendingWhenTheBodyIsSentAgain(status: Int) {
        let exchange = recorder.exchange()
        exchange.connection(isOpen: true)
        for _ in 1...2 {
            exchange.beginBody()
            #expect(exchange.soFar.phase == .waitingForResponse)
            #expect(exchange.read(4) == 4)
            #expect(exchange.soFar.phase == .sending)
            #expect(exchange.soFar.read == 4)
            exchange.receive("HTTP/1.1 \(status) X", "")
            #expect(exchange.soFar.phase == .receiving)
        }
    }

    /// After a success libcurl goes on with the body, after anything else it does not.
    @Test(arguments: [
        (200, UploadProgress.Phase.sending), (299, .sending), (300, .receiving),
        (413, .receiving),
    ])
    func knowsItsPhaseAfterAnEarlyAnswer(status: Int, phase: UploadProgress.Phase) {
        let exchange = recorder.exchange()
        exchange.connection(isOpen: true)
        exchange.read(4)
        exchange.receive("HTTP/1.1 \(status) X", "")
        #expect(exchange.soFar.phase == phase)
        exchange.read(6)
        #expect(exchange.moved(written: 10))
        #expect(exchange.soFar.phase == .receiving)
    }
}
