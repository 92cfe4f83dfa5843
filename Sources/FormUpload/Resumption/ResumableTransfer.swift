import FormEncoding
import Foundation

/// Sends the requests of a resumable upload, one after another, until the server has answered the upload itself.
///
/// Each is an `Attempt`, with redirects, challenges and events as ever. What may pass is tried again after a
/// pause of the retry policy; the count begins anew whenever the server has more than before. So every way
/// ends: the offset moves, the count is used up, or a fault is thrown.
struct ResumableTransfer {
    typealias Step = UploadResource.Step

    let resource: Guarded<UploadResource>
    let connections: Connections
    let room: EventRoom?
    let onEvent: @Sendable (TransferEvent) throws -> Void
    /// When the upload began.
    let start: ContinuousClock.Instant
    var options: UploadOptions
    /// The number of the next retry.
    var number = 1

    /// Sends the requests from `step` on, after a pause if a request has just failed. A resource that is of no use
    /// is deleted.
    mutating func run(
        from step: Step, after failure: RetryCause? = nil
    ) async throws(UploadError) -> UploadResponse {
        do throws(UploadError) {
            return try await send(from: step, after: failure)
        } catch {
            throw await abandoned(error)
        }
    }

    /// The error, after the resource was deleted if it is of no use.
    func abandoned(_ error: UploadError) async -> UploadError {
        if case .resumption(let fault) = error, fault.leavesResource { _ = try? await cancel() }
        return error
    }

    /// Deletes the resource.
    func cancel() async throws(UploadError) -> UploadResponse {
        try await attempt { (resource) throws(UploadError) in try resource.cancellation() }
    }

    /// Sends the requests from `step` on. Once the server has said that it has the whole upload, a failure to get
    /// its response loses the response alone.
    mutating func send(
        from step: Step, after cause: RetryCause? = nil
    ) async throws(UploadError) -> UploadResponse {
        do throws(UploadError) {
            return try await sendAll(from: step, after: cause)
        } catch {
            guard error.losesResponse, let response = try completed() else { throw error }
            return response
        }
    }

    private mutating func sendAll(
        from first: Step, after cause: RetryCause? = nil
    ) async throws(UploadError) -> UploadResponse {
        var (step, failure) = (first, cause)
        if let cause { try await pause(after: cause) }
        while true {
            if let limit = options.limits.timeLimit, limit.isReached {
                let progress = resource.withLock { $0.whole(UploadProgress()) }
                throw .timedOut(after: limit.duration, progress)
            }
            if step == .append, isBodyGone { throw .body(.notReplayable) }
            let response: UploadResponse
            do throws(UploadError) {
                response = try await send(step)
            } catch {
                if case .handler(is ShrunkRequest) = error {
                    step = .offset
                } else {
                    failure = .failure(error)
                    step = try await stepAfterPause(.failure(error), step)
                }
                continue
            }
            let outcome = try resource.update { (resource) throws(ResumptionFault) in
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
                failure = .status(response.head)
                step = try await stepAfterPause(.status(response.head), step)
            case .next(let next):
                let hasMoved = resource.withLock { $0.confirmed > $0.start }
                if hasMoved { (number, failure) = (1, nil) }
                if let failure, step == .offset, number > options.retry.maximum + 1 {
                    throw Self.error(of: failure)
                }
                try reportResource(after: step)
                step = next
            }
        }
    }

    /// Reports the address of the upload after the request that has found it.
    private func reportResource(after step: Step) throws(UploadError) {
        guard step == .create || step == .offset, let token = resource.withLock({ $0.token })
        else { return }
        try report(step == .create ? .resource(token) : .resuming(token))
    }

    private func report(_ event: TransferEvent) throws(UploadError) {
        do { try onEvent(event) } catch { throw .handler(error) }
    }

    /// The response by which the server said that it has the whole upload, in place of the lost one; nil if it has
    /// not said so.
    private func completed() throws(UploadError) -> UploadResponse? {
        let (completion, length) = resource.withLock { ($0.completion, $0.confirmed) }
        guard let (head, facts) = completion else { return nil }
        try report(.head(head))
        try report(.measured(facts))
        return UploadResponse(
            head: head, bytesSent: length, bodyLength: length, isBodyComplete: true,
            bytesReceived: 0, isToBeRetried: false, isLost: true)
    }

    /// Sends one request. A response that does not end the upload is not delivered.
    private func send(_ step: Step) async throws(UploadError) -> UploadResponse {
        let isLastTry = number > options.retry.maximum
        return try await attempt { (resource) throws(UploadError) in
            resource.isLastTry = isLastTry
            return try resource.request(for: step)
        } isFinal: { [resource] head in
            var copy = resource.withLock { $0 }
            do throws(ResumptionFault) {
                guard case .response = try copy.outcome(of: head, to: step) else { return false }
                return true
            } catch {
                guard case .rejected = error, copy.completion == nil else { return false }
                // A caller that goes on with an earlier upload begins anew.
                return copy.resumption.token == nil || !error.beginsAnew
            }
        }
    }

