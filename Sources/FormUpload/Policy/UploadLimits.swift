import FormEncoding

/// The time and speed limits of an upload.
public struct UploadLimits: Sendable, Equatable {
    /// The limit of each attempt as a whole, including its redirects; nil, the default, is none. The pauses between
    /// attempts do not count; `RetryPolicy.totalTime` limits all attempts together.
    public var attempt: Duration?
    /// The start of the current attempt; `nil` for the call of `upload`.
    package var began: ContinuousClock.Instant?
    /// The limit of each attempt until its connection is open, including TLS; nil, the default, is 60 s. Half of it is
    /// for the first of a host's addresses.
    public var connecting: Duration?
    /// The longest time of an attempt without a sent byte, by default 60 s, while the body is being sent; waiting for
    /// the response, or for bytes of a stream, does not count. The rest of a response that has
    /// ended the sending, such as a 413, is waited for as long, but at most 5 s: it may never
    /// come.
    public var stall: Duration?
    /// The longest time without a byte from the server when the whole body has been sent, by default 300 s; nil waits
    /// for ever. A server that needs longer keeps the upload alive by an interim response (a 1xx, such as
    /// `102 Processing`) or any byte of its response within each such time.
    public var response: Duration?
    package var speed: Speed?

    /// Limits with these values; all others are the defaults that the properties name.
    public init(
        attempt: Duration? = nil, connecting: Duration? = nil, stall: Duration? = .seconds(60),
        response: Duration? = .seconds(300)
    ) {
        (self.attempt, self.connecting) = (attempt, connecting)
        (self.stall, self.response) = (stall, response)
    }

    /// The lowest mean speed, and the time it may be below that.
    package struct Speed: Sendable, Equatable {
        /// Bytes of the body per second, sent or received.
        package var bytesPerSecond: Int64
        /// How long the mean of the last five seconds may be below; zero for no limit.
        package var time: Duration

        package init(bytesPerSecond: Int64 = 1, time: Duration = .seconds(30)) {
            self.bytesPerSecond = bytesPerSecond
            self.time = time
        }
    }

    /// The limits of the command, which waits for a response as long as curl does.
    package static let ofCommand = UploadLimits(response: nil)

    /// `attempt` with its deadline, counted from now if it has not begun.
    package var timeLimit: TimeLimit? { attempt.map { TimeLimit($0, from: began ?? .now) } }
}
