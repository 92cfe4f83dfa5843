package struct TimeLimit: Sendable, Hashable {
    package let duration: Duration
    package let deadline: ContinuousClock.Instant

    package init(_ duration: Duration, from start: ContinuousClock.Instant = .now) {
        self.duration = duration
        deadline = start + duration.bounded()
    }

    /// The time left; zero once the limit is reached.
    package var left: Duration { max(.zero, deadline - .now) }

    package var isReached: Bool { left == .zero }

    /// Milliseconds for `poll(2)`, rounded up to avoid a busy loop in the last one.
    var pollTimeout: Int32 {
        let (seconds, fraction) = min(left, .seconds(1_000_000)).components
        return Int32(seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// Conversions that never trap: a clock may jump by any number of seconds, and so may a duration that
/// was measured with it.
extension Duration {
    /// The nearest duration that is no longer than `limit`, in either direction.
    package func bounded(by limit: Duration = .longest) -> Duration {
        max(.zero - limit, min(self, limit))
    }

    /// More seconds than a clock counts, and few enough to add some of them to another duration.
    package static let longest = Duration.seconds(Int64.max)

    /// In seconds, with fractions.
    package var seconds: Double { self / .seconds(1) }

    /// In whole milliseconds, as many as fit.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = bounded(by: .milliseconds(Int64.max)).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// `1.5 s`
    package var inSeconds: String {
        milliseconds % 1000 == 0
            ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
    }

    /// In whole microseconds, as many as fit.
    package var microseconds: Int64 {
        let (seconds, attoseconds) = bounded(by: .microseconds(Int64.max)).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
