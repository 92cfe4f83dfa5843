import FormEncoding

/// Finds stalled and slow transfers. It has no clock: every call passes the time.
struct Watchdog {
    private let limits: UploadLimits
    private var moved: Int64 = 0
    private var movedAt: Duration = .zero
    /// The last sign of the server, or when it began to be waited for.
    private var heard: Int64 = 0
    private var heardAt: Duration = .zero
    private var speed: SpeedWatch?
    /// How long a server may be silent after its response has ended the sending.
    private let patience: Duration

    init(_ limits: UploadLimits) {
        self.limits = limits
        let shorter = [limits.stall, limits.response].compactMap { $0 }
        patience = shorter.reduce(.seconds(5), min)
        speed = SpeedWatch(limits.speed)
    }

    /// The violated limit at `now`, counted from the start of the transfer. Waiting for a quiet
    /// producer, whose bytes have all been sent, does not count.
    mutating func check(_ snapshot: TransferSnapshot, at now: Duration) -> UploadFault? {
        let progress = snapshot.progress
        let received = progress.received + Int64(snapshot.headBytes)
        let isServersTurn = [.waitingForResponse, .receiving].contains(progress.phase)
        if received != heard || !isServersTurn || snapshot.isReceiverBusy {
            heard = received
            heardAt = now
        }
        if snapshot.hasStoppedSending, now - heardAt >= patience {
            return .stalled(for: patience, progress)
        }
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
        if speed?.isTooLow(total, at: now, isConnecting: progress.phase == .connecting) == true,
            let limit = limits.speed
        {
            return .tooSlow(limit, progress)
        }
        return nil
    }
}

/// Measures the mean speed of the last five seconds, as curl does.
private struct SpeedWatch {
    private static let window = Duration.seconds(5)

    private let limit: UploadLimits.Speed
    /// When the transfer began, or began anew.
    private var start = Duration.zero
    /// The bytes moved by certain times of the last five seconds. The first sample may be older.
    private var samples: [(at: Duration, moved: Int64)] = [(.zero, 0)]
    private var slowSince: Duration?

    init?(_ limit: UploadLimits.Speed?) {
        guard let limit, limit.time > .zero else { return nil }
        self.limit = limit
    }

    /// Whether the mean has been below the limit for its time. It is not judged in the first five
    /// seconds, since a small body leaves at once.
    mutating func isTooLow(_ moved: Int64, at now: Duration, isConnecting: Bool) -> Bool {
        let isReplay = samples.last.map { moved < $0.moved } ?? false
        if isConnecting || isReplay {
            start = now
            samples = [(now, moved)]
            slowSince = nil
            return false
        }
        samples.append((now, moved))
        while samples.count > 2, now - samples[1].at >= Self.window { samples.removeFirst() }
        let seconds = (now - samples[0].at).seconds
        let needed = Double(limit.bytesPerSecond) * seconds
        if Double(moved - samples[0].moved) >= needed {
            slowSince = nil
            return false
        }
        let begin = slowSince ?? now
        slowSince = begin
        return now - begin >= limit.time && now - start >= Self.window
    }
}
