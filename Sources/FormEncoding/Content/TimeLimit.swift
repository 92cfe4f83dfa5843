/// How long something may take, counted from a point in time.
public struct TimeLimit: Sendable, Hashable {
    public let duration: Duration
    /// When it is reached.
    public let deadline: ContinuousClock.Instant

    public init(_ duration: Duration, from start: ContinuousClock.Instant = .now) {
        self.duration = duration
        deadline = start + duration
    }

    /// What is left of it; nothing, not less, once it is reached.
    public var left: Duration { max(.zero, deadline - .now) }

    public var isReached: Bool { left == .zero }
}

extension TimeLimit {
    /// For `poll(2)`: milliseconds, rounded up so that the last one is not spent in a busy loop.
    var pollTimeout: Int32 {
        let (seconds, fraction) = min(left, .seconds(1_000_000)).components
        return Int32(seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
