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
        try request.checkText(options)
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
