import FormEncoding
import Foundation

// Which thread may call what
//
// An upload is an async function on its caller's task. The task makes an `Exchange` for each request, sets
// libcurl's options (`HookedTransfer.init`), starts the transfer (`SessionTransfer.run`) and waits for its
// end. Between two transfers it reports redirects, retries and measurements.
//
// With the hooks a transfer meets these threads:
//
// - The loop's thread, one for each uploader (`CurlLoop`, CURLHooks/loop.c). It drives libcurl for all
//   transfers of the uploader. It calls the exchange's functions under 'What the transport reports', and with
//   them the handler of events and the reader of files. A handler or a file that blocks holds up all transfers of the uploader.
// - URLSession's queue, one for the process. There the hooks see URLSession's request and give the transfer
//   to the loop. URLSession's delegate is called there (`InlineQueue`), and may only end the exchange
//   (`completed`).
// - `DispatchQueue.startingTasks`, one for the process. It makes, starts and cancels URLSession's tasks, which
//   waits for URLSession's queue. No other thread waits for that queue.
// - Dispatch's global queues. `Ticker` and the deadline look at the exchange from there (`observe`,
//   `abandonIfStuck`), end it (`fail`), and call the handler with the progress (`reportProgress`).
// - A thread of its own for each body that may block (`BodyPump`): a FIFO, or a stream of the app. It reads
//   ahead, and resumes the transport when it has bytes.
// - The thread that cancels the caller's task (`fail`), and the one that iterates over `UploadEvents`, which
//   resumes the transport when there is room for events.
//
// Without the hooks there is no loop. URLSession reads the body on its own thread (`BodyStream`), and calls
// its delegate on an operation queue of the session. That queue reports to the exchange. A task is cancelled
// on a global queue, which waits for URLSession.
//
// Rules:
//
// - A multi handle is for the loop's thread, but for the function that wakes it. So is the easy handle of a
//   transfer between its start and its end. Other threads leave the loop messages and do not wait for it.
// - A transfer that is aborted before the loop has begun it reports its end (`ended`) on the thread that aborts
//   it.
// - Any thread may call `setTransport`, `fail` and `abandonIfStuck`, what is in Exchange+Progress.swift, and
//   `abort`, `resume` and `unacknowledged` of `HookedTransfer`.
// - The handler is called from several threads, but never by two at a time (`EventReporter`).
// - `Exchange.lock` is not held while the handler, a body or the transport is called, nor while a task is
//   woken (`Promise.settle`).

/// One request and its response as they proceed: what has moved, what was received, how it ended.
///
/// The transport reports; timers and cancellation, on other threads, may give the exchange a reason to end
/// (`fail`). It ends when the transport has ended (`ended`), or at once if there is no transport yet. A
/// handler or a reader that never returns is not waited for (`abandonIfStuck`). After the end nothing more is
/// reported.
final class Exchange: @unchecked Sendable {
    // Unchecked: what changes is behind `lock`; `BodySource` says which thread may use `body`.
    typealias Result = Swift.Result<UploadResponse, UploadError>

    /// The use of a response, decided by its head.
    enum Verdict: Sendable {
        case deliver
        /// The response is not wanted: another request will follow.
        case redirect, retry
    }

    private let judge: @Sendable (ResponseHead) -> Verdict
    let reporter: EventReporter
    private let room: EventRoom?
    private let hasBody: Bool
    let body: BodySource
    private let method: ByteString
    let outcome = Promise<Result>()

    let lock = NSLock()
    var heads = HeadAssembly()
    var count: TransferCount
    var resending: ResendGuard
    var verdict = Verdict.deliver
    /// How much of a response that is not delivered may still come.
    private var rest = 0
    var cause: (error: UploadError, at: ContinuousClock.Instant)?
    private var abort: (@Sendable () -> Void)?
    var askQueued: (@Sendable () -> Int64)?
    private var resume: (@Sendable () -> Void)?
    var measuredFacts: TransferFacts?

