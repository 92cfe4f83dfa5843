/// A time limit: a duration and its deadline.
package struct TimeLimit: Sendable, Hashable {
    /// How long the limit is.
    package let duration: Duration
    /// When it is reached.
    package let deadline: ContinuousClock.Instant

    /// A limit of `duration` from `start` on.
    package init(_ duration: Duration, from start: ContinuousClock.Instant = .now) {
        self.duration = duration
        deadline = start + duration.bounded()
    }

    /// The time left; zero once the limit is reached.
    package var left: Duration { max(.zero, deadline - .now) }

    /// Whether no time is left.
    package var isReached: Bool { left == .zero }
}

extension TimeLimit {
    /// Milliseconds for `poll(2)`, rounded up to avoid a busy loop in the last one.
    var pollTimeout: Int32 {
        let (seconds, fraction) = min(left, .seconds(1_000_000)).components
        return Int32(seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
