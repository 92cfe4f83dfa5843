import FormEncoding

/// How long an upload may take, and how slow it may be.
public struct UploadLimits: Sendable, Equatable {
    /// For all of it: its redirects, its retries and the pauses between them (`-m`).
    public var total: Duration?
    /// The point in time from which `total` counts; nil: the call of `upload`.
    package var began: ContinuousClock.Instant?
    /// Until the connection stands, TLS included (`--connect-timeout`).
    public var connecting: Duration?
    /// Without a byte moving while the body is sent; a server may think as long as it likes.
    public var stall: Duration? = .seconds(60)
    public var speed: Speed?

    public init() {}

    /// The lowest mean speed, and for how long it may be less (`--speed-limit`, `--speed-time`);
    /// no time is no limit.
    public struct Speed: Sendable, Equatable {
        public var bytesPerSecond: Int64
        public var time: Duration

        public init(bytesPerSecond: Int64 = 1, time: Duration = .seconds(30)) {
            self.bytesPerSecond = bytesPerSecond
            self.time = time
        }
    }
}

extension UploadLimits {
    /// `total` and when it ends; counted from now where it has not begun.
    package var timeLimit: TimeLimit? { total.map { TimeLimit($0, from: began ?? .now) } }
}

extension Duration {
    /// In seconds, with fractions.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
