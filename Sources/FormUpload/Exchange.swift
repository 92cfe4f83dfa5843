import FormEncoding
import Foundation

/// One request and its response as they proceed: what has moved, what was received, how it ended.
///
/// The transport's thread tells it what happens; timers and cancellation may end it from others.
/// It ends once, and whatever comes later is refused, which aborts the transfer underneath.
final class Exchange: @unchecked Sendable {  // all mutable state is behind `lock`
    typealias Result = Swift.Result<UploadResponse, UploadError>

    /// What becomes of a response, decided by its head.
    enum Verdict: Sendable {
        case deliver
        /// The exchange is over, and another will follow.
        case redirect, retry
    }

    /// What the transport has of an exchange that goes on to the next request.
    struct Leftovers {
        var cookies: [ByteString] = []
        var facts = TransferFacts()
    }

    private let judge: @Sendable (ResponseHead) -> Verdict
    private let onEvent: @Sendable (UploadEvent) throws -> Void
    private let lock = NSLock()
    private var progress: UploadProgress
    private var body: BodyStream?
    private var bodyWasTouched = false
    private var isBodyRead: Bool
    private var lines: [ByteString] = []
    private var head: ResponseHead?
    /// A head that libcurl may answer by sending the request anew: not reported before it is clear.
    private var undelivered: ResponseHead?
    private var failure: UploadError?
    private var measuredFacts = TransferFacts()
    private var result: Result?
    private var waiter: CheckedContinuation<Result, Never>?

    init(
        hasBody: Bool, total: Int64?,
        onEvent: @escaping @Sendable (UploadEvent) throws -> Void,
        judge: @escaping @Sendable (ResponseHead) -> Verdict
    ) {
        self.judge = judge
        self.onEvent = onEvent
        progress = UploadProgress(total: total)
        isBodyRead = !hasBody || total == 0
    }

    // MARK: What the transport reports. False, or -1: abort.

    func connected() {
        // Until libcurl asks for the body, it waits: for the response, or for a `100 Continue`.
        lock.withLock { progress.phase = .waitingForResponse }
    }

    func moved(sent: Int64, received: Int64) -> Bool {
        lock.withLock { noteOnWire(sent) }
        return !isOver
    }

    /// The body will be read anew from its start: first, and again for a replay.
    func bodyStarts(_ stream: BodyStream) {
        lock.withLock {
            body = stream
            progress.read = 0
            progress.sent = 0
            isBodyRead = progress.total == 0
            // A replay after an answer that libcurl does not pass on.
            if progress.phase == .receiving { progress.phase = .waitingForResponse }
        }
    }

