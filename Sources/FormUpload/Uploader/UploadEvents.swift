import FormEncoding
import Foundation

/// The events of an upload as a sequence, which ends with the response.
///
/// Each iteration sends the request. Events arrive in order; progress that was not asked for in time
/// is dropped, and nothing else is: a slow iteration slows its own transfer (elsewhere than on Linux, all
/// of its uploader), and at most a few events are held in memory. To leave the iteration, or to cancel its
/// task, cancels the upload.
public struct UploadEvents: AsyncSequence, Sendable {
    let uploader: Uploader
    let request: UploadRequest
    let maximumSize: Int?

    /// Begins an upload.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(run: Run(request, uploader, maximumSize: maximumSize))
    }

    /// An upload that is under way, which one task at a time asks for events; an actor can keep it as a `let`. The
    /// upload is cancelled when the last copy of its iterator is released.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let run: Run

        /// The next event; nil after the response or an error. Throws `.cancelled` after the task was cancelled,
        /// when the upload has ended.
        public func next() async throws(UploadError) -> UploadEvent? {
            let next = await withTaskCancellationHandler {
                await run.buffer.next()
            } onCancel: { [run] in
                run.cancel()
            }
            return try next.get()
        }
    }

    fileprivate final class Run: Sendable {
        let buffer: EventBuffer
        private let task: Task<Void, Never>

        init(_ request: UploadRequest, _ uploader: Uploader, maximumSize: Int?) {
            buffer = EventBuffer(isAskedBefore: uploader.options.canUseHooks)
            task = Task { [buffer] in
                do throws(UploadError) {
                    let reply = try await uploader.send(request, maximumSize: maximumSize) {
                        buffer.hasRoom(orElse: $0)
                    } onEvent: {
                        if let event = UploadEvent($0, $1) { buffer.add(event) }
                    }
                    buffer.end(.success(.response(reply)))
                } catch {
                    buffer.end(.failure(error))
                }
            }
        }

        deinit { cancel() }

        func cancel() {
            task.cancel()
            buffer.close()
        }
    }
}

extension Uploader {
    /// Sends `request` when it is iterated over, and gives its events, of which the response is the last.
    ///
    /// The response has its body, of `maximumSize` bytes at most, or `.replyTooLarge` is thrown; with nil its
    /// bytes are in the `.body` events alone.
    ///
    ///     for try await event in uploader.events(for: request) {
    ///         switch event {
    ///         case .progress(let progress): show(progress.fraction)
    ///         case .response(let reply): print(reply.status)
    ///         default: break
    ///         }
    ///     }
    public func events(
        for request: UploadRequest, maximumSize: Int? = 10 << 20
    ) -> UploadEvents {
        UploadEvents(uploader: self, request: request, maximumSize: maximumSize)
    }
}

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
