import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One exchange over URLSession.
///
/// With the hooks in effect URLSession only starts the transfer, and the loop of the uploader reports to the
/// exchange; the task is cancelled as soon as it has started the transfer. Without the hooks URLSession's delegate
/// reports to the exchange. Exchange.swift says which threads meet here.
final class SessionTransfer: Sendable {
    private let request: UploadRequest
    private let options: UploadOptions
    private let exchange: Exchange
    private let connections: Connections
    private let urlRequest: URLRequest
    private let hooked: HookedTransfer?  // nil: URLSession as it comes

    init(
        request: UploadRequest, options: UploadOptions, exchange: Exchange,
        over connections: Connections
    ) throws(UploadFault) {
        self.request = request
        self.options = options
        self.exchange = exchange
        self.connections = connections
        _ = (Uploader.libcurlIsPrepared, Uploader.urlSessionIsPrepared)
        hooked =
            options.canUseHooks
            ? try HookedTransfer(
                request, options: options, exchange: exchange, in: connections.loop(options),
                sharing: connections.cookies) : nil
        urlRequest =
            if let hooked {
                try URLRequest(placeholder: hooked.placeholder)
            } else {
                try URLRequest(request, options: options)
            }
    }

    func run() async -> Exchange.Result {
        let deadline = deadlineTimer()
        let endWatch = connections.ticker.listen(watch())
        DispatchQueue.startingTasks.async { [self] in start() }
        let result = await withTaskCancellationHandler {
            await exchange.wait()
        } onCancel: {
            exchange.fail(.cancelled)
        }
        deadline?.cancel()
        endWatch()
        return result
    }

    private func start() {
        // With the hooks URLSession knows of no body: libcurl reads it.
        let hasBody = hooked == nil && request.body != nil
        let task = connections.task(for: urlRequest, hasBody: hasBody, self)
        let isWanted =
            if let hooked {
                exchange.setTransport(
                    queued: { hooked.unacknowledged }, resume: { hooked.resume() },
                    abort: { hooked.abort() })
            } else {
                // To cancel waits for the queue that the body is read on.
                exchange.setTransport(abort: { DispatchQueue.global().async { task.cancel() } })
            }
        if isWanted { task.resume() }
        // With the hooks this waits until URLSession has started the transfer, which goes on without it.
        if !isWanted || hooked != nil { task.cancel() }
    }

    // MARK: Limits. Timers of our own work also while libcurl waits for the body or the handler.

    private func deadlineTimer() -> (any DispatchSourceTimer)? {
        guard let limit = options.limits.timeLimit else { return nil }
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + limit.left.seconds, leeway: .milliseconds(1))
        timer.setEventHandler { [exchange] in
            exchange.fail(.timedOut(after: limit.duration, exchange.soFar))
        }
        timer.activate()
        return timer
    }

    private func watch() -> Ticker.Listener {
        let start = ContinuousClock.now
        let watchdog = Guarded(Watchdog(options.watchedLimits))
        return { [exchange] now in
            let snapshot = exchange.observe()
            let error = watchdog.withLock { $0.check(snapshot, at: now - start) }
            // A handler or a stream of the app may block: the watch must not.
            DispatchQueue.global(qos: .utility).async {
                if let error { exchange.fail(error) }
                exchange.reportProgress()
            }
        }
    }

    // MARK: What URLSession reports

    /// The exchange that it reports to; nil with the hooks, whose loop does.
    private var native: Exchange? { hooked == nil ? exchange : nil }

    func bodyStream() -> InputStream {
        exchange.beginBody()
        return BodyStream { [exchange] in exchange.readBody(into: $0) ?? -1 }
    }

    func moved(_ sent: Int64) { _ = native?.moved(written: sent) }

    func received(_ response: URLResponse) {
        guard let exchange = native, let response = response as? HTTPURLResponse,
            response.statusCode >= 200
        else { return }
        _ = exchange.received(head: ResponseHead(response))
        // The body of a response that is not delivered may be long.
        if exchange.isUndelivered { exchange.ended(code: 0, reason: "") }
    }

    func received(_ data: Data) {
        _ = data.withUnsafeBytes { native?.received(body: $0) }
    }

    func completed(_ error: (any Error)?) {
        if let hooked {
            // The transfer goes on, unless it never came as far as libcurl.
            guard !hooked.isStarted else { return }
            exchange.fail(.needsHooks(.request))
        }
        let code = error.map { CURLCode.nearest(to: $0 as NSError) } ?? 0
        exchange.ended(code: code, reason: error?.localizedDescription ?? "")
    }
}

extension ResponseHead {
    fileprivate init(_ response: HTTPURLResponse) {
        let lines = response.allHeaderFields.map { "\($0.key): \($0.value)\r\n" }.sorted()
        self.init(
            rawLines: (["HTTP/1.1 \(response.statusCode)\r\n"] + lines + ["\r\n"])
                .map { ByteString($0) })
    }
}

extension CURLCode {
    fileprivate static func nearest(to error: NSError) -> Int32 {
        switch error.code {
        case NSURLErrorBadURL: malformedURL
        case NSURLErrorUnsupportedURL: unsupportedProtocol
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: couldNotResolveHost
        case NSURLErrorCannotConnectToHost: couldNotConnect
        case NSURLErrorTimedOut: timedOut
        case NSURLErrorBadServerResponse: gotNothing
        case NSURLErrorSecureConnectionFailed: tlsConnect
        case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid:
            peerFailedVerification
        default: receiveError
        }
    }
}
