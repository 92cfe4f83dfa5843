import FormEncoding
import Foundation

/// Whether events can be taken at the moment; if not, `onRoom` will be called once when they can.
package typealias EventRoom = @Sendable (_ onRoom: @escaping @Sendable () -> Void) -> Bool

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
    private var events: [UploadEvent] = []
    /// The last event, or the error; nil in it when that was taken.
    private var result: Result<UploadEvent?, UploadError>?
    private var isClosed = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var onRoom: (@Sendable () -> Void)?

    init(isAskedBefore: Bool) { self.isAskedBefore = isAskedBefore }

    func hasRoom(orElse onRoom: @escaping @Sendable () -> Void) -> Bool {
        condition.withLock {
            if events.count < Self.limit || isClosed { return true }
            self.onRoom = onRoom
            return false
        }
    }

    /// Adds an event, unless it has been closed: nobody waits for events any more.
    func add(_ event: UploadEvent) {
        let waiter = condition.withLock {
            while !isAskedBefore, event.mayWait, events.count >= Self.limit, !isClosed {
                condition.wait()
            }
            if !isClosed { append(event) }
            return self.waiter.take()
        }
        waiter?.resume()
    }

    func end(_ result: Result<UploadEvent?, UploadError>) {
        let waiter = condition.withLock {
            if self.result == nil { self.result = result }
            return self.waiter.take()
        }
        waiter?.resume()
    }

    /// No more events are wanted; the transport's thread does not wait.
    func close() {
        let onRoom = condition.withLock {
            isClosed = true
            condition.broadcast()
            return self.onRoom.take()
        }
        onRoom?()
    }

    /// The next event; nil after the last one or an error. For one task at a time.
    func next() async -> Result<UploadEvent?, UploadError> {
        while true {
            if let next = take() { return next }
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

    private func take() -> Result<UploadEvent?, UploadError>? {
        let next: (event: Result<UploadEvent?, UploadError>?, onRoom: (@Sendable () -> Void)?)
        next = condition.withLock {
            if isClosed, result != nil { events = [] }
            guard events.isEmpty else {
                condition.signal()
                return (.success(events.removeFirst()), onRoom.take())
            }
            defer { result = result.map { _ in .success(nil) } }
            return (result, nil)
        }
        next.onRoom?()
        return next.event
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
}

extension UploadEvent {
    /// Whether it is reported on the transport's thread and must not be dropped.
    fileprivate var mayWait: Bool {
        switch self {
        case .informational, .head, .body: true
        case .progress, .redirecting, .retrying, .resource, .resuming, .measured, .response: false
        }
    }
}
