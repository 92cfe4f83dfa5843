import FormEncoding
import Foundation

/// Passes the events of an upload to the task that iterates over them, with a bounded number in
/// between.
///
/// When it is full, progress is dropped and the transport's thread waits. Events between attempts,
/// which come from a task, are few and never wait.
final class EventBuffer: @unchecked Sendable {  // all mutable state is behind `condition`
    private static let limit = 16

    private let condition = NSCondition()
    private var events: [UploadEvent] = []
    private var result: Result<UploadResponse, UploadError>?
    private var isClosed = false
    private var waiter: CheckedContinuation<Void, Never>?

    /// Adds an event, unless it has been closed: nobody waits for events any more.
    func add(_ event: UploadEvent) {
        let waiter = condition.withLock {
            while event.mayWait, events.count >= Self.limit, !isClosed { condition.wait() }
            if !isClosed { append(event) }
            return takeWaiter()
        }
        waiter?.resume()
    }

    /// The upload has ended.
    func end(_ result: Result<UploadResponse, UploadError>) {
        let waiter = condition.withLock {
            if self.result == nil { self.result = result }
            return takeWaiter()
        }
        waiter?.resume()
    }

    /// No more events are wanted; the transport's thread does not wait.
    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    /// The next event, or the end. For one task at a time.
    func next() async -> Result<UploadStep, UploadError> {
        while true {
            if let step = take() { return step }
            await withCheckedContinuation { continuation in
                let isReady = condition.withLock {
                    if !events.isEmpty || result != nil { return true }
                    waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    private func take() -> Result<UploadStep, UploadError>? {
        condition.withLock {
            if isClosed, let result { return result.map { .response($0) } }
            guard !events.isEmpty else { return result?.map { .response($0) } }
            defer { condition.signal() }
            return .success(.event(events.removeFirst()))
        }
    }

    /// Under the lock: the latest progress replaces one that was not taken.
    private func append(_ event: UploadEvent) {
        if case .progress = event {
            if case .progress? = events.last {
                events[events.count - 1] = event
                return
            }
            guard events.count < Self.limit else { return }
        }
        events.append(event)
    }

    /// Under the lock.
    private func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
    }
}

extension UploadEvent {
    /// Whether it is reported on the transport's thread and must not be dropped.
    fileprivate var mayWait: Bool {
        switch self {
        case .informational, .head, .body, .wire: true
        case .progress, .redirecting, .retrying, .notRetrying, .measured: false
        }
    }
}
