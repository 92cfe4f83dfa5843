import FormEncoding

/// The time and speed limits of an upload.
public struct UploadLimits: Sendable, Equatable {
    /// The limit of each attempt as a whole, including its redirects. The pauses between
    /// attempts do not count; `RetryPolicy.maximumTime` limits all attempts together.
    public var total: Duration?
    /// The start of the current attempt; `nil` for the call of `upload`.
    package var began: ContinuousClock.Instant?
    /// The limit until the connection is open, including TLS; `nil` for 300 s.
    public var connecting: Duration?
    /// The longest time without a sent byte while the body is being sent; waiting for the response
    /// does not count.
    public var stall: Duration? = .seconds(60)
    /// The longest time without a byte from the server when the whole body has been sent; nil waits for
    /// ever. A server that needs longer keeps the upload alive by an interim response (a 1xx, such as `102
    /// Processing`) or any byte of its response within each such time.
    public var response: Duration? = .seconds(300)
    /// The lowest speed, if there is a limit.
    package var speed: Speed?

    /// 60 seconds for `stall`, five minutes for `response`, and no other limits.
    package init() {}

    /// The lowest mean speed, and the time it may be below that.
    public struct Speed: Sendable, Equatable {
        /// Bytes of the body per second, sent or received.
        package var bytesPerSecond: Int64
        /// How long the mean of the last five seconds may be below; zero for no limit.
        package var time: Duration

        /// Below `bytesPerSecond`, as the mean of five seconds, for at most `time`.
        package init(bytesPerSecond: Int64 = 1, time: Duration = .seconds(30)) {
            self.bytesPerSecond = bytesPerSecond
            self.time = time
        }
    }
}

extension UploadLimits {
    /// The limits of the command, which waits for a response as long as curl does.
    package static let ofCommand: UploadLimits = {
        var limits = UploadLimits()
        limits.response = nil
        return limits
    }()

    /// `total` with its deadline, counted from now if it has not begun.
    package var timeLimit: TimeLimit? { total.map { TimeLimit($0, from: began ?? .now) } }
}
