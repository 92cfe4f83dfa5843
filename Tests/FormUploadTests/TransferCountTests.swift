import Testing

@testable import FormUpload

/// Counts and phases, without a transport.
@Suite struct TransferCountTests {
    /// Chunks are framed: `a\r\n0123456789\r\n` is 15 bytes for 10.
    @Test func doesNotCountTheFramingOfChunks() {
        var count = TransferCount(total: nil, isChunked: true)
        count.connected()
        count.willRead()
        count.didRead(10, of: nil, isAtEnd: false)
        count.didRead(255, of: nil, isAtEnd: true)  // `ff`: 6 bytes more
        #expect(count.progress.total == 265)
        // The last line end of a chunk is not the form's.
        for (written, sent, isWritten) in [
            (0, 0, false), (5, 0, false), (200, 191, false), (273, 264, false), (274, 265, true),
            (276, 265, true), (281, 265, true),
        ] as [(Int64, Int64, Bool)] {
            count.moved(written: written, queued: 0)
            #expect(count.progress.sent == sent, "\(written)")
            #expect(count.isBodyWritten == isWritten, "\(written)")
        }
    }

    /// HTTP/2 frames a stream itself, and libcurl does not count that.
    @Test(arguments: [("1.1", false), ("2", true), ("3", true)])
    func knowsThatHTTP2HasNoChunks(version: String, isWritten: Bool) {
        var count = TransferCount(total: nil, isChunked: true)
        count.connected()
        count.didRead(10, of: nil, isAtEnd: true)
        count.moved(written: 10, queued: 0)
        #expect(count.progress.phase == .waitingForResponse)
        count.headArrived(
            ResponseHead(rawLines: ["HTTP/\(version) 200 OK\r\n", "\r\n"].map { .init($0) }))
        #expect(count.isBodyWritten == isWritten)
    }

    @Test func beginsAnew() {
        var count = TransferCount(total: nil, isChunked: true)
        count.connected()
        count.didRead(10, of: nil, isAtEnd: true)
        count.moved(written: 15, queued: 0)
        count.beginBody()
        #expect(count.progress.read == 0)
        #expect(count.progress.sent == 0)
        #expect(count.progress.total == nil)
        #expect(!count.isBodyWritten)
        // The framing is counted anew, too.
        var again = count
        again.didRead(10, of: nil, isAtEnd: true)
        again.moved(written: 15, queued: 0)
        #expect(again.isBodyWritten)
        #expect(count.bodyWasTouched)
    }

    @Test func anEmptyBodyIsWritten() {
        #expect(TransferCount(total: 0).isBodyWritten)
    }
}
