import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Exchange {
    /// Sends the request over URLSession, and waits for the end.
    ///
    /// With the hooks in effect URLSession only starts the transfer, and the loop of the uploader reports to the
    /// exchange; the task is cancelled as soon as it has started the transfer. Without the hooks URLSession's delegate
    /// reports to the exchange. Exchange.swift says which threads meet here.
    func run(over connections: Connections) async throws(UploadFault) -> Result {
        _ = (Uploader.libcurlIsPrepared, Uploader.urlSessionIsPrepared)
        let hooked =
            options.canUseHooks
            ? try HookedTransfer(
                self, in: connections.loop(options), sharing: connections.cookies) : nil
        let urlRequest =
            if let hooked {
                try URLRequest(placeholder: hooked.placeholder)
            } else {
                try URLRequest(request, options: options)
            }
        let deadline = deadlineTimer()
        let endWatch = connections.ticker.listen(watch())
        DispatchQueue.startingTasks.async { [self] in
            start(connections.task(for: urlRequest, self, hooked), hooked)
        }
        let result = await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            fail(.cancelled)
        }
        deadline?.cancel()
        endWatch()
        return result
    }

    private func start(_ task: URLSessionTask, _ hooked: HookedTransfer?) {
        let isWanted =
            if let hooked {
                setTransport(
                    queued: { hooked.unacknowledged }, resume: { hooked.resume() },
                    abort: { hooked.abort() })
            } else {
                // To cancel waits for the queue that the body is read on.
                setTransport(abort: { DispatchQueue.global().async { task.cancel() } })
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
        timer.setEventHandler { [self] in fail(.timedOut(after: limit.duration, soFar)) }
        timer.activate()
        return timer
    }

    private func watch() -> Ticker.Listener {
        let start = ContinuousClock.now
        let watchdog = Guarded(Watchdog(options.watchedLimits))
        return { [self] now in
            let snapshot = observe()
            let error = watchdog.withLock { $0.check(snapshot, at: now - start) }
            // A handler or a stream of the app may block: the watch must not.
            DispatchQueue.global(qos: .utility).async {
                if let error { self.fail(error) }
                self.reportProgress()
            }
        }
    }
}
