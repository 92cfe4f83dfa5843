import FormEncoding

/// Sends forms and other bodies by HTTP over URLSession.
///
///     let form = MultipartForm(parts: [.file("file", path: "img.png")])
///     let request = UploadRequest(url: "https://example.com/upload", body: try form.encoded())
///     let response = try await Uploader().upload(request) { event in … }
public struct Uploader: Sendable {
    public var options: UploadOptions

    public init(options: UploadOptions = UploadOptions()) { self.options = options }

    /// Sends `request` and reports what happens to `onEvent` until the response is complete.
    ///
    /// The status is the caller's to judge: any response that is whole is returned. Redirects and
    /// retries are as the options have them. Throws when there is no whole response; what had been
    /// received by then has been reported.
    public func upload(
        _ request: UploadRequest,
        onEvent: @escaping @Sendable (UploadEvent) throws -> Void = { _ in }
    ) async throws(UploadError) -> UploadResponse {
        try request.checkFraming()
        let clock = ContinuousClock()
        let start = clock.now
        var number = 1
        while true {
            // Decided before the attempt: what it answers is shown or dropped as it arrives.
            let retry = options.retry
            let attempt = Attempt(options: options, onEvent: onEvent) { [number] head in
                retry.covers(status: head.status)
                    && retry.pause(
                        before: number, elapsed: clock.now - start,
                        retryAfter: RetryPolicy.retryAfter(head)) != nil
            }
            let cause: RetryNotice.Cause
            var pause: Duration?
            do throws(UploadError) {
                let response = try await attempt.run(request)
                guard response.isToBeRetried else { return response }
                cause = .status(response.head)
                pause = retry.pause(
                    before: number, elapsed: clock.now - start,
                    retryAfter: RetryPolicy.retryAfter(response.head))
            } catch {
                guard retry.covers(error) else { throw error }
                pause = retry.pause(before: number, elapsed: clock.now - start)
                guard pause != nil else { throw error }
                cause = .failure(error)
            }
            if let body = request.body, !body.isReplayable, attempt.bodyWasRead {
                throw .cannotReplay(cause)
            }
            let notice = RetryNotice(
                cause: cause, pause: pause ?? .zero, left: retry.maximum - number)
            do { try onEvent(.retrying(notice)) } catch { throw .handler(error) }
            do { try await clock.sleep(for: notice.pause) } catch { throw .cancelled }
            number += 1
        }
    }
}

/// One attempt at a request, with the redirects that it meets.
private final class Attempt {
    private let options: UploadOptions
    private let onEvent: @Sendable (UploadEvent) throws -> Void
    private let isToBeRetried: @Sendable (ResponseHead) -> Bool
    private(set) var bodyWasRead = false
    private var facts: TransferFacts?

    init(
        options: UploadOptions, onEvent: @escaping @Sendable (UploadEvent) throws -> Void,
        isToBeRetried: @escaping @Sendable (ResponseHead) -> Bool
    ) {
        self.options = options
        self.onEvent = onEvent
        self.isToBeRetried = isToBeRetried
    }

    /// Sends the request, and reports what was measured however it ends.
    func run(_ request: UploadRequest) async throws(UploadError) -> UploadResponse {
        let result: Result<UploadResponse, UploadError>
        do throws(UploadError) {
            result = .success(try await follow(request))
        } catch {
            result = .failure(error)
        }
        if let facts {
            do { try onEvent(.measured(facts)) } catch { throw .handler(error) }
        }
        return try result.get()
    }

    private func follow(_ first: UploadRequest) async throws(UploadError) -> UploadResponse {
        let redirects = options.redirects
        let deadline = options.limits.total.map { ContinuousClock.now + $0 }
        var request = first
        var followed = 0
        while true {
            let exchange = Exchange(
                hasBody: request.body != nil, total: request.body?.contentLength, onEvent: onEvent
            ) {
                [isToBeRetried] head in
                if redirects.location(of: head) != nil { return .redirect }
                return isToBeRetried(head) ? .retry : .deliver
            }
            let session = try UploadSession(
                request: request, options: options, exchange: exchange, deadline: deadline)
            let start = ContinuousClock.now
            let result = await session.run()
            bodyWasRead = bodyWasRead || exchange.bodyWasRead
            var measured = exchange.facts
            if measured.url.bytes.isEmpty {
                measured.url = request.url
                measured.method = request.method ?? (request.body == nil ? "GET" : "POST")
            }
            facts = measured.after(facts, lasting: ContinuousClock.now - start)
            var response = try result.get()
            response.redirects = followed
            guard let location = redirects.location(of: response.head) else { return response }
            do { try onEvent(.redirecting(response.head, to: location)) } catch {
                throw .handler(error)
            }
            if let maximum = redirects.maximum, followed >= maximum {
                throw .tooManyRedirects(maximum)
            }
            var next = try redirects.request(
                following: request, response.head, to: location, first: first)
            next.cookies = response.cookies
            if let body = next.body, !body.isReplayable, exchange.bodyWasRead {
                throw .cannotReplay(.status(response.head))
            }
            request = next
            followed += 1
        }
    }
}
