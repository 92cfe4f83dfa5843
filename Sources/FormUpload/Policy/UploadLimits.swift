import FormEncoding

/// The limits of an upload: how long it may take, and how slow it may be.
public struct UploadLimits: Sendable, Equatable {
    /// For the whole upload, with redirects, retries and the pauses between them (`-m`).
    public var total: Duration?
    /// The start of `total`; `nil`: the call of `upload`.
    package var began: ContinuousClock.Instant?
    /// Until the connection is open, TLS included (`--connect-timeout`).
    public var connecting: Duration?
    /// Without a byte sent while the body is being sent; waiting for the response does not count.
    public var stall: Duration? = .seconds(60)
    /// The lowest speed, if there is a limit.
    public var speed: Speed?

    /// No limits, except 60 seconds for `stall`.
    public init() {}

    /// The lowest mean speed, and how long it may be less (`--speed-limit`, `--speed-time`).
    public struct Speed: Sendable, Equatable {
        /// In bytes of the body, sent or received.
        public var bytesPerSecond: Int64
        /// The time over which the mean is taken; zero: no limit.
        public var time: Duration

        /// At least `bytesPerSecond` in every `time`.
        public init(bytesPerSecond: Int64 = 1, time: Duration = .seconds(30)) {
            self.bytesPerSecond = bytesPerSecond
            self.time = time
        }
    }
}

extension UploadLimits {
    /// `total` and its end; counted from now if it has not begun.
    package var timeLimit: TimeLimit? { total.map { TimeLimit($0, from: began ?? .now) } }
}

extension Duration {
    /// In seconds, with fractions.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
