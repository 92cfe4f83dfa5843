import FormEncoding
import FormUpload

/// The progress of an upload, computed from its events.
///
/// It has no clock: every call passes the time since the meter started.
struct ProgressState: Equatable, Sendable {
    /// The interval of events: a body may have begun this long before its first event.
    private static let eventInterval = Duration.milliseconds(100)

    /// The length of the body, if it is known before anything is sent.
    private let total: Int64?
    /// The number of parts of the form.
    private let parts: Int
    private var attempt = 1
    /// When the attempt began.
    private var attemptBegan = Duration.zero
    /// The next attempt has sent nothing yet, and may wait to begin.
    private var isRetrying = false
    private(set) var progress: UploadProgress
    private var rate = RecentRate(from: .zero)

    init(total: Int64?, parts: Int) {
        self.total = total
        self.parts = parts
        progress = UploadProgress(total: total)
    }

    mutating func note(_ new: UploadProgress, at now: Duration) {
        // After a redirect or a login challenge the body is sent again.
        let isNew = new.read < progress.read || new.sent < progress.sent
        if isNew || progress.read == 0 {
            rate = RecentRate(from: max(.zero, now - (new.sent == 0 ? .zero : Self.eventInterval)))
        }
        if isRetrying { attemptBegan = max(.zero, now - Self.eventInterval) }
        isRetrying = false
        let part = new.part ?? (isNew ? nil : progress.part)
        progress = new
        progress.part = part
        rate.note(new.sent, at: now)
    }

    /// The response is being received.
    mutating func receive(_ count: Int64) {
        progress.phase = .receiving
        progress.received = count
    }

    /// The request will be sent again.
    mutating func beginAttempt(at now: Duration) {
        attempt += 1
        isRetrying = true
        progress = UploadProgress(total: total)
        rate = RecentRate(from: now)
    }

    /// How long the attempt has taken.
    func duration(at now: Duration) -> Duration { now - attemptBegan }

    func snapshot(at now: Duration) -> ProgressSnapshot {
        var snapshot = ProgressSnapshot(
            read: progress.read, sent: progress.sent, total: progress.total, part: progress.part,
            parts: parts, rate: rate.value(at: now), attempt: attempt, isRetrying: isRetrying)
        if progress.isWaiting { snapshot.total = progress.sent }
        // Uses the rate at the last movement: the current one falls while nothing moves.
        let steadyRate = rate.value(at: rate.lastMoved)
        if let total = snapshot.total, snapshot.sent < total, snapshot.rate > 0, steadyRate > 0 {
            snapshot.secondsLeft = Double(total - snapshot.sent) / steadyRate
        }
        return snapshot
    }
}

extension UploadProgress {
    /// Everything has been sent and the response is awaited. A stream's length is known only at its
    /// end.
    var isWaiting: Bool {
        total.map { sent >= $0 } ?? (phase == .waitingForResponse && read > 0 && sent >= read)
    }
}

/// The progress of an upload at one moment.
struct ProgressSnapshot: Equatable, Sendable {
    /// Bytes of the body: read, and received by the other end.
    var read: Int64 = 0
    var sent: Int64 = 0
    var total: Int64?
    /// The part that was read last.
    var part: PartReference?
    var parts = 1
    /// Bytes per second, over the last seconds.
    var rate: Double = 0
    /// The time until everything is sent; `nil` while nothing moves.
    var secondsLeft: Double?
    var attempt = 1
    /// Whether the attempt has not begun yet: the pause before it.
    var isRetrying = false
    /// The pipe or file that is being read before anything is sent.
    var input: ByteString?

    /// Everything has been sent.
    var isWaiting: Bool { total.map { sent >= $0 } ?? false }

    /// The event of the stream.
    var event: String { isRetrying ? "retrying" : isWaiting ? "waiting" : "progress" }

    /// At most 99: only the response shows that the upload is complete.
    var percent: Int? {
        guard let total, total > 0 else { return nil }
        return min(99, Int(Double(sent) / Double(total) * 100))
    }
}
