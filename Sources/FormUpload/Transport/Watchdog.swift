import Foundation

/// Watches a transfer move. It has no clock of its own: it is told what time it is.
struct Watchdog {
    private let limits: UploadLimits
    private var moved: Int64 = 0
    private var movedAt: Duration = .zero
    private var samples: [(at: Duration, moved: Int64)] = []
    private var slowSince: Duration?

    init(_ limits: UploadLimits) { self.limits = limits }

    /// What is wrong at `now`, counted from the start of the transfer. A quiet producer, whose bytes
    /// have all been sent, is none of the network's business.
    mutating func check(
        _ progress: UploadProgress, isProducerQuiet: Bool = false, at now: Duration
    ) -> UploadError? {
        let total = progress.sent + progress.received
        if total != moved || progress.phase != .sending || isProducerQuiet {
            moved = total
            movedAt = now
        }
        if let stall = limits.stall, now - movedAt >= stall {
            return .stalled(for: stall, progress)
        }
        guard let speed = limits.speed, speed.time > .zero, progress.phase != .connecting
        else { return nil }
        return isTooSlow(total, speed, at: now) ? .tooSlow(speed, progress) : nil
    }

    /// As curl: the mean of the last five seconds is what counts as the speed of now.
    private mutating func isTooSlow(
        _ total: Int64, _ speed: UploadLimits.Speed, at now: Duration
    ) -> Bool {
        samples.append((now, total))
        while samples.count > 2, now - samples[1].at >= .seconds(5) { samples.removeFirst() }
        let seconds = (now - samples[0].at).seconds
        let mean = seconds > 0 ? Double(total - samples[0].moved) / seconds : .infinity
        if mean >= Double(speed.bytesPerSecond) {
            slowSince = nil
        } else if slowSince == nil {
            slowSince = samples[0].at
        }
        return slowSince.map { now - $0 >= speed.time } ?? false
    }
}

/// A watchdog behind a lock, for a timer's handler.
final class Watched: @unchecked Sendable {  // `watchdog` is behind `lock`
    private let lock = NSLock()
    private var watchdog: Watchdog

    init(_ watchdog: Watchdog) { self.watchdog = watchdog }

    func check(
        _ progress: UploadProgress, isProducerQuiet: Bool, at now: Duration
    ) -> UploadError? {
        lock.withLock { watchdog.check(progress, isProducerQuiet: isProducerQuiet, at: now) }
    }
}
