@_exported import FormEncoding

/// Sends forms and other bodies by HTTP over URLSession, and the requests without a body that belong to them.
///
/// An uploader keeps its connections, and uses them again: keep it as long as there is something to
/// send. Its copies share them, also where they have other options. The limit of an
/// attempt, `limits.attempt`, also counts while it waits for a connection.
///
/// By default a request that a server may have taken is not sent again, with one exception. A kept connection may turn
/// out to be closed when a request is sent over it. If nothing of a response has come, the request is sent again over a
/// new connection, but only if the server cannot have taken it or may get it twice: nothing of it was written, its
/// method is idempotent (RFC 9110 §9.2.2), it has an `Idempotency-Key`, or `RetryPolicy.alsoAfter` has lost
/// connections or all errors. Otherwise the upload ends with `.connectionLost`.
///
///     let form: MultipartForm = [.file("file", path: "img.png")]
///     let request = try UploadRequest(url: "https://example.com/upload", form: form)
///     let reply = try await Uploader().send(request)
public struct Uploader: Sendable, Described {
    /// How requests are sent.
    public var options: UploadOptions
    let connections: Connections

    /// An uploader with these options, which has at most so many connections to a host at a time, for each proxy,
    /// certificate and TLS option with which requests are sent.
    public init(options: UploadOptions = UploadOptions(), connectionsPerHost: Int = 6) {
        self.options = options
        connections = Connections(perHost: connectionsPerHost)
    }

    package var shown: KeyValuePairs<String, Any> { ["options": options] }

    /// Whether any upload has progressed far enough to have cookies.
    package var hasCookies: Bool { connections.cookies.areLoaded }

    /// The cookies that servers have set and those of `-b` files, each as a line of Netscape's format;
    /// those of a host in the order in which they were set. `nil` if memory is short.
    package var cookies: [ByteString]? { connections.cookies.lines }

