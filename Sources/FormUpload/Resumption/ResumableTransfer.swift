import FormEncoding
import Foundation

/// Sends the requests of a resumable upload, one after another, until the server has answered the upload itself.
///
/// Each is an `Attempt`, with its redirects, challenges and events. What may pass is tried again after a
/// pause of the retry policy; the count starts again whenever the server has more than ever before. So the loop
/// ends: it goes on for ever only if the highest offset rises, a retry is used, or the upload begins again, which is
/// counted, too.
struct ResumableTransfer {
    typealias Step = UploadResource.Step

    let resource: Guarded<UploadResource>
    let connections: Connections
    let room: EventRoom?
    let onEvent: EventReport
    /// When the upload began.
    let start: ContinuousClock.Instant
    var options: UploadOptions
    /// The number of the next retry.
    var number = 1
    /// How often the upload has begun with another resource, which is not forgotten when the offset moves.
    private var restarts = 0
    /// Why the last request is repeated; nil if the server has more than before.
    private var failure: UploadFault?
    /// The files of the body as they were looked at last.
    private var files: [ByteString: FileSnapshot]
    /// The last response to a request other than a question, if it was not delivered, and its measurements.
    private var refused: (response: UploadResponse, facts: TransferFacts?)?

    /// Whether the response to the last request has ended the upload by a refusal.
    private let isRefused = Guarded(false)

    init?(
        _ request: UploadRequest, _ options: UploadOptions, over connections: Connections,
        room: EventRoom?, start: ContinuousClock.Instant,
        onEvent: @escaping EventReport
    ) throws(UploadFault) {
        guard let resource = try UploadResource(request, options) else { return nil }
        (self.resource, self.connections, self.room) = (Guarded(resource), connections, room)
        (self.onEvent, self.start, self.options) = (onEvent, start, options)
        files = request.body?.measuredFiles ?? [:]
    }

    /// Sends the requests from `step` on. A resource that nobody can go on with is deleted.
    mutating func run(from step: Step) async throws(UploadFault) -> UploadResponse {
        do throws(UploadFault) {
            return try await send(from: step)
        } catch {
            cleanUp(after: error)
            throw error
        }
    }

    /// Deletes the resource if nobody can go on with it. Nobody waits for that but `Uploader.endCleanUp`.
    func cleanUp(after error: UploadFault) {
        guard resource.withLock({ $0.isUseless(after: error) }) else { return }
        var transfer = self
        (transfer.options.limits.attempt, transfer.options.limits.began) = (.seconds(5), .now)
        connections.cleanUp { [transfer] in _ = try? await transfer.cancel() }
    }

    /// Deletes the resource, unless the server has the whole upload or does not say how much it has: it is asked first.
    /// Returns its last answer; `isWhole` is nil if it did not say.
    func cancel() async throws(UploadFault) -> (head: ResponseHead, isWhole: Bool?) {
        let found = try await attempt(.offset)
        let isWhole = resource.withLock { $0.isWhole(found.head) }
        guard isWhole == false else { return (found.head, isWhole) }
        return (try await attempt(.cancel).head, false)
    }

    /// Sends the requests from `step` on. Once the server has said that it has the whole upload, a failure to get
    /// its response loses the response alone.
    mutating func send(
        from step: Step, after cause: UploadFault? = nil
    ) async throws(UploadFault) -> UploadResponse {
        do throws(UploadFault) {
            return try await sendAll(from: step, after: cause)
        } catch {
            if error.losesResponse, let response = try completed() { return response }
            if case .resumption(let fault) = error {
                if case .rejected(let head) = fault, head == refused?.response.head,
                    !fault.beginsAnew || resource.withLock({ $0.resumption.token == nil })
                {
                    try deliverRefusal()
                }
            } else if error.losesResponse, var facts = resource.withLock({ $0.facts }),
                !isRefused.withLock({ $0 })
            {
                // The status may be that of a question.
                facts.status = 0
                try onEvent(.measured(resource.withLock { $0.sum(facts) }))
            }
            throw error
        }
    }

    /// Delivers the response that turns out to be the last one; nil if there is none.
    @discardableResult
    private func deliverRefusal() throws(UploadFault) -> UploadResponse? {
        guard let (response, facts) = refused else { return nil }
        try onEvent(.head(response.head))
        if !response.kept.isEmpty { try onEvent(.body(response.kept)) }
        if let facts { try onEvent(.measured(resource.withLock { $0.sum(facts) })) }
        return response
    }