    /// The next bytes of the body, for who does not read the stream through URLSession.
    func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let stream = lock.withLock {
            if !isBodyRead, progress.phase == .waitingForResponse { progress.phase = .sending }
            return body
        }
        guard let stream, let start = buffer.assumingMemoryBound(to: UInt8.self).baseAddress
        else { return -1 }
        return isOver ? -1 : stream.read(start, maxLength: buffer.count)
    }

    func bodyRead(_ count: Int, of part: PartLabel?) {
        let now = lock.withLock {
            bodyWasTouched = true
            progress.part = part
            progress.read += Int64(count)
            if count > 0, progress.phase != .receiving { progress.phase = .sending }
            isBodyRead = count == 0 || progress.read == progress.total
            var now = progress
            // Only the end tells how much a stream had.
            if count == 0 { now.total = now.read }
            return now
        }
        _ = report(.progress(now))
    }

    func bodyFailed(_ error: FormEncodingError) {
        // A pipe gave nothing until the deadline, which is the transfer's, too. The first cause counts.
        if case .timedOut(let timeout) = error { fail(.timedOut(after: timeout.limit, soFar)) }
        fail(.body(error))
    }

    /// A line of a head, or of a trailer after the body. `leftovers` is asked where the exchange
    /// ends with the head.
    func received(
        headerLine line: ByteString, leftovers: () -> Leftovers = { Leftovers() }
    ) -> Bool {
        enum Step { case more, interim(ResponseHead), final(ResponseHead) }
        let step: Step = lock.withLock {
            if lines.isEmpty, !line.isStatusLine { return .more }  // a trailer
            lines.append(line)
            if lines.count == 1, let answered = undelivered {
                undelivered = nil
                return .interim(answered)  // libcurl has sent the request anew
            }
            guard line.isBlank else { return .more }
            let complete = ResponseHead(rawLines: lines)
            lines = []
            // A proxy answers CONNECT before there is a connection to send the request on.
            let isInterim = (100..<200).contains(complete.status) || progress.phase == .connecting
            if isInterim { return .interim(complete) }
            head = complete
            // After a success that comes early libcurl goes on sending, after any other it stops.
            if progress.phase != .sending || complete.status >= 300 { progress.phase = .receiving }
            guard complete.mayBeAnswered else { return .final(complete) }
            undelivered = complete
            return .more
        }
        return switch step {
        case .more: !isOver
        case .interim(let head): report(.informational(head))
        case .final(let head): deliver(head, leftovers())
        }
    }

    /// Delivers a head that libcurl might have answered itself, and has not.
    private func deliverHeldHead() -> Bool {
        let head = lock.withLock {
            defer { undelivered = nil }
            return undelivered
        }
        return head.map { deliver($0, Leftovers()) } ?? !isOver
    }

    private func deliver(_ head: ResponseHead, _ leftovers: @autoclosure () -> Leftovers) -> Bool {
        let verdict = judge(head)
        if verdict == .deliver {
            // An answer that came early: how much had been sent is known now, and asked for.
            let isEarly = lock.withLock { progress.total.map { progress.sent < $0 } ?? false }
            let facts = isEarly ? leftovers().facts : TransferFacts()
            if facts.status != 0, !report(.measured(facts)) { return false }
            return report(.head(head))
        }
        let leftovers = leftovers()
        var facts = leftovers.facts
        // libcurl has not counted the blank line yet.
        if facts.status != 0 {
            facts.headBytesReceived += Int64(head.rawLines.last?.bytes.count ?? 0)
        }
        measured(facts)
        end(
            .success(
                lock.withLock {
                    UploadResponse(
                        head: head, bytesSent: progress.read, bytesInAll: progress.total,
                        tookWholeBody: tookWholeBody, bytesReceived: 0,
                        isToBeRetried: verdict == .retry,
                        cookies: leftovers.cookies)
                }))
        return false
    }

    /// A head that came in one piece, from URLSession without the hooks.
    func received(head whole: ResponseHead) -> Bool {
        lock.withLock {
            head = whole
            progress.phase = .receiving
        }
        return deliver(whole, Leftovers())
    }

    func received(body bytes: [UInt8]) -> Bool {
        guard deliverHeldHead() else { return false }
        lock.withLock { progress.received += Int64(bytes.count) }
        return report(.body(bytes))
    }

    func wire(_ event: WireEvent) {
        _ = report(.wire(event))
    }

    /// When the exchange is over, what the transport measures of its own end comes too late.
    func measured(_ facts: TransferFacts) {
        lock.withLock {
            guard result == nil else { return }
            measuredFacts = facts
            noteOnWire(facts.bytesSent)
        }
    }

    /// Under the lock: when the connection has taken all of the body, it is the server's turn.
    private func noteOnWire(_ sent: Int64) {
        progress.sent = max(progress.sent, sent)
        if progress.phase == .sending, isBodyRead, progress.sent >= progress.read {
            progress.phase = isAnswered ? .receiving : .waitingForResponse
        }
    }

    /// What is on the wire is known where libcurl can be asked.
    private var tookWholeBody: Bool {
        isBodyRead && (measuredFacts.status == 0 || progress.sent >= progress.read)
    }

    private var isAnswered: Bool { head != nil && undelivered == nil }

    // MARK: The end

    /// What was measured; where the transport was not waited for, what we know ourselves.
    var facts: TransferFacts {
        lock.withLock {
            guard measuredFacts == TransferFacts() else { return measuredFacts }
            var facts = TransferFacts()
            facts.status = head?.status ?? 0
            facts.httpVersion = head?.version ?? ""
            facts.contentType = head?.value(of: "Content-Type") ?? ""
            facts.bytesSent = progress.sent
            facts.bytesReceived = progress.received
            return facts
        }
    }

    var soFar: UploadProgress { lock.withLock { progress } }

    var bodyWasRead: Bool { lock.withLock { bodyWasTouched } }

    var isOver: Bool { lock.withLock { result != nil || failure != nil } }

    /// The transport is done, with libcurl's code 0 or with an error of its own.
    func transportEnded(code: Int32, reason: String) {
        _ = deliverHeldHead()
        let result: Result = lock.withLock {
            if let failure { return .failure(failure) }
            if code != 0 { return .failure(.transfer(code: code, reason: reason, progress)) }
            guard let head, lines.isEmpty else {
                return .failure(.transfer(code: CURLCode.partialFile, reason: "", progress))
            }
            return .success(
                UploadResponse(
                    head: head, bytesSent: progress.read, bytesInAll: progress.total,
                    tookWholeBody: tookWholeBody, bytesReceived: progress.received,
                    isToBeRetried: false, cookies: []))
        }
        end(result)
    }

    /// Ends the exchange now, whatever the transport is doing.
    func end(with error: UploadError) {
        end(.failure(error))
    }

    func wait() async -> Result {
        await withCheckedContinuation { continuation in
            let early: Result? = lock.withLock {
                if result == nil { waiter = continuation }
                return result
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    private func end(_ ended: Result) {
        let waiter = lock.withLock {
            if result != nil { return nil as CheckedContinuation<Result, Never>? }
            result = ended
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume(returning: ended)
    }

    /// Keeps the first cause; the transport will report its own consequence of it.
    private func fail(_ error: UploadError) {
        lock.withLock { if failure == nil { failure = error } }
    }

    private func report(_ event: UploadEvent) -> Bool {
        if isOver { return false }
        do {
            try onEvent(event)
        } catch {
            fail(.handler(error))
        }
        return !isOver
    }
}
