import Foundation

/// Hands events to their handler, one at a time, from whatever thread they come.
final class EventReporter: @unchecked Sendable {  // all mutable state is behind a lock
    private let handler: @Sendable (UploadEvent) throws -> Void
    /// Held while the handler is at work.
    private let turn = NSLock()
    private let lock = NSLock()
    private var isAtWork = false
    private var lastProgress: UploadProgress?

    init(_ handler: @escaping @Sendable (UploadEvent) throws -> Void) { self.handler = handler }

    /// Whether the handler has an event, and may be blocked by it.
    var isBusy: Bool { lock.withLock { isAtWork } }

    /// Reports an event, and before it how far the transfer is if that has changed.
    func report(_ event: UploadEvent, after progress: UploadProgress? = nil) throws {
        try turn.withLock {
            lock.withLock { isAtWork = true }
            defer { lock.withLock { isAtWork = false } }
            if let progress { try reportIfChanged(progress) }
            try handler(event)
        }
    }

    /// Reports how far the transfer is, unless another event is being reported: that one is not
    /// waited for, and the next look brings what this one has not.
    func reportIfIdle(_ progress: UploadProgress) throws {
        guard turn.try() else { return }
        defer { turn.unlock() }
        lock.withLock { isAtWork = true }
        defer { lock.withLock { isAtWork = false } }
        let isUnderWay = progress.read > 0 || lock.withLock { lastProgress != nil }
        if isUnderWay { try reportIfChanged(progress) }
    }

    /// While it is our turn.
    private func reportIfChanged(_ progress: UploadProgress) throws {
        let isNew = lock.withLock {
            defer { lastProgress = progress }
            return progress != lastProgress
        }
        if isNew { try handler(.progress(progress)) }
    }
}