    init(
        _ request: UploadRequest, isProbing: Bool = false,
        retry: RetryPolicy = RetryPolicy(), limitsInputs: Bool = true, room: EventRoom? = nil,
        onEvent: @escaping @Sendable (TransferEvent) throws -> Void,
        judge: @escaping @Sendable (ResponseHead) -> Verdict
    ) {
        self.judge = judge
        self.room = room
        reporter = EventReporter(onEvent)
        hasBody = request.body != nil
        method = request.effectiveMethod
        resending = ResendGuard(isSafe: request.mayBeRepeated(retry))
        heads.isProbing = hasBody && isProbing
        heads.isOfHEAD = hasBody && request.effectiveMethod == "HEAD"
        body = BodySource(request.body, limitsInputs: limitsInputs)
        count = TransferCount(
            hasBody: hasBody, total: request.body.length, isChunked: request.isChunked)
    }

    /// How the transport is told to end soon, and asked what of the bytes that it has written has not
    /// been acknowledged; from any thread. `resume` tells it that the body has bytes again, if it can
    /// pause. False if the exchange is over before it has begun.
    @discardableResult
    func setTransport(
        queued: @escaping @Sendable () -> Int64 = { 0 },
        resume: (@Sendable () -> Void)? = nil, abort: @escaping @Sendable () -> Void
    ) -> Bool {
        lock.withLock {
            guard !isOver else { return false }
            (self.abort, askQueued, self.resume) = (abort, queued, resume)
            return true
        }
    }

    // MARK: What the transport reports. False, or -1: abort.

    func moved(written: Int64, queued: Int64 = 0) -> Bool {
        lock.withLock { noteMoved(written: written, queued: queued) }
        endWithHead()
        return !isClosed
    }

    /// The body will be read anew from its start.
    func beginBody() {
        body.rewind()
        lock.withLock { count.beginBody() }
    }

