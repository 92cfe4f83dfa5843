import Testing

@testable import FormUpload

/// The violated limits, for given times and progress.
@Suite struct WatchdogTests {
    /// What has happened at a second of the transfer.
    struct Moment: Sendable {
        var second: Int
        var phase: UploadProgress.Phase
        var sent: Int64 = 0
        var received: Int64 = 0
        var headBytes = 0
        var hasStoppedSending = false
        var isReceiverBusy = false
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var limits: UploadLimits
        /// In order; no limit is violated before the last one.
        var moments: [Moment]
        /// The limit that the last one violates.
        var violated: String?
    }

    private static let none = UploadLimits.ofCommand.with { $0.stall = nil }
    private static let stall = none.with { $0.stall = .seconds(60) }
    private static let response = none.with { $0.response = .seconds(300) }

    private static func speed(_ bytes: Int64, _ seconds: Int) -> UploadLimits {
        none.with { $0.speed = .init(bytesPerSecond: bytes, time: .seconds(seconds)) }
    }

    private static func moment(
        _ second: Int, _ phase: UploadProgress.Phase, _ sent: Int64 = 0, received: Int64 = 0,
        headBytes: Int = 0
    ) -> Moment {
        Moment(second: second, phase: phase, sent: sent, received: received, headBytes: headBytes)
    }

    private static let rows = [
        Row(
            testDescription: "a minute without a byte", limits: stall,
            moments: [1, 60, 61].map { moment($0, .sending, 10) }, violated: "stall"),
        Row(
            testDescription: "every byte begins anew", limits: stall,
            moments: stride(from: 0, to: 600, by: 59).map { moment($0, .sending, Int64($0)) }),
        Row(
            testDescription: "the response has a limit by default", limits: UploadLimits(),
            moments: [moment(250, .connecting)]
                + [549, 550].map { moment($0, .waitingForResponse, 10) }, violated: "response"),
        Row(
            testDescription: "each byte of a head begins the limit anew", limits: response,
            moments: (1...5).map { moment($0 * 299, .waitingForResponse, 10, headBytes: $0) }
                + [1794, 2093, 2094].map { moment($0, .receiving, 10, received: 1, headBytes: 5) },
            violated: "response"),
        Row(
            testDescription: "no limit", limits: none,
            moments: [1, 1_000_000].map { moment($0, .sending, 1) }),
        Row(
            testDescription: "too slow from the start, judged after five seconds",
            limits: speed(100, 3),
            moments: (0...5).map { moment($0, .sending, Int64(50 * $0)) }, violated: "speed"),
        Row(
            testDescription: "too slow for too long", limits: speed(100, 30),
            moments: (0...31).map { moment($0, .sending, Int64(50 * $0)) }, violated: "speed"),
        Row(
            testDescription: "bytes sent before the first look count", limits: speed(1000, 2),
            moments: (0...4).map { moment($0, .waitingForResponse, 50_000) }),
        Row(
            testDescription: "a small form, whose response takes less than five seconds",
            limits: speed(1000, 2),
            moments: (0...4).map { moment($0, .waitingForResponse, 139) }
                + [moment(5, .receiving, 139, received: 10_000)]),
        Row(
            testDescription: "waiting counts", limits: speed(1000, 2),
            moments: (0...7).map { moment($0, .waitingForResponse, 50_000) }, violated: "speed"),
        Row(
            testDescription: "a body that is sent again begins anew", limits: speed(1000, 2),
            moments: [(6, 50_000), (7, 20), (11, 20)].map { moment($0, .sending, $1) }),
        Row(
            testDescription: "fast enough", limits: speed(100, 3),
            moments: (0...20).map { moment($0, .sending, Int64(100 * $0)) }),
        Row(
            testDescription: "connecting has no speed", limits: speed(1, 1),
            moments: (0...100).map { moment($0, .connecting) }),
    ]

    /// While a server thinks; then a stall begins anew.
    private static let pauses = [UploadProgress.Phase.connecting, .waitingForResponse, .receiving]
        .map { phase in
            Row(
                testDescription: "\(phase)", limits: stall,
                moments: [moment(1, .sending, 10)] + [30, 600, 6000].map { moment($0, phase, 10) }
                    + [6059, 6060].map { moment($0, .sending, 10) }, violated: "stall")
        }

    /// A response has ended the sending. Its second and last byte comes in second 3.
    private static let silences = [
        (none, 8, "five seconds"), (stall, 8, "five seconds"),
        (none.with { $0.stall = .seconds(2) }, 5, "two seconds"),
        (none.with { $0.response = .seconds(2) }, 5, "two seconds"),
    ].map { limits, end, violated in
        let received = (1...end).map { second in
            Moment(
                second: second, phase: .receiving, sent: 10, received: second < 3 ? 1 : 2,
                headBytes: 5, hasStoppedSending: true)
        }
        return Row(
            testDescription: "silent for \(violated)", limits: limits, moments: received,
            violated: violated)
    }

    /// The app takes its time, and not the server.
    private static let busy = Row(
        testDescription: "the app is busy", limits: none,
        moments: [1, 10, 100].map { second in
            Moment(
                second: second, phase: .receiving, sent: 10, received: 1, hasStoppedSending: true,
                isReceiverBusy: true)
        })

    @Test(arguments: rows + pauses + silences + [busy])
    func findsTheViolatedLimit(row: Row) {
        var watchdog = Watchdog(row.limits)
        let violated = row.moments.map { watchdog.violated(at: $0) }
        #expect(violated.dropLast().allSatisfy { $0 == nil }, "\(violated)")
        #expect(violated.last == row.violated)
    }

    /// Received bytes count as well, and earlier speed does not: fast for ten seconds, then nothing.
    @Test func countsTheLastSeconds() {
        var watchdog = Watchdog(Self.speed(100, 4))
        let second = (0..<60).first { second in
            let received = Int64(1000 * min(second, 10))
            let moment = Moment(second: second, phase: .receiving, sent: 5, received: received)
            return watchdog.violated(at: moment) == "speed"
        }
        #expect(second.map((13...20).contains) == true, "\(String(describing: second))")
    }
}

extension UploadLimits {
    fileprivate func with(_ change: (inout UploadLimits) -> Void) -> UploadLimits {
        var limits = self
        change(&limits)
        return limits
    }
}

extension Watchdog {
    fileprivate mutating func violated(at moment: WatchdogTests.Moment) -> String? {
        var progress = UploadProgress()
        progress.phase = moment.phase
        progress.sent = moment.sent
        progress.received = moment.received
        let snapshot = TransferSnapshot(
            progress: progress, headBytes: moment.headBytes,
            hasStoppedSending: moment.hasStoppedSending, isReceiverBusy: moment.isReceiverBusy)
        return switch check(snapshot, at: .seconds(moment.second)) {
        case .stalled(.seconds(60), _): "stall"
        case .stalled(.seconds(5), _): "five seconds"
        case .stalled(.seconds(2), _): "two seconds"
        case .noResponse(.seconds(300), _): "response"
        case .tooSlow: "speed"
        case nil: nil
        default: "other"
        }
    }
}
