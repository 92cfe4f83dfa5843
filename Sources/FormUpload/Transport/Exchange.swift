import FormEncoding
import Foundation

// Which thread may call what
//
// An upload is an async function on its caller's task. The task makes an `Exchange` for each request, sets
// libcurl's options (`HookedTransfer.init`), starts the transfer and waits for its end (`Exchange.run`). Between two
// transfers it reports redirects, retries and measurements.
//
// With the hooks a transfer meets these threads:
//
// - The loop's thread, one for each uploader and way to authenticate a connection (`CurlLoop`, CURLHooks/loop.c).
//   It drives libcurl for all these transfers. It calls the exchange's functions under 'What the transport reports',
//   and with them the handler of events and the reader of files. A handler or a file that blocks holds them all up.
// - URLSession's queue, one for the process. There the hooks see URLSession's request and give the transfer
//   to the loop. URLSession's delegate is called there (`InlineQueue`), and may only end the exchange
//   (`TaskRouter.end`).
// - `DispatchQueue.startingTasks`, one for the process. It makes, starts and cancels URLSession's tasks, which
//   waits for URLSession's queue. No other thread waits for that queue.
// - Dispatch's global queues. `Ticker` and the deadline look at the exchange from there (`observe`), end it
//   (`fail`), and call the handler with the progress (`reportProgress`).
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
// - Any thread may call `setTransport`, `fail`, what is under 'The state, from any thread', and `abort`,
//   `resume` and `unacknowledged` of `HookedTransfer`.
// - The handler is called from several threads, but never by two at a time (`reported`).
// - The lock of `state` is not held while the handler, a body or the transport is called, nor while a task is
//   woken: Swift holds a lock of its own while the function runs that cancels a task, and takes it to wake one.

struct TransferSnapshot {
    let progress: UploadProgress
    var headBytes = 0
    /// Whether the transfer waits for the producer of the body, and has sent all that it had.
    var isProducerQuiet = false
    /// Whether a response has ended the sending before the body was complete.
    var hasStoppedSending = false
    /// Whether the app does not take what was received, so that the server's next bytes have to
    /// wait.
    var isReceiverBusy = false
}

/// One request and its response as they proceed: what has moved, what was received, how it ended.
///
/// The transport reports; timers and cancellation, on other threads, may give the exchange a reason to end
/// (`fail`). It ends when the transport has ended (`ended`), or at once if there is no transport yet. After the
/// end nothing more is reported.
final class Exchange: Sendable {
    typealias Result = Swift.Result<UploadResponse, UploadFault>

    /// Decides on a response by its head, and by what has become of its request.
    typealias Judge = @Sendable (ResponseHead, Sending) -> Verdict

    /// A request at the moment when the head of its response has arrived.
    struct Sending {
        /// Whether the body has been read, and can be read only once.
        var isBodyGone = false
        /// Whether libcurl has sent the request again although the server may have taken it.
        var hasRepeated = false
    }

    /// The use of a response.
    enum Verdict: Sendable {
        case deliver
        /// The response is not wanted: another request will follow.
        case drop
        /// The same, but it may turn out to be the last one: a short body is kept.
        case keep
    }

    let request: UploadRequest
    let options: UploadOptions
    private let room: EventRoom?
    private let judge: Judge
    private let onEvent: EventReport
    /// The progress that was reported last. Under its lock the handler is called, so never by two threads at a time.
    private let reported = Guarded<UploadProgress?>(nil)
    private let state: Guarded<State>

    init(
        _ request: UploadRequest, _ options: UploadOptions = UploadOptions(),
        room: EventRoom? = nil, onEvent: @escaping EventReport, judge: @escaping Judge
    ) {
        (self.request, self.options) = (request, options)
        let hasBody = request.body != nil
        self.room = room
        self.judge = judge
        self.onEvent = onEvent
        var heads = HeadAssembly()
        heads.isProbing = hasBody && options.probesForChallenge(request)
        heads.isOfHEAD = hasBody && request.effectiveMethod == "HEAD"
        let count = TransferCount(total: request.body.length, isChunked: request.isChunked)
        let resending = ResendGuard(isSafe: request.mayBeRepeated(options.retry))
        state = Guarded(State(heads: heads, count: count, resending: resending))
    }