    /// Keeps a response that was not delivered, unless the server had the whole upload before.
    mutating func keep(_ response: UploadResponse) {
        let (facts, isOver) = resource.withLock { ($0.facts, $0.completion != nil) }
        guard !isOver else { return }
        refused = response.isToBeRetried ? (response, facts) : nil
    }

    private mutating func sendAll(
        from first: Step, after cause: UploadFault? = nil
    ) async throws(UploadFault) -> UploadResponse {
        var step = first
        failure = nil
        if let cause { try await pause(after: cause, first) }
        while true {
            if let limit = options.limits.timeLimit, limit.isReached {
                let progress = resource.withLock { $0.whole(UploadProgress()) }
                let late = UploadFault.timedOut(after: limit.duration, progress)
                step = try await stepAfterPause(late, step)
                continue
            }
            if step == .append, let path = try changedFile() {
                guard restarts <= options.retry.maximum else {
                    throw .body(.fileModified(path: path))
                }
                restarts += 1
                try onEvent(.restarting(path))
                step = .create
            }
            if step == .append, isBodyGone { throw .body(.notReplayable) }
            if step == .support, let next = knownNextStep() {
                step = next
                continue
            }
            let highest = resource.withLock { $0.offsets.highest }
            let response: UploadResponse
            do throws(UploadFault) {
                response = try await send(step)
            } catch {
                // Its body is lost, and not the response.
                if isRefused.withLock({ $0 }) { throw error }
                if step != .offset, resource.withLock({ $0.completion == nil }) { refused = nil }
                if case .handler(is ShrunkRequest) = error {
                    step = .offset
                } else {
                    step = try await stepAfterPause(error, step)
                }
                continue
            }
            if step != .offset { keep(response) }
            let outcome = try resource.withLock { (resource) throws(UploadFault) in
                try resource.outcome(of: response.head, to: step, isSent: response.isBodyComplete)
            }
            switch outcome {
            case .response:
                try reportResource(after: step)
                return resource.withLock { $0.whole(response) }
            case .complete:
                try reportResource(after: step)
                return try completed() ?? response
            case .interrupted:
                step = try await stepAfterPause(.status(response.head), step)
            case .gone:
                restarts += 1
                try await pause(after: .status(response.head), step)
                step = .create
            case .next(let next):
                let hasMoved = resource.withLock { $0.offsets.highest > highest }
                if hasMoved { (number, failure) = (1, nil) }
                if let failure, step == .offset, number - 1 > options.retry.maximum {
                    throw Self.error(of: failure)
                }
                try reportResource(after: step)
                if step == .support, let question {
                    connections.support.remember(response.head, to: question)
                }
                step = next
            }
        }
    }

    /// Whether the origin supports the protocol.
    private var question: SupportAnswers.Question? {
        resource.withLock { SupportAnswers.Question($0.request.urlBytes, protocol: $0.protocol) }
    }

    /// The step that follows from what the origin has answered for an earlier upload. Nil without
    /// an answer, or if it rules this upload out: then the server is asked.
    private func knownNextStep() -> Step? {
        guard let question, let head = connections.support[question] else { return nil }
        return resource.withLock { resource in
            var copy = resource
            guard case .next(let next)? = try? copy.outcome(of: head, to: .support) else {
                return nil
            }
            resource = copy
            return next
        }
    }

    /// A file of the body that has changed since it was measured, although its size and time may be the same, if the
    /// server has bytes of the earlier one and not the whole.
    private mutating func changedFile() throws(UploadFault) -> ByteString? {
        let body = resource.withLock { resource in
            resource.offsets.confirmed > 0 && resource.completion == nil
                ? resource.request.body : nil
        }
        do throws(BodyFault) { return try body?.changedFile(since: &files) } catch {
            throw .body(error)
        }
    }

    func reportResource(after step: Step) throws(UploadFault) {
        let (token, lost) = resource.withLock { ($0.token, $0.offsets.lost) }
        guard step == .create || step == .offset, let token else { return }
        try onEvent(step == .create ? .resource(token) : .resuming(token, lost: lost))
    }

