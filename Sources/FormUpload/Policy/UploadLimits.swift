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
    /// the response, or for bytes of a stream, does not count.
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

/// Finds stalled and slow transfers. It has no clock: every call passes the time.
struct Watchdog {
    private let limits: UploadLimits
    private var moved: Int64 = 0
    private var movedAt: Duration = .zero
    /// The last sign of the server, or when it began to be waited for.
    private var heard: Int64 = 0
    private var heardAt: Duration = .zero
    private var samples: [(at: Duration, moved: Int64)] = []
    private var slowSince: Duration?

    init(_ limits: UploadLimits) { self.limits = limits }

    /// The violated limit at `now`, counted from the start of the transfer. Waiting for a quiet
    /// producer, whose bytes have all been sent, does not count.
    mutating func check(_ snapshot: TransferSnapshot, at now: Duration) -> UploadFault? {
        let progress = snapshot.progress
        let received = progress.received + Int64(snapshot.headBytes)
        let isServersTurn = [.waitingForResponse, .receiving].contains(progress.phase)
        if received != heard || !isServersTurn { (heard, heardAt) = (received, now) }
        if let limit = limits.response, now - heardAt >= limit {
            return .noResponse(for: limit, progress)
        }
        let total = progress.sent + progress.received
        if total != moved || progress.phase != .sending || snapshot.isProducerQuiet {
            moved = total
            movedAt = now
        }
        if let stall = limits.stall, now - movedAt >= stall {
            return .stalled(for: stall, progress)
        }
        guard let speed = limits.speed, speed.time > .zero, progress.phase != .connecting
        else { return nil }
        // As in curl, the current speed is the mean of the last five seconds.
        samples.append((now, total))
        while samples.count > 2, now - samples[1].at >= .seconds(5) { samples.removeFirst() }
        let seconds = (now - samples[0].at).seconds
        let mean = seconds > 0 ? Double(total - samples[0].moved) / seconds : .infinity
        if mean >= Double(speed.bytesPerSecond) {
            slowSince = nil
        } else if slowSince == nil {
            slowSince = samples[0].at
        }
        guard let slowSince, now - slowSince >= speed.time else { return nil }
        return .tooSlow(speed, progress)
    }
}