    /// Sends `request` and reports what happens to `onEvent` until the response is complete.
    ///
    /// The status is the caller's to judge: any response that is whole is returned. Redirects and
    /// retries are as the options have them. Throws when there is no whole response; what had been
    /// received by then has been reported.
    ///
    /// `room` says whether events can be taken at the moment; without it they always can. `unexpected` returns why a
    /// whole response is none that the caller wants: then the request is sent again while there are retries, and
    /// otherwise the response is returned all the same.
    package func upload(
        _ request: UploadRequest,
        onEvent receive: @escaping @Sendable (TransferEvent) throws -> Void = { _ in },
        unexpected: @escaping @Sendable (UploadResponse) -> (any Error)? = { _ in nil },
        room: EventRoom? = nil
    ) async throws(UploadFault) -> UploadResponse {
        var request = request.withFields(of: options)
        try request.check(options)
        let clock = ContinuousClock()
        let start = clock.now
        var options = options
        options.limits.began = options.limits.began ?? start
        var retry = options.retry
        var number = 1
        let onEvent: EventReport = { (event) throws(UploadFault) in
            do { try receive(event) } catch { throw error as? UploadFault ?? .handler(error) }
        }
        var resumable = try ResumableTransfer(
            request, options, over: connections, room: room, start: start, onEvent: onEvent)
        if let response = try await resumable?.runFromFirstStep() { return response }
        let onAttempt = resumable?.resource.watching(onEvent) ?? onEvent
        var nextRequest = request
        var followed = 0
        while true {
            if nextRequest.body != nil,
                let whole = resumable?.resource.withLock({ $0.wholeRequest() })
            {
                (request, nextRequest) = (whole, whole)
            }
            if let limit = options.limits.timeLimit, limit.isReached {
                let progress = UploadProgress(total: request.body?.contentLength)
                throw .timedOut(after: limit.duration, progress)
            }
            retry.isRepeatable = nextRequest.isRepeatable
            let hasKey = nextRequest.hasKey
            // Decided before the attempt: what it answers is shown or dropped as it arrives.
            let decision = {
                @Sendable [number, retry] (cause: UploadFault, mayBeInProgress: Bool) in
                var retry = retry
                retry.mayBeInProgress = hasKey && (retry.mayBeInProgress || mayBeInProgress)
                return retry.decision(after: cause, before: number, elapsed: clock.now - start)
            }
            var attempt = Attempt(
                first: request, nextRequest: nextRequest, followed: followed, options: options,
                connections: connections, room: room, onEvent: onAttempt
            ) { [resumable] head, mayBeInProgress in
                let isRetried = decision(.status(head), mayBeInProgress).isRetry
                guard let resumable else { return isRetried ? .drop : .deliver }
                guard !resumable.isEnd(head) else { return .deliver }
                return resumable.isInterrupted(by: head) || isRetried ? .keep : .deliver
            }
            let result = await attempt.run()
            nextRequest = attempt.nextRequest
            followed = attempt.followed
            if nextRequest.body != nil {
                let response = try await resumable?.resume(
                    after: result, sent: attempt.bytesSent)
                if let response { return response }
            }
            let isStreamGone = attempt.bodyWasRead && !(nextRequest.body?.isReplayable ?? true)
            retry.mayBeInProgress = retry.mayBeInProgress || attempt.mayBeInProgress
            let (cause, next): (UploadFault, RetryPolicy.Decision)
            let isOver: Bool
            switch result {
            case .success(let response):
                if !response.isToBeRetried, number <= retry.maximum,
                    let error = unexpected(response)
                {
                    cause = .handler(error)
                    next = retry.decision(beforeRetry: number, elapsed: clock.now - start)
                    isOver = !next.isRetry
                } else {
                    cause = .status(response.head)
                    next = decision(cause, attempt.mayBeInProgress)
                    isOver = !response.isToBeRetried
                }
            case .failure(let error):
                (cause, next) = (error, decision(error, attempt.mayBeInProgress))
                isOver = !next.isRetry
            }
            if isOver {
                if case .refuse(let refusal) = next, !isStreamGone {
                    try onEvent(.notRetrying(refusal))
                }
                var response = try result.get()
                if next.isRetry, isStreamGone { response.needsReplay = true }
                return response
            }
            if isStreamGone { throw .cannotReplay(cause) }
            try await retry.wait(
                next.pause, cause, before: number, since: start,
                keepsRedirects: nextRequest.body == nil, onEvent)
            number += 1
            options.limits.began = clock.now
            resumable?.number = number
            resumable?.options = options
            if case .status = cause { continue }
            if nextRequest.body != nil, let response = try await resumable?.runIfSupported() {
                return response
            }
        }
    }
}

extension RetryPolicy.Decision {
    fileprivate var isRetry: Bool {
        if case .retry = self { true } else { false }
    }

    /// The pause before the next attempt. A dropped answer always gets another attempt, even against the policy.
    fileprivate var pause: Duration {
        switch self {
        case .retry(let pause), .refuse(.pause(let pause, _, _)): pause
        case .refuse(.needs), .stop: .zero
        }
    }
}

extension RetryPolicy {
    /// Reports retry `number`, and waits for it, with the random part of the pause.
    func wait(
        _ pause: Duration, _ cause: UploadFault, before number: Int,
        since start: ContinuousClock.Instant, keepsRedirects: Bool, _ onEvent: EventReport
    ) async throws(UploadFault) {
        let jitter = jitter(
            of: pause, random: .random(in: 0..<1), elapsed: ContinuousClock.now - start)
        let notice = RetryNotice(
            cause: cause, pause: pause + jitter, jitter: jitter,
            left: maximum > 0 ? max(0, maximum - number) : nil, keepsRedirects: keepsRedirects)
        try onEvent(.retrying(notice))
        do {
            // A clock cannot count much longer ones.
            try await Task.sleep(for: min(notice.pause, .seconds(1 << 32)))
        } catch {
            throw .cancelled
        }
    }
}
