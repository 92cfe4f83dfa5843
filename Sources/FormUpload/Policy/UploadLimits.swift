import FormEncoding

/// The time and speed limits of an upload.
public struct UploadLimits: Sendable, Equatable {
    /// The limit of each attempt as a whole, including its redirects (`-m`). The pauses between
    /// attempts do not count; `RetryPolicy.maximumTime` limits all attempts together.
    public var total: Duration?
    /// The start of the current attempt; `nil` for the call of `upload`.
    package var began: ContinuousClock.Instant?
    /// The limit until the connection is open, including TLS (`--connect-timeout`); `nil` for 300 s.
    public var connecting: Duration?
    /// The longest time without a sent byte while the body is being sent; waiting for the response
    /// does not count.
    public var stall: Duration? = .seconds(60)
    /// The lowest speed, if there is a limit.
    public var speed: Speed?

    /// No limits, except 60 seconds for `stall`.
    public init() {}

    /// The lowest mean speed, and the time it may be below that (`--speed-limit`, `--speed-time`).
    public struct Speed: Sendable, Equatable {
        /// Bytes of the body per second, sent or received.
        public var bytesPerSecond: Int64
        /// How long the mean of the last five seconds may be below; zero for no limit.
        public var time: Duration

        /// Below `bytesPerSecond`, as the mean of five seconds, for at most `time`.
        public init(bytesPerSecond: Int64 = 1, time: Duration = .seconds(30)) {
            self.bytesPerSecond = bytesPerSecond
            self.time = time
        }
    }
}

extension UploadLimits {
    /// `total` with its deadline, counted from now if it has not begun.
    package var timeLimit: TimeLimit? { total.map { TimeLimit($0, from: began ?? .now) } }
}