    /// Connects the transport: `abort` ends it soon, `queued` returns the written bytes that have not been
    /// acknowledged, `resume` continues it when the body has bytes again, if it can pause. Any thread may call
    /// them. False if the exchange is over before it has begun.
    @discardableResult
    func setTransport(
        queued: @escaping @Sendable () -> Int64 = { 0 },
        resume: (@Sendable () -> Void)? = nil, abort: @escaping @Sendable () -> Void
    ) -> Bool {
        state.withLock {
            guard !$0.isOver else { return false }
            $0.transport = (abort, queued, resume)
            return true
        }
    }

    /// Waits for the end; for one task.
    func wait() async -> Result {
        await withCheckedContinuation { continuation in
            let early: Result? = state.withLock {
                if $0.result == nil { $0.waiter = continuation }
                return $0.result
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    // MARK: What the transport reports. False, or -1: abort.

    /// A connection is being made, or is open: until then, heads are a proxy's answers to CONNECT. Fails if the request
    /// would be sent a second time and must not be.
    @discardableResult
    func connection(isOpen: Bool, after request: RequestSoFar = RequestSoFar()) -> Bool {
        let fault = state.withLock { $0.connection(isOpen: isOpen, after: request) }
        if let fault { fail(fault) }
        return fault == nil
    }

    func moved(written: Int64, queued: Int64 = 0) -> Bool {
        state.withLock { $0.moved(written: written, queued: queued) }
        endWithHead()
        return !isClosed
    }

    func beginBody() {
        cancelInput()
        state.withLock { $0.count.beginBody() }
    }

    /// The next bytes of the body: how many, 0 at its end; nil if there are none yet.
    func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let (isOver, input) = state.withLock {
            $0.count.willRead(isAnew: $0.heads.undecided != nil)
            $0.isBodyAwaited = true
            return ($0.isOver, $0.input)
        }
        guard !isOver, let body = request.body else { return -1 }
        guard hasRoom else { return nil }
        do throws(BodyFault) {
            let piece = try (input ?? begin(body)).read(buffer)
            let (count, part, isEnd) = piece ?? (0, nil, false)
            state.withLock {
                $0.isBodyAwaited = piece == nil
                $0.count.didRead(count, of: part, isAtEnd: isEnd)
            }
            return piece?.count
        } catch {
            // Without a limit of its own, the transfer ends at the limit of the pipe.
            if case .timedOut(_, let limit, _) = error { fail(.timedOut(after: limit, soFar)) }
            fail(.body(error))
            return -1
        }
    }

    /// Begins to read the body. Another thread may end the exchange meanwhile.
    private func begin(_ body: EncodedBody) -> BodyInput {
        let input = BodyInput(
            body, limitsInputs: options.limits.attempt == nil,
            onArrival: state.withLock { $0.transport?.resume })
        let isOver = state.withLock {
            if !$0.isOver { $0.input = input }
            return $0.isOver
        }
        if isOver { input.cancel() }
        return input
    }

    private func cancelInput() { state.withLock { $0.input.take() }?.cancel() }

    /// A line of a head, or of a trailer after the body.
    func received(headerLine line: ByteString) -> Bool {
        let (step, fault) = state.withLock {
            let isConnecting = $0.count.progress.phase == .connecting
            if !isConnecting { $0.resending.answerBegins() }
            let step = $0.heads.add(line, isConnecting: isConnecting)
            if case .whole(let head) = step { $0.count.headArrived(head) }
            if case .interim = step { $0.count.waitForResponse() }
            let fault = $0.heads.fault(after: step, answering: request.effectiveMethod)
            return ($0.heads.undecided == nil ? step : .nothing, fault)
        }
        if let fault { return refuse(fault) }
        return switch step {
        case .nothing, .trailer: !isClosed
        case .interim(let head): report(.informational(head))
        case .whole(let head): deliver(head)
        }
    }

    /// A head that came in one piece, from URLSession without the hooks.
    func received(head: ResponseHead) -> Bool {
        let fault = state.withLock {
            $0.heads.head = head
            $0.count.headArrived(head)
            return $0.heads.fault(after: .whole(head), answering: request.effectiveMethod)
        }
        return if let fault { refuse(fault) } else { deliver(head) }
    }

    /// Ends the exchange with the fault; always false.
    private func refuse(_ fault: ResponseFault) -> Bool {
        fail(.badResponse(fault))
        return false
    }

    /// Bytes of the body; nil if there is no room for events: all of them are to come again when the transport is
    /// resumed.
    func received(body bytes: UnsafeRawBufferPointer) -> Bool? {
        guard deliverUndecidedHead() else { return false }
        if let decoder = state.withLock({ $0.decoder }) {
            return received(coded: bytes, by: decoder)
        }
        guard canTakeContent else { return nil }
        return received(content: bytes)
    }

    /// As `hasRoom`, for bytes of the response.
    private var canTakeContent: Bool {
        if hasRoom { return true }
        state.withLock { $0.isHeldBack = true }
        return false
    }

    /// As `received(body:)`, for a body that is coded.
    private func received(
        coded bytes: UnsafeRawBufferPointer, by decoder: ContentDecoder
    ) -> Bool? {
        var unread = decoder.unread(of: bytes)
        while true {
            guard canTakeContent else { return nil }
            do throws(UploadFault) {
                let content = try decoder.piece(from: &unread)
                if content.isEmpty { break }
                guard received(content: content) else { return false }
            } catch {
                if isUndelivered { state.withLock { $0.kept = [] } } else { fail(error) }
                return false
            }
        }
        state.withLock { _ in decoder.finish(bytes) }  // `isAnswered` asks
        return true
    }

    private func received(content bytes: UnsafeRawBufferPointer) -> Bool {
        let goesOn: Bool? = state.withLock {
            $0.isHeldBack = false
            if $0.verdict != .deliver { return $0.discard(bytes) }
            if $0.heads.isComplete { return true }
            $0.count.received(bytes.count)
            return nil
        }
        return goesOn ?? report(.body(Array(bytes)))
    }

    /// Whether events can be reported without waiting; if not, the transport is resumed when they can.
    private var hasRoom: Bool {
        guard let room, let resume = state.withLock({ $0.transport?.resume }) else { return true }
        return room(resume)
    }

    func wire(_ event: WireEvent) {
        // libcurl logs the last line of a head after it has delivered the head.
        let isLastOfHead = event.kind == .headReceived && ByteString(bytes: event.bytes).isBlank
        _ = report(.wire(event), evenIfNotDelivered: isLastOfHead)
    }

    /// The transport is done, with libcurl's code 0 or with an error of its own, and reports no more. Waits for
    /// the handler, if that is being called with the progress.
    func ended(
        code: Int32, reason: String, facts: TransferFacts? = nil, queued: Int64 = 0,
        after request: RequestSoFar = RequestSoFar()
    ) {
        _ = deliverUndecidedHead()
        reported.withLock { _ in end { $0.conclusion(code, reason, facts, queued, request) } }
    }

    // MARK: What ends it

    /// Gives the exchange a cause to end, and tells the transport so. The first cause is kept; the
    /// transport, if there is one yet, will report its own consequence of it.
    func fail(_ error: UploadFault) {
        if case .stalled = error, endWithResponse() { return }
        let (isFirst, abort) = state.withLock {
            let isFirst = !$0.isOver
            if isFirst { $0.cause = error }
            return (isFirst, $0.transport?.abort)
        }
        guard isFirst else { return }
        cancelInput()
        if let abort { abort() } else { end { _ in .failure(error) } }
    }

    /// Ends a stalled transfer with its response, if that is complete or has ended the sending.
    /// Returns false if there is no such response.
    private func endWithResponse() -> Bool {
        let abort = state.withLock { (state) -> (@Sendable () -> Void)? in
            guard !state.isOver, state.isAnswered || state.hasStoppedSending else { return nil }
            state.endsWithResponse = true
            return state.transport?.abort
        }
        abort?()
        return abort != nil
    }

    /// Settles the result, unless there is one.
    private func end(_ conclusion: (inout State) -> Result) {
        let wake = state.withLock { state -> (() -> Void)? in
            guard state.result == nil else { return nil }
            let result = conclusion(&state)
            state.result = result
            // The transport knows this exchange.
            state.transport = nil
            return state.waiter.take().map { waiter in { waiter.resume(returning: result) } }
        }
        cancelInput()
        wake?()
    }

    /// Ends the transfer of a HEAD whose body is sent, or is not wanted.
    private func endWithHead() {
        let abort = state.withLock {
            let isRefused = $0.heads.head?.endsSending ?? false
            let isBodySent = $0.count.isBodyWritten || isRefused
            return $0.heads.isComplete && isBodySent ? $0.transport?.abort : nil
        }
        abort?()
    }

    /// Delivers a head that libcurl might have answered itself, and has not.
    private func deliverUndecidedHead() -> Bool {
        let (head, isClosed) = state.withLock { ($0.heads.undecided.take(), $0.isClosed) }
        return head.map { deliver($0) } ?? !isClosed
    }

    private func deliver(_ head: ResponseHead) -> Bool {
        measure()
        let verdict = judge(head, Sending(isBodyGone: isBodyGone, hasRepeated: hasRepeated))
        if verdict != .drop {
            state.withLock {
                if options.decodesContent { $0.decoder = ContentDecoder(for: head) }
                $0.endsWithConnection = head.endsWithConnection(answering: request.effectiveMethod)
            }
        }
        if verdict == .deliver {
            defer { endWithHead() }
            return report(.head(head))
        }
        let limit = verdict == .keep ? Self.keepLimit : Self.discardLimit
        let isRead = state.withLock {
            $0.verdict = verdict
            // URLSession without the hooks is not waited for.
            let isRead =
                $0.transport?.resume != nil && head.isShorter(than: limit.bytes)
                && (verdict == .keep || $0.count.isBodyRead && head.keepsConnection)
            $0.discardable = isRead ? limit.bytes : 0
            return isRead
        }
        if isRead {
            DispatchQueue.global().asyncAfter(deadline: .now() + limit.time) { [weak self] in
                self?.state.withLock { ($0.kept, $0.discardable) = ([], 0) }
                self?.abortTransport()
            }
        } else {
            abortTransport()
        }
        return true  // libcurl counts the head only if it was taken
    }

    /// A response that is not delivered is read to its end where that takes less time than a new connection: so many
    /// bytes, for so long. One that is kept, because it may turn out to be the last, has more time; it is kept whole or not.
    private static let discardLimit = (
        bytes: 16 << 10, time: DispatchTimeInterval.milliseconds(250)
    )
    private static let keepLimit = (bytes: 256 << 10, time: DispatchTimeInterval.seconds(2))

    private func abortTransport() { state.withLock { $0.transport?.abort }?() }

    private func report(_ event: TransferEvent, evenIfNotDelivered: Bool = false) -> Bool {
        let (mayReport, progress) = state.withLock {
            (!$0.isOver && ($0.verdict == .deliver || evenIfNotDelivered), $0.count.progress)
        }
        guard mayReport else { return false }
        do throws(UploadFault) {
            try reported.withLock { (reported) throws(UploadFault) in
                if case .head = event, request.body != nil, progress != reported {
                    reported = progress
                    try onEvent(.progress(progress))
                }
                try onEvent(event)
            }
        } catch {
            fail(error)
        }
        return !isClosed
    }

    /// Reports how far the transfer is, if that has changed and the body has begun, unless another event is being
    /// reported: the next call will do it then.
    /// The handler may block: the watch must not depend on it.
    func reportProgress() {
        do throws(UploadFault) {
            try reported.withLockIfFree { (reported) throws(UploadFault) in
                let progress = observe().progress
                guard !state.withLock({ $0.isOver }), progress != reported,
                    progress.read > 0 || reported != nil
                else { return }
                reported = progress
                try onEvent(.progress(progress))
            }
        } catch {
            fail(error)
        }
    }

    // MARK: The state, from any thread

    func observe() -> TransferSnapshot {
        measure()
        var isHandlerFree = false
        reported.withLockIfFree { _ in isHandlerFree = true }
        return state.withLock {
            let progress = $0.count.progress
            return TransferSnapshot(
                progress: progress, headBytes: $0.heads.length,
                isProducerQuiet: $0.isBodyAwaited && progress.sent >= progress.read,
                hasStoppedSending: $0.hasStoppedSending,
                isReceiverBusy: $0.isHeldBack || !isHandlerFree)
        }
    }

    /// The transport's measurements, or this exchange's own counts if there are none: without the hooks.
    var facts: TransferFacts {
        state.withLock {
            let progress = $0.count.progress
            var facts = $0.facts ?? TransferFacts(of: $0.heads.head, progress)
            facts.mayHaveBeenReceived = $0.mayHaveBeenReceived
            if case .success? = $0.result {
                if $0.facts == nil { facts.bytesSent = progress.read }
            } else {
                facts.bytesSent = progress.sent
            }
            return facts
        }
    }

    /// The most bytes of the body that have been written for one try; those that have been read, if the transport
    /// does not measure.
    var mostSent: Int64 {
        state.withLock { $0.facts == nil ? $0.count.mostRead : $0.count.mostWritten }
    }
    var soFar: UploadProgress { state.withLock { $0.count.progress } }
    /// Whether the body has been read, and can be read only once.
    var isBodyGone: Bool { request.body?.isReplayable == false && bodyWasRead }
    var hasRepeated: Bool { state.withLock { $0.resending.hasRepeated } }
    var bodyWasRead: Bool { state.withLock { $0.count.bodyWasTouched } }
    var isUndelivered: Bool { state.withLock { $0.verdict != .deliver } }
    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func measure() {
        // Bytes that are written before the answer are in the queue, but not in this count.
        let (queued, written) = state.withLock { ($0.transport?.queued, $0.count.written) }
        guard let queued = queued?() else { return }
        state.withLock { $0.moved(written: written, queued: queued) }
    }
}

private struct State {
    var heads: HeadAssembly
    var count: TransferCount
    var resending: ResendGuard
    /// Nil until the body is read, and after the end of the exchange.
    var input: BodyInput?
    /// Whether the transport waits for bytes of the body, or for room for events.
    var isBodyAwaited = false
    /// Whether bytes of the response wait for room for events.
    var isHeldBack = false
    var verdict = Exchange.Verdict.deliver
    /// Nil for a body that is not coded.
    var decoder: ContentDecoder?
    /// Whether the body of the response ends where its connection does.
    var endsWithConnection = false
    /// How many bytes of a response that is not delivered may still come.
    var discardable = 0
    var kept: [UInt8] = []
    /// Why the exchange ends.
    var cause: UploadFault?
    /// Whether the transport is aborted because nothing moves, and the response is the result.
    var endsWithResponse = false
    var facts: TransferFacts?
    /// What was settled, and who waits for it.
    var result: Exchange.Result?
    var waiter: CheckedContinuation<Exchange.Result, Never>?
    /// The functions of the transport, while there is one.
    var transport:
        (
            abort: @Sendable () -> Void, queued: @Sendable () -> Int64,
            resume: (@Sendable () -> Void)?
        )?

    var isOver: Bool { result != nil || cause != nil }

    /// Whether the server may have the whole request, and has not said that it did not take it.
    var mayHaveBeenReceived: Bool {
        if case .failure(.streamRefused)? = result { return false }
        return heads.head?.saysNotTaken != true && count.mayBeWhole(isMeasured: facts != nil)
    }

    /// Whether nothing more of the response is wanted.
    var isClosed: Bool { isOver || (verdict != .deliver && discardable <= 0) }

    /// Returns why the connection must not be used for the request.
    mutating func connection(isOpen: Bool, after request: RequestSoFar) -> UploadFault? {
        if let fault = resending.fault(after: request, count.progress) { return fault }
        if isOpen {
            resending.requestBegins(written: request.written)
            count.connected()
        } else if !heads.isDecided {
            count.connecting()
        }
        return nil
    }

    /// When all of the body has left, it is the server's turn.
    mutating func moved(written: Int64, queued: Int64) {
        count.moved(written: written, queued: queued)
        if heads.isDecided { count.beginReceiving() }
    }

    /// Counts bytes of a response that is not delivered; whether more may come.
    mutating func discard(_ bytes: UnsafeRawBufferPointer) -> Bool {
        discardable -= bytes.count
        if discardable <= 0 { kept = [] } else if verdict == .keep { kept += bytes }
        return discardable > 0
    }

    /// Whether a server that no longer reads the body has sent a whole response of a known length.
    var isAnswered: Bool {
        guard verdict == .deliver, let head = heads.wholeHead, heads.isDecided else { return false }
        let received = decoder?.received ?? count.progress.received
        return head.isBodiless(answering: "") || head.contentLength == received
    }

    /// Whether the head of a response has ended the sending before the body was complete. A
    /// server that reads the whole body before it ends its response then waits for ever.
    var hasStoppedSending: Bool {
        guard verdict == .deliver, count.progress.phase == .receiving, !heads.answersProbe,
            let head = heads.wholeHead, head.endsSending
        else { return false }
        // Without the hooks it is not known what has been written.
        if transport?.resume == nil { return !count.isBodyRead }
        return !count.isBodyWritten
    }

    /// The fault that libcurl's code and reason stand for.
    private func fault(of code: Int32, reason: String, after request: RequestSoFar) -> UploadFault {
        let progress = count.progress
        if request.isRefused || request.isUnprocessed {
            return .streamRefused(isUnprocessed: request.isUnprocessed, progress)
        }
        // The unacknowledged bytes may belong to another request: the server may already have all
        // of this one.
        if request.isShared, progress.sent == 0, count.mostWritten > 0 {
            return .unanswered(code: code, reason: reason, progress)
        }
        let isRequestSent = (facts?.headBytesSent ?? 0) > 0
        let limit = LibcurlLimit(
            code: code, reason: reason, isAwaitingHead: isRequestSent && !heads.isDecided)
        if let limit { return .badResponse(.exceeds(limit)) }
        if let fault = heads.fault(of: code) { return .badResponse(fault) }
        return .transfer(code: code, reason: reason, progress)
    }

    mutating func conclusion(
        _ code: Int32, _ reason: String, _ measured: TransferFacts?, _ queued: Int64,
        _ request: RequestSoFar
    ) -> Exchange.Result {
        if let measured { moved(written: measured.bytesSent, queued: queued) }
        facts = measured
        let progress = count.progress
        if let cause { return .failure(cause) }
        if verdict == .deliver, code != 0, !heads.isComplete, !endsWithResponse {
            return .failure(fault(of: code, reason: reason, after: request))
        }
        guard let head = heads.wholeHead else {
            return .failure(.transfer(code: CURLCode.partialFile, reason: "", progress))
        }
        let codingFault = decoder?.faultAtEnd
        if let codingFault, verdict == .deliver, !endsWithResponse {
            return .failure(.badResponse(codingFault))
        }
        if codingFault != nil { kept = [] }
        let isCut = endsWithResponse && code != 0 && (codingFault != nil || !isAnswered)
        let mayBeCut = endsWithConnection && decoder == nil && measured?.isUnclosed == true
        let isWhole = measured == nil ? count.isBodyRead : count.isBodyWritten
        return .success(
            UploadResponse(
                head: head, bytesSent: isWhole ? progress.read : progress.sent,
                bodyLength: progress.total, isBodyComplete: isWhole,
                bytesReceived: verdict == .deliver ? progress.received : 0,
                isCut: isCut, mayBeCut: mayBeCut, isToBeRetried: verdict != .deliver, kept: kept))
    }
}

extension ResponseHead {
    /// Whether another request may follow over the connection after a short body.
    fileprivate var keepsConnection: Bool {
        let closes = value(of: "Connection")?.description.lowercased().contains("close") ?? false
        return version != "1.0" && !closes
    }

    fileprivate func isShorter(than limit: Int) -> Bool {
        (value(of: "Content-Length").flatMap { Int($0.description) } ?? 0) < limit
    }
}
