/// A duration from a point in time on, in which something must be done.
public struct TimeLimit: Sendable, Hashable {
    /// How long the limit is.
    public let duration: Duration
    /// When it is reached.
    public let deadline: ContinuousClock.Instant

    /// A limit of `duration` from `start` on.
    public init(_ duration: Duration, from start: ContinuousClock.Instant = .now) {
        self.duration = duration
        deadline = start + duration
    }

    /// The time left; zero once the limit is reached.
    public var left: Duration { max(.zero, deadline - .now) }

    /// Whether no time is left.
    public var isReached: Bool { left == .zero }
}

extension TimeLimit {
    /// For `poll(2)`: milliseconds, rounded up so that the last one is not spent in a busy loop.
    var pollTimeout: Int32 {
        let (seconds, fraction) = min(left, .seconds(1_000_000)).components
        return Int32(seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
