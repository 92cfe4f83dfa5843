/// How fast something grows, over the last seconds, as curl's meter has it: a speed since the start
/// would tell of a connection that has long changed.
struct RecentRate: Equatable, Sendable {
    static let window = Duration.seconds(5)
    /// Closer samples are made one: thousands a second would tell no more.
    private static let spacing = Duration.milliseconds(100)

    private struct Sample: Equatable {
        /// From then on, until the next sample.
        var at: Duration
        var count: Int64
    }

    /// In order, no more of them than the window holds; the first is at its start, or before.
    private var samples: [Sample]
    /// When the count last grew.
    private(set) var lastMoved: Duration

    /// For tests: it does not grow with what moves.
    var sampleCount: Int { samples.count }

    init(from start: Duration) {
        samples = [Sample(at: start, count: 0)]
        lastMoved = start
    }

    mutating func note(_ count: Int64, at now: Duration) {
        let last = samples.count - 1
        guard count != samples[last].count else { return }
        lastMoved = now
        if last > 0, now - samples[last].at < Self.spacing {
            samples[last].count = count
        } else {
            samples.append(Sample(at: now, count: count))
        }
        // One from before the window is needed: it has the count at the window's start.
        while samples.count > 1, samples[1].at <= now - Self.window { samples.removeFirst() }
    }

    /// Per second. Where nothing moves it falls, and is 0 when nothing has moved for the window.
    func value(at now: Duration) -> Double {
        let start = max(now - Self.window, samples[0].at)
        guard let latest = samples.last, now > start else { return 0 }
        let before = samples.last { $0.at <= start } ?? samples[0]
        return Double(latest.count - before.count) / (now - start).inSeconds
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