    /// The next bytes of the body: how many, 0 at its end; nil if there are none yet.
    func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let (isOver, onArrival) = lock.withLock {
            count.willRead(isAnew: heads.isUndecided)
            return (self.isOver, resume)
        }
        if isOver { return -1 }
        guard hasRoom else {
            body.pause()
            return nil
        }
        do throws(BodyError) {
            switch try body.read(into: buffer, onArrival: onArrival) {
            case .bytes(let count, let part, let isEnd):
                lock.withLock { self.count.didRead(count, of: part, isAtEnd: isEnd) }
                return count
            case .noneYet:
                lock.withLock { count.didRead(0, of: nil, isAtEnd: false) }
                return nil
            }
        } catch {
            // Without a limit of its own, the transfer ends at the limit of the pipe.
            if case .timedOut(let timeout) = error { fail(.timedOut(after: timeout.limit, soFar)) }
            fail(.body(error))
            return -1
        }
    }

    /// A line of a head, or of a trailer after the body.
    func received(headerLine line: ByteString) -> Bool {
        let (step, fault) = lock.withLock {
            let isConnecting = count.progress.phase == .connecting
            if !isConnecting { resending.answerBegins() }
            let step = heads.add(line, isConnecting: isConnecting)
            count.note(step)
            return (step, heads.fault(after: step, answering: method))
        }
        if let fault { return refuse(fault) }
        return switch step {
        case .nothing, .undecided: !isClosed
        case .interim(let head): report(.informational(head))
        case .final(let head): deliver(head)
        }
    }

    /// A head that came in one piece, from URLSession without the hooks.
    func received(head: ResponseHead) -> Bool {
        let fault = lock.withLock {
            heads.add(head)
            count.headArrived(head)
            return heads.fault(after: .final(head), answering: method)
        }
        return if let fault { refuse(fault) } else { deliver(head) }
    }

    /// Whether events can be reported without waiting; if not, the transport is resumed when they can.
    var hasRoom: Bool {
        guard let room, let resume = lock.withLock({ resume }) else { return true }
        return room(resume)
    }

    func received(body bytes: [UInt8]) -> Bool {
        guard deliverUndecidedHead() else { return false }
        if let goesOn = lock.withLock({ takeRest(bytes.count) }) { return goesOn }
        if lock.withLock({ heads.isAll }) { return true }
        lock.withLock { count.received(bytes.count) }
        return report(.body(bytes))
    }

    func wire(_ event: WireEvent) {
        // libcurl logs the last line of a head after it has delivered the head.
        let isLastOfHead = event.kind == .headReceived && ByteString(bytes: event.bytes).isBlank
        _ = report(.wire(event), evenIfNotDelivered: isLastOfHead)
    }

    /// The transport is done, with libcurl's code 0 or with an error of its own, and reports no more.
    func ended(
        code: Int32, reason: String, facts: TransferFacts? = nil, queued: Int64 = 0
    ) {
        _ = deliverUndecidedHead()
        reporter.afterReport { [self] in end { conclusion(code, reason, facts, queued) } }
    }

    // MARK: What ends it

    /// Gives the exchange a cause to end, and tells the transport so. The first cause is kept; the
    /// transport, if there is one yet, will report its own consequence of it.
    func fail(_ error: UploadError) {
        let (isFirst, abort) = lock.withLock {
            let isFirst = !isOver
            if isFirst { cause = (error, .now) }
            return (isFirst, self.abort)
        }
        guard isFirst else { return }
        body.cancel()
        if let abort { abort() } else { end { .failure(error) } }
    }

    /// Ends an exchange whose transport has not ended a while after it was told to: a handler or a
    /// reader blocks it, perhaps for ever. What it does later is not waited for.
    func abandonIfStuck(at now: ContinuousClock.Instant = .now) {
        let isBlocked = reporter.isBusy || body.isBlocking
        let isStuck = lock.withLock {
            guard let cause, !hasEnded else { return false }
            let grace: Duration = isBlocked ? .seconds(1) : .seconds(10)
            return now - cause.at >= grace
        }
        if isStuck {
            end { [self] in cause.map { .failure(.handler(AbandonedUpload(cause: $0.error))) } }
        }
    }

    func wait() async -> Result { await outcome.wait() }

    /// `result` is asked for under the lock, if there is none yet.
    private func end(_ result: () -> Result?) {
        let wake = lock.withLock { () -> (() -> Void)? in
            guard outcome.value == nil, let result = result() else { return nil }
            (abort, askQueued, resume) = (nil, nil, nil)
            return outcome.settle(result)
        }
        // It knows the transport, which knows this exchange.
        if hasEnded { body.close() }
        wake?()
    }

    /// Under the lock.
    var isOver: Bool { hasEnded || cause != nil }

    /// Whether nothing more of the response is wanted.
    private var isClosed: Bool { lock.withLock { isOver || (verdict != .deliver && rest <= 0) } }

    // MARK: Reporting

    /// Delivers a head that libcurl might have answered itself, and has not.
    func deliverUndecidedHead() -> Bool {
        let head = lock.withLock { heads.takeUndecided() }
        return head.map { deliver($0) } ?? !isClosed
    }

    private func deliver(_ head: ResponseHead) -> Bool {
        measure()
        let verdict = judge(head)
        if verdict == .deliver {
            defer { endWithHead() }
            return report(.head(head))
        }
        let isRead = lock.withLock {
            self.verdict = verdict
            // URLSession without the hooks is not waited for.
            let mayRead = resume != nil && count.isBodyRead && head.keepsConnection
            rest = mayRead ? Self.longestRest : 0
            return rest > 0
        }
        if isRead {
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.longestWait) { [weak self] in
                self?.abortTransport()
            }
        } else {
            abortTransport()
        }
        return true  // libcurl counts the head only if it was taken
    }

    /// A response that is not delivered is read to its end where that takes less than a new connection:
    /// so many bytes, for so long.
    static let longestRest = 16 << 10
    private static let longestWait = DispatchTimeInterval.milliseconds(250)

    /// Under the lock: whether more may come; `nil` if the response is delivered.
    private func takeRest(_ count: Int) -> Bool? {
        guard verdict != .deliver else { return nil }
        rest -= count
        return rest > 0
    }

    private func abortTransport() { lock.withLock { abort }?() }

    /// Ends the transfer of a HEAD whose body is out, or is not wanted.
    private func endWithHead() {
        let abort = lock.withLock {
            let isOut = count.isBodyWritten || heads.head.map { $0.status >= 300 } ?? false
            return heads.isAll && isOut ? self.abort : nil
        }
        abort?()
    }

    private func report(_ event: TransferEvent, evenIfNotDelivered: Bool = false) -> Bool {
        let (mayReport, progress) = lock.withLock {
            (!isOver && (verdict == .deliver || evenIfNotDelivered), count.progress)
        }
        guard mayReport else { return false }
        var isHead = false
        if case .head = event { isHead = hasBody }
        do {
            try reporter.report(event, after: isHead ? progress : nil)
        } catch {
            fail(.handler(error))
        }
        return !isClosed
    }
}
