import FormEncoding

/// Finds stalled and slow transfers. It has no clock: every call passes the time.
struct Watchdog {
    private let limits: UploadLimits
    private var moved: Int64 = 0
    private var movedAt: Duration = .zero
    /// The last sign of the server, or when it began to be waited for.
    private var heard: Int64 = 0
    private var heardAt: Duration = .zero
    private var samples: [(at: Duration, moved: Int64)] = []
    private var slowSince: Duration?

    init(_ limits: UploadLimits) { self.limits = limits }

    /// The violated limit at `now`, counted from the start of the transfer. Waiting for a quiet
    /// producer, whose bytes have all been sent, does not count.
    mutating func check(_ snapshot: TransferSnapshot, at now: Duration) -> UploadFault? {
        let progress = snapshot.progress
        let received = progress.received + Int64(snapshot.headBytes)
        let isServersTurn = [.waitingForResponse, .receiving].contains(progress.phase)
        if received != heard || !isServersTurn { (heard, heardAt) = (received, now) }
        if let limit = limits.response, now - heardAt >= limit {
            return .noResponse(for: limit, progress)
        }
        let total = progress.sent + progress.received
        if total != moved || progress.phase != .sending || snapshot.isProducerQuiet {
            moved = total
            movedAt = now
        }
        if let stall = limits.stall, now - movedAt >= stall {
            return .stalled(for: stall, progress)
        }
        guard let speed = limits.speed, speed.time > .zero, progress.phase != .connecting
        else { return nil }
        // As in curl, the current speed is the mean of the last five seconds.
        samples.append((now, total))
        while samples.count > 2, now - samples[1].at >= .seconds(5) { samples.removeFirst() }
        let seconds = (now - samples[0].at).seconds
        let mean = seconds > 0 ? Double(total - samples[0].moved) / seconds : .infinity
        if mean >= Double(speed.bytesPerSecond) {
            slowSince = nil
        } else if slowSince == nil {
            slowSince = samples[0].at
        }
        guard let slowSince, now - slowSince >= speed.time else { return nil }
        return .tooSlow(speed, progress)
    }
}