    /// The refusal of the last bytes of an upload that the server has as a whole; in place of a lost response, that by
    /// which the server said so. Nil if it has not.
    private func completed() throws(UploadFault) -> UploadResponse? {
        let (completion, length, isLast, url) = resource.withLock {
            ($0.completion, $0.offsets.confirmed, $0.isLast, $0.request.urlBytes)
        }
        guard let (head, facts) = completion else { return nil }
        let isRefused = (refused?.response.head.status ?? 0) >= 500
        let refusal = isRefused && isLast ? try deliverRefusal() : nil
        if refusal == nil {
            try onEvent(.head(head))
            // The status is that of a question.
            var facts = facts
            facts.status = 0
            try onEvent(.measured(resource.withLock { $0.sum(facts) }))
        }
        return UploadResponse(
            head: refusal?.head ?? head, bytesSent: length, bodyLength: length,
            isBodyComplete: true, bytesReceived: Int64(refusal?.kept.count ?? 0), url: url,
            isLost: refusal == nil, isStored: refusal != nil)
    }

    /// Sends one request. A response that does not end the upload is not delivered.
    private func send(_ step: Step) async throws(UploadFault) -> UploadResponse {
        let isLastTry = max(number - 1, restarts) >= options.retry.maximum
        isRefused.withLock { $0 = false }
        resource.withLock { $0.isLastTry = isLastTry }
        return try await attempt(step) { [resource, isRefused] head in
            var copy = resource.withLock { $0 }
            do throws(UploadFault) {
                guard case .response = try copy.outcome(of: head, to: step) else { return false }
                return true
            } catch {
                guard case .resumption(let fault) = error, case .rejected = fault,
                    copy.completion == nil
                else { return false }
                // A caller that goes on with an earlier upload begins anew.
                let isFinal = copy.resumption.token == nil || !fault.beginsAnew
                isRefused.withLock { $0 = isFinal }
                return isFinal
            }
        }
    }

    private func attempt(
        _ step: Step, isFinal: @escaping @Sendable (ResponseHead) -> Bool = { _ in false }
    ) async throws(UploadFault) -> UploadResponse {
        var (request, isElsewhere) = try resource.withLock {
            (resource) throws(UploadFault) in
            (try resource.request(for: step), resource.base != resource.request.urlBytes)
        }
        try addChecksum(to: &request)
        var options = options
        if isElsewhere { options.curlSettings.removeAll { $0.option == .requestTarget } }
        // A server may get a request without bytes of the upload twice, unless it creates a resource.
        // Before others it is asked how much it has.
        let isBodiless = request.body.length == 0
        options.retry.alsoAfter = isBodiless ? .lostConnections : []
        options.retry.createsResource = step == .create
        // Answers to requests without bytes of the upload are not waited for without end.
        if isBodiless { options.limits.response = options.limits.response ?? options.limits.stall }
        var attempt = Attempt(
            first: request, nextRequest: request, options: options, connections: connections,
            room: room, onEvent: resource.watching(onEvent, isBodiless: isBodiless)
        ) { head, _ in
            isFinal(head) ? .deliver : .keep
        }
        let result = await attempt.run().mapError { error in
            error.ofResource(isBodiless: isBodiless) { part in
                var whole = resource.withLock { $0.whole(part) }
                whole.isRequestEmpty = isBodiless
                return whole
            }
        }
        try resource.withLock { (resource) throws(UploadFault) in
            try resource.endRequest(sent: attempt.bytesSent)
        }
        return try result.get()
    }

    /// Adds the checksum of the bytes to a request that appends, if the server verifies it.
    private func addChecksum(to request: inout UploadRequest) throws(UploadFault) {
        let sha1 = resource.withLock { $0.server.verifiesSHA1 ? $0.resumption.sha1 : nil }
        guard let sha1, request.methodBytes == "PATCH", let body = request.body else { return }
        do throws(BodyFault) {
            guard let digest = try sha1(body) else { return }
            let value = "sha1 " + Data(digest).base64EncodedString()
            request.headers.append(HeaderField("Upload-Checksum", ByteString(value)))
        } catch {
            throw .body(error)
        }
    }

