import Foundation

/// Passes events from any thread to the handler, one at a time.
final class EventReporter: @unchecked Sendable {  // all mutable state is behind a lock
    private let handler: @Sendable (TransferEvent) throws -> Void
    /// Held while the handler runs.
    private let handlerLock = DelegatingLock()
    private let lock = NSLock()
    private var isAtWork = false
    private var lastProgress: UploadProgress?

    init(_ handler: @escaping @Sendable (TransferEvent) throws -> Void) { self.handler = handler }

    /// Whether the handler is running, and may be blocked.
    var isBusy: Bool { lock.withLock { isAtWork } }

    /// Reports an event, preceded by the progress if that has changed.
    func report(_ event: TransferEvent, after progress: UploadProgress? = nil) throws {
        try handlerLock.run {
            lock.withLock { isAtWork = true }
            defer { lock.withLock { isAtWork = false } }
            if let progress { try reportIfChanged(progress) }
            try handler(event)
        }
    }

    /// Reports the progress, unless another event is being reported: the next call will report it
    /// then.
    ///
    /// `current` is called when no other report can come between; it returns `nil` for no progress.
    func reportIfIdle(_ current: () -> UploadProgress?) throws {
        try handlerLock.runIfFree {
            guard let progress = current() else { return }
            lock.withLock { isAtWork = true }
            defer { lock.withLock { isAtWork = false } }
            let isUnderWay = progress.read > 0 || lock.withLock { lastProgress != nil }
            if isUnderWay { try reportIfChanged(progress) }
        }
    }

    /// Runs `work` when no event is being reported: at once, or at the end of the running report. Does not
    /// wait: a handler that blocks must not block the transport. May be called once.
    func afterReport(_ work: @escaping () -> Void) { handlerLock.runOrDelegate(work) }

    /// Call with `handlerLock` held.
    private func reportIfChanged(_ progress: UploadProgress) throws {
        let isNew = lock.withLock {
            defer { lastProgress = progress }
            return progress != lastProgress
        }
        if isNew { try handler(.progress(progress)) }
    }
}
