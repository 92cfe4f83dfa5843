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
    public var speed: Speed?

    public init() {}

    /// The lowest mean speed, and how long the speed may be below it (`--speed-limit`,
    /// `--speed-time`); a time of 0 is no limit.
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
    /// `total` and its end; counted from now if it has not begun.
    package var timeLimit: TimeLimit? { total.map { TimeLimit($0, from: began ?? .now) } }
}

extension Duration {
    /// In seconds, with fractions.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