    /// Whether the body has been read, and can be read only once.
    private var isBodyGone: Bool {
        resource.withLock { $0.wasBodySent && !($0.request.body?.isReplayable ?? true) }
    }

    private mutating func stepAfterPause(
        _ cause: UploadFault, _ step: Step
    ) async throws(UploadFault) -> Step {
        try await pause(after: cause, step)
        if step == .support { return .support }
        return resource.withLock { $0.url == nil } ? .create : .offset
    }

    /// Waits before the next retry. Once there is a resource, the question how much the server has is asked even
    /// if no retry is left: it may have got more. A request without bytes of the upload may be lost.
    private mutating func pause(after cause: UploadFault, _ step: Step) async throws(UploadFault) {
        failure = cause
        var policy = options.retry
        policy.alsoAfter.insert(.timeouts)
        let (hasURL, isBodiless) = resource.withLock {
            ($0.url != nil, $0.offsets.start == $0.offsets.end)
        }
        if hasURL || step == .support || isBodiless {
            policy.alsoAfter.formUnion([.lostConnections, .refusedConnections])
        }
        if hasURL { policy.maximum = max(policy.maximum, policy.maximum &+ 1) }
        let elapsed = ContinuousClock.now - start
        if case .status = cause { policy.alsoAfter.insert(.allErrors) }
        let step =
            if case .status(let head) = cause, head.status < 400 {
                policy.decision(beforeRetry: number, elapsed: elapsed)
            } else {
                policy.decision(after: cause, before: number, elapsed: elapsed)
            }
        guard case .retry(let pause) = step else {
            // Another switch would not help: the upload has no more retries.
            if case .refuse(let refusal) = step, case .pause = refusal {
                try onEvent(.notRetrying(refusal))
            }
            throw Self.error(of: cause)
        }
        if isBodyGone { throw .cannotReplay(cause) }
        try await options.retry.wait(
            pause, cause, before: number, since: start, keepsRedirects: hasURL, onEvent)
        number += 1
        options.limits.began = .now
    }

    private static func error(of cause: UploadFault) -> UploadFault {
        if case .status(let head) = cause { .resumption(.rejected(head)) } else { cause }
    }
}

extension Guarded<UploadResource> {
    /// A handler that follows what interim responses say of the resource, and reports the progress of the whole
    /// body.
    func watching(
        _ onEvent: @escaping EventReport, isBodiless: Bool = false
    ) -> EventReport {
        { [self] (event) throws(UploadFault) in
            switch event {
            case .progress(let progress): try onEvent(.progress(withLock { $0.whole(progress) }))
            case .informational(let head):
                try onEvent(event)
                let interim = withLock { $0.interim(head) }
                for event in interim.events { try onEvent(event) }
                if let stop = interim.stop { throw stop }
            case .measured(let facts):
                try onEvent(.measured(withLock { $0.add(facts, isBodiless: isBodiless) }))
            case .redirecting(let notice):
                if let next = notice.next { withLock { $0.base = next.urlBytes } }
                try onEvent(event)
            default: try onEvent(event)
            }
        }
    }
}

extension UploadFault {
    /// The error of a request of the protocol, with the progress of the whole upload: nothing is sent twice, whatever
    /// the server has taken.
    fileprivate func ofResource(
        isBodiless: Bool, _ whole: (UploadProgress) -> UploadProgress
    ) -> UploadFault {
        switch self {
        case .stalled(let limit, let progress): .stalled(for: limit, whole(progress))
        case .tooSlow(let speed, let progress): .tooSlow(speed, whole(progress))
        case .transfer(let code, let reason, let progress),
            .unanswered(let code, let reason, let progress):
            .transfer(code: code, reason: reason, whole(progress))
        case .streamRefused(let isUnprocessed, let progress):
            .streamRefused(isUnprocessed: isUnprocessed, whole(progress))
        case .noResponse(let limit, let progress):
            isBodiless
                ? .stalled(for: limit, whole(progress)) : .noResponse(for: limit, whole(progress))
        case .timedOut(let limit, let progress): .timedOut(after: limit, whole(progress))
        default: self
        }
    }

    /// Whether the server or the network is to blame, and not the caller.
    fileprivate var losesResponse: Bool {
        switch self {
        case .handler, .replyTooLarge, .cancelled: false
        default: true
        }
    }
}
