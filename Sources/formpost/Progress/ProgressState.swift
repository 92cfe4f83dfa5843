import FormEncoding
import FormUpload

/// How far an upload has come, as its events tell.
///
/// It has no clock of its own: it is told what time it is, counted from when the meter began.
struct ProgressState: Equatable, Sendable {
    /// How long before its first event a body may have begun: that is how often there are events.
    private static let eventInterval = Duration.milliseconds(100)

    /// Of the body before anything is sent, if it is known then.
    private let total: Int64?
    /// How many parts the form has.
    private let parts: Int
    private var attempt = 1
    private(set) var progress: UploadProgress
    private var rate = RecentRate(from: .zero)

    init(total: Int64?, parts: Int) {
        self.total = total
        self.parts = parts
        progress = UploadProgress(total: total)
    }

    mutating func note(_ new: UploadProgress, at now: Duration) {
        // After a redirect, or with credentials, the body is sent anew.
        let isNew = new.read < progress.read || new.sent < progress.sent
        if isNew || progress.read == 0 {
            rate = RecentRate(from: max(.zero, now - (new.sent == 0 ? .zero : Self.eventInterval)))
        }
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

    /// The request will be sent anew.
    mutating func beginAttempt(at now: Duration) {
        attempt += 1
        progress = UploadProgress(total: total)
        rate = RecentRate(from: now)
    }

    func snapshot(at now: Duration) -> ProgressSnapshot {
        var snapshot = ProgressSnapshot(
            read: progress.read, sent: progress.sent, total: progress.total, part: progress.part,
            parts: parts, rate: rate.value(at: now), attempt: attempt)
        if progress.isWaiting { snapshot.total = progress.sent }
        // The rate falls where nothing moves, and what is left would take longer and longer.
        let steadyRate = rate.value(at: rate.lastMoved)
        if let total = snapshot.total, snapshot.sent < total, snapshot.rate > 0, steadyRate > 0 {
            snapshot.secondsLeft = Double(total - snapshot.sent) / steadyRate
        }
        return snapshot
    }
}

extension UploadProgress {
    /// Everything has been sent, and the response is awaited. The length of a stream is known only at
    /// its end.
    var isWaiting: Bool {
        total.map { sent >= $0 } ?? (phase == .waitingForResponse && read > 0 && sent >= read)
    }
}

/// The progress of an upload at one moment.
struct ProgressSnapshot: Equatable, Sendable {
    /// Bytes of the body that have been read, and that the other end has got.
    var read: Int64 = 0
    var sent: Int64 = 0
    var total: Int64?
    /// The part that was read last.
    var part: PartReference?
    var parts = 1
    /// Bytes a second, of late.
    var rate: Double = 0
    /// Until everything is sent; `nil` where nothing moves.
    var secondsLeft: Double?
    var attempt = 1
    /// A pipe that is read to its end first, before anything is sent.
    var input: ByteString?

    /// Everything has been sent.
    var isWaiting: Bool { total.map { sent >= $0 } ?? false }

    /// The `event` of `--progress json`.
    var event: String { input != nil ? "reading" : isWaiting ? "waiting" : "progress" }

    /// At most 99: only the response shows that the upload is complete.
    var percent: Int? {
        guard let total, total > 0 else { return nil }
        return min(99, Int(Double(sent) / Double(total) * 100))
    }
}
