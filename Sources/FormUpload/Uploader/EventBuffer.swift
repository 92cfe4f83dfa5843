import FormEncoding
import Foundation

/// Whether events can be taken at the moment; if not, `onRoom` will be called once when they can.
typealias EventRoom = @Sendable (_ onRoom: @escaping @Sendable () -> Void) -> Bool

/// Passes the events of an upload to the task that iterates over them, with a bounded number in
/// between.
///
/// When the buffer is full, progress is dropped, a transport that asks before it reports has to pause, and one
/// that does not ask is blocked. Events between attempts, which come from a task, are few and never
/// wait.
final class EventBuffer: @unchecked Sendable {  // all mutable state is behind `condition`
    private static let limit = 16

    /// Whether the transport asks for room: it never waits.
    private let isAskedBefore: Bool
    private let condition = NSCondition()
    private var events: [TransferEvent] = []
    private var result: Result<UploadResponse, UploadError>?
    private var isClosed = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var onRoom: (@Sendable () -> Void)?

    init(isAskedBefore: Bool) { self.isAskedBefore = isAskedBefore }

    /// Whether an event can be added without waiting; if not, `onRoom` is called when one can.
    func hasRoom(orElse onRoom: @escaping @Sendable () -> Void) -> Bool {
        condition.withLock {
            if events.count < Self.limit || isClosed { return true }
            self.onRoom = onRoom
            return false
        }
    }

    /// Adds an event, unless it has been closed: nobody waits for events any more.
    func add(_ event: TransferEvent) {
        let waiter = condition.withLock {
            while !isAskedBefore, event.mayWait, events.count >= Self.limit, !isClosed {
                condition.wait()
            }
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
        let onRoom = condition.withLock {
            isClosed = true
            condition.broadcast()
            return takeOnRoom()
        }
        onRoom?()
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
        let next: (step: Result<UploadStep, UploadError>?, onRoom: (@Sendable () -> Void)?)
        next = condition.withLock {
            let isAtEnd = events.isEmpty || isClosed && result != nil
            if isAtEnd { return (result?.map { .response($0) }, nil) }
            condition.signal()
            return (.success(.event(events.removeFirst())), takeOnRoom())
        }
        next.onRoom?()
        return next.step
    }

    /// Under the lock.
    private func takeOnRoom() -> (@Sendable () -> Void)? {
        defer { onRoom = nil }
        return onRoom
    }

    /// Under the lock: the latest progress replaces one that was not taken.
    private func append(_ event: TransferEvent) {
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

extension TransferEvent {
    /// Whether it is reported on the transport's thread and must not be dropped.
    fileprivate var mayWait: Bool {
        switch self {
        case .informational, .head, .body, .wire: true
        case .progress, .redirecting, .retrying, .notRetrying, .resource, .resuming, .measured:
            false
        }
    }
}
