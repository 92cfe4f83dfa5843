import FormEncoding
import FormUpload

/// The rate of growth over the last seconds, as in curl's meter: a mean since the start would hide
/// changes of the connection.
struct RecentRate: Equatable, Sendable {
    static let window = Duration.seconds(5)
    /// Closer samples are merged, to limit their number.
    private static let spacing = Duration.milliseconds(100)

    private struct Sample: Equatable {
        /// The time from which `count` holds, until the next sample.
        var at: Duration
        var count: Int64
    }

    /// In order of time; the first one is at the start of the window or before it.
    private var samples: [Sample]
    /// When the count last grew.
    private(set) var lastMoved: Duration

    /// For tests: the number is bounded.
    var sampleCount: Int { samples.count }

    init(from start: Duration) {
        samples = [Sample(at: start, count: 0)]
        lastMoved = start
    }

    mutating func record(_ count: Int64, at now: Duration) {
        let last = samples.count - 1
        guard count != samples[last].count else { return }
        lastMoved = now
        if last > 0, now - samples[last].at < Self.spacing {
            samples[last].count = count
        } else {
            samples.append(Sample(at: now, count: count))
        }
        // One sample before the window is kept: it has the count at the window's start.
        while samples.count > 1, samples[1].at <= now - Self.window { samples.removeFirst() }
    }

    /// Per second. It falls while nothing moves, to 0 after the length of the window.
    func value(at now: Duration) -> Double {
        let start = max(now - Self.window, samples[0].at)
        guard let latest = samples.last, now > start else { return 0 }
        let before = samples.last { $0.at <= start } ?? samples[0]
        return Double(latest.count - before.count) / (now - start).seconds
    }
}
