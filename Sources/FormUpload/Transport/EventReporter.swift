import Foundation

/// Passes events from any thread to the handler, one at a time.
final class EventReporter: @unchecked Sendable {  // all mutable state is behind a lock
    private let handler: @Sendable (UploadEvent) throws -> Void
    /// Held while the handler runs.
    private let turn = NSLock()
    private let lock = NSLock()
    private var isAtWork = false
    private var lastProgress: UploadProgress?

    init(_ handler: @escaping @Sendable (UploadEvent) throws -> Void) { self.handler = handler }

    /// Whether the handler is running, and may be blocked.
    var isBusy: Bool { lock.withLock { isAtWork } }

    /// Reports an event, preceded by the progress if that has changed.
    func report(_ event: UploadEvent, after progress: UploadProgress? = nil) throws {
        try turn.withLock {
            lock.withLock { isAtWork = true }
            defer { lock.withLock { isAtWork = false } }
            if let progress { try reportIfChanged(progress) }
            try handler(event)
        }
    }

    /// Reports the progress, unless another event is being reported: the next call will report it
    /// then.
    ///
    /// `look` is asked when no other report can come between; it returns `nil` for none.
    func reportIfIdle(_ look: () -> UploadProgress?) throws {
        guard turn.try() else { return }
        defer { turn.unlock() }
        guard let progress = look() else { return }
        lock.withLock { isAtWork = true }
        defer { lock.withLock { isAtWork = false } }
        let isUnderWay = progress.read > 0 || lock.withLock { lastProgress != nil }
        if isUnderWay { try reportIfChanged(progress) }
    }

    /// Runs `work` when no event is being reported.
    func afterTurn(_ work: () -> Void) { turn.withLock(work) }

    /// Call with `turn` held.
    private func reportIfChanged(_ progress: UploadProgress) throws {
        let isNew = lock.withLock {
            defer { lastProgress = progress }
            return progress != lastProgress
        }
        if isNew { try handler(.progress(progress)) }
    }
}