    private func attempt(
        _ request: (inout UploadResource) throws(UploadError) -> UploadRequest,
        isFinal: @escaping @Sendable (ResponseHead) -> Bool = { _ in false }
    ) async throws(UploadError) -> UploadResponse {
        var (request, isElsewhere, isQuestion) = try resource.withLock {
            (resource) throws(UploadError) in
            let request = try request(&resource)
            let isElsewhere = resource.base != resource.request.url
            return (request, isElsewhere, resource.completion != nil)
        }
        try addChecksum(to: &request)
        var options = options
        if isElsewhere { options.curlSettings.removeAll { $0.option == .requestTarget } }
        // First the server is asked how much it has; only then is the rest sent. Nothing is sent if all is there.
        options.retry.retriesLostConnections = isQuestion
        options.retry.retriesAllErrors = false
        let attempt = Attempt(
            request, nextRequest: request, options: options, over: connections, room: room,
            onEvent: resource.watching(onEvent)
        ) {
            !isFinal($0)
        }
        let result: Result<UploadResponse, UploadError>
        do throws(UploadError) {
            result = .success(try await attempt.run())
        } catch {
            result = .failure(
                error.ofResource.mapProgress { part in resource.withLock { $0.whole(part) } })
        }
        try resource.update { (resource) throws(ResumptionFault) in
            try resource.endRequest(read: attempt.bytesRead)
        }
        return try result.get()
    }

    /// Adds the checksum of the bytes to a request that appends, if the server verifies it.
    private func addChecksum(to request: inout UploadRequest) throws(UploadError) {
        let checksum = resource.withLock { $0.verifiesSHA1 ? $0.resumption.checksum : nil }
        guard let checksum, request.method == "PATCH", let body = request.body else { return }
        do throws(BodyError) {
            guard let digest = try checksum(body) else { return }
            let value = "sha1 " + Data(digest).base64EncodedString()
            request.headers.append(HeaderField("Upload-Checksum", ByteString(value)))
        } catch {
            throw .body(error)
        }
    }

    /// Whether the body has been read, and can be read only once.
    private var isBodyGone: Bool {
        resource.withLock { $0.sentEnd > 0 && !($0.request.body?.isReplayable ?? true) }
    }

    private mutating func stepAfterPause(
        _ cause: RetryCause, _ step: Step
    ) async throws(UploadError) -> Step {
        try await pause(after: cause)
        switch step {
        case .support: return .support
        case .create, .offset, .append:
            return resource.withLock { $0.url == nil } ? .create : .offset
        }
    }

    /// Waits before the next retry. Once there is a resource, the question how much the server has is asked even
    /// if no retry is left: it may have got more.
    private mutating func pause(after cause: RetryCause) async throws(UploadError) {
        var policy = options.retry
        if resource.withLock({ $0.url != nil }) {
            policy.maximum += 1
            policy.retriesLostConnections = true
            policy.retriesRefusedConnections = true
        }
        let elapsed = ContinuousClock.now - start
        let step: RetryPolicy.Decision
        switch cause {
        case .failure(let error):
            step = policy.decision(after: error, before: number, elapsed: elapsed)
        case .status(let head) where head.status < 400:
            step = policy.decision(beforeRetry: number, elapsed: elapsed)
        case .status(let head):
            policy.retriesAllErrors = true
            step = policy.decision(after: head, before: number, elapsed: elapsed)
        }
        guard case .retry(let pause) = step else {
            if case .refuse(let refusal) = step { try report(.notRetrying(refusal)) }
            throw Self.error(of: cause)
        }
        if isBodyGone { throw .cannotReplay(cause) }
        try await options.retry.wait(pause, cause, before: number, since: start, onEvent)
        number += 1
        options.limits.began = .now
    }

    private static func error(of cause: RetryCause) -> UploadError {
        switch cause {
        case .failure(let error): error
        case .status(let head): .resumption(.rejected(head))
        }
    }
}

extension Guarded<UploadResource> {
    /// A handler that follows what interim responses say of the resource, and reports the progress of the whole
    /// body.
    func watching(
        _ onEvent: @escaping @Sendable (TransferEvent) throws -> Void
    ) -> @Sendable (TransferEvent) throws -> Void {
        { [self] event in
            switch event {
            case .progress(let progress): try onEvent(.progress(withLock { $0.whole(progress) }))
            case .informational(let head):
                try onEvent(event)
                let interim = withLock { $0.interim(head) }
                for event in interim.events { try onEvent(event) }
                if let stop = interim.stop { throw stop }
            case .measured(let facts): try onEvent(.measured(withLock { $0.add(facts) }))
            case .redirecting(let notice):
                if let next = notice.next { withLock { $0.base = next.url } }
                try onEvent(event)
            default: try onEvent(event)
            }
        }
    }

    /// Changes the resource, and throws a fault as an error of the upload.
    func update<Result>(
        _ change: (inout UploadResource) throws(ResumptionFault) -> Result
    ) throws(UploadError) -> Result {
        do throws(ResumptionFault) {
            return try withLock(change)
        } catch {
            throw .resumption(error)
        }
    }
}

extension UploadError {
    /// The error with another progress, where it has one.
    fileprivate func mapProgress(
        _ change: (UploadProgress) -> UploadProgress
    ) -> UploadError {
        switch self {
        case .stalled(let limit, let progress): .stalled(for: limit, change(progress))
        case .tooSlow(let speed, let progress): .tooSlow(speed, change(progress))
        case .transfer(let code, let reason, let progress):
            .transfer(code: code, reason: reason, change(progress))
        case .unanswered(let code, let reason, let progress):
            .unanswered(code: code, reason: reason, change(progress))
        case .streamRefused(let progress): .streamRefused(change(progress))
        case .noResponse(let limit, let progress): .noResponse(for: limit, change(progress))
        case .badResponse(let fault, let progress): .badResponse(fault, change(progress))
        case .timedOut(let limit, let progress): .timedOut(after: limit, change(progress))
        default: self
        }
    }

    /// Whether the server or the network is to blame, and not the caller.
    fileprivate var losesResponse: Bool {
        switch self {
        case .handler, .cancelled: false
        default: true
        }
    }

    /// The error, or the fault for which the request was ended.
    var ofResource: UploadError {
        if case .handler(let fault as ResumptionFault) = self { .resumption(fault) } else { self }
    }
}
