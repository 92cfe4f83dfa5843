import FormEncoding

/// How an exchange stands, from any thread.
extension Exchange {
    /// How far a transfer is.
    struct Sight {
        let progress: UploadProgress
        /// The bytes of all heads so far.
        let headBytes: Int
        /// Whether the transfer waits for the producer of the body.
        let isProducerQuiet: Bool
    }

    func observe() -> Sight {
        measure()
        let isAwaited = body.isAwaited
        return lock.withLock {
            Sight(
                progress: count.progress, headBytes: heads.length,
                isProducerQuiet: isAwaited && count.progress.sent >= count.progress.read)
        }
    }

    /// Reports how far the transfer is. The handler may block: the watch must not depend on it.
    func reportProgress() {
        do {
            try reporter.reportIfIdle {
                let progress = observe().progress
                return lock.withLock { isOver } ? nil : progress
            }
        } catch {
            fail(.handler(error))
        }
    }

    /// The transport's measurements, or this exchange's own counts if there are none: without the hooks, or of a
    /// transport that was abandoned.
    var facts: TransferFacts {
        lock.withLock {
            let isWhole = if case .success? = outcome.value { true } else { false }
            return TransferFacts(measuredFacts, heads.head, count.progress, isWhole: isWhole)
        }
    }

    var mostRead: Int64 { lock.withLock { count.mostRead } }
    var soFar: UploadProgress { lock.withLock { count.progress } }
    var bodyWasRead: Bool { lock.withLock { count.bodyWasTouched } }

    /// Whether another request will follow this one.
    var isUndelivered: Bool { lock.withLock { verdict != .deliver } }
    var hasEnded: Bool { outcome.value != nil }

    func measure() {
        // Bytes that are written before the answer are in the queue, but not in this count.
        let (ask, written) = lock.withLock { (askQueued, count.written) }
        guard let queued = ask?() else { return }
        lock.withLock { noteMoved(written: written, queued: queued) }
    }

    /// Under the lock: when all of the body has left, it is the server's turn.
    func noteMoved(written: Int64, queued: Int64) {
        count.moved(written: written, queued: queued)
        if heads.isDecided { count.beginReceiving() }
    }
}
