import Testing

@testable import FormUpload

/// The violated limits, for given times and progress.
@Suite struct WatchdogTests {
    private typealias Phase = UploadProgress.Phase

    private func progress(
        _ phase: UploadProgress.Phase, _ sent: Int64 = 0, received: Int64 = 0
    ) -> UploadProgress {
        var progress = UploadProgress()
        progress.phase = phase
        progress.sent = sent
        progress.received = received
        return progress
    }

    private func watchdog(
        stall: Duration? = nil, response: Duration? = nil, _ speed: UploadLimits.Speed? = nil
    ) -> Watchdog {
        var limits = UploadLimits()
        limits.stall = stall
        limits.response = response
        limits.speed = speed
        return Watchdog(limits)
    }

    private func isStalled(_ error: UploadError?) -> Bool {
        if case .stalled(.seconds(60), _) = error { true } else { false }
    }

    private func isUnanswered(_ error: UploadError?) -> Bool {
        if case .noResponse(.seconds(300), _) = error { true } else { false }
    }

    private func isTooSlow(_ error: UploadError?) -> Bool {
        if case .tooSlow = error { true } else { false }
    }

    @Test func minutesWithoutAByteWhileSending() {
        var watchdog = watchdog(stall: .seconds(60))
        #expect(watchdog.check(progress(.sending, 10), at: .seconds(1)) == nil)
        #expect(watchdog.check(progress(.sending, 10), at: .seconds(60)) == nil)
        #expect(isStalled(watchdog.check(progress(.sending, 10), at: .seconds(61))))
    }

    @Test func everyByteBeginsAnew() {
        var watchdog = watchdog(stall: .seconds(60))
        for second in stride(from: 0, to: 600, by: 59) {
            let now = progress(.sending, Int64(second))
            #expect(watchdog.check(now, at: .seconds(second)) == nil)
        }
    }

    @Test func theResponseHasALimitByDefault() {
        var watchdog = Watchdog(UploadLimits())
        #expect(watchdog.check(progress(.connecting), at: .seconds(250)) == nil)
        #expect(watchdog.check(progress(.waitingForResponse, 10), at: .seconds(549)) == nil)
        #expect(isUnanswered(watchdog.check(progress(.waitingForResponse, 10), at: .seconds(550))))
        #expect(UploadLimits.ofCommand.response == nil)
    }

    /// Each byte, also of an interim head, begins the limit anew.
    @Test func aSignOfTheServerIsEnough() {
        var watchdog = watchdog(response: .seconds(300))
        for round in 1...5 {
            let now = progress(.waitingForResponse, 10)
            #expect(watchdog.check(now, headBytes: round, at: .seconds(round * 299)) == nil)
        }
        let some = progress(.receiving, 10, received: 1)
        #expect(watchdog.check(some, headBytes: 5, at: .seconds(6 * 299)) == nil)
        #expect(watchdog.check(some, headBytes: 5, at: .seconds(6 * 299 + 299)) == nil)
        #expect(isUnanswered(watchdog.check(some, headBytes: 5, at: .seconds(6 * 299 + 300))))
    }

    @Test(arguments: [UploadProgress.Phase.connecting, .waitingForResponse, .receiving])
    func aServerMayThink(phase: UploadProgress.Phase) {
        var watchdog = watchdog(stall: .seconds(60))
        #expect(watchdog.check(progress(.sending, 10), at: .seconds(1)) == nil)
        for second in [30, 600, 6000] {
            #expect(watchdog.check(progress(phase, 10), at: .seconds(second)) == nil)
        }
        // From there on, a stall would begin anew.
        #expect(watchdog.check(progress(.sending, 10), at: .seconds(6059)) == nil)
        #expect(isStalled(watchdog.check(progress(.sending, 10), at: .seconds(6060))))
    }

    @Test func noLimitIsNone() {
        var watchdog = watchdog()
        #expect(watchdog.check(progress(.sending, 1), at: .seconds(1)) == nil)
        #expect(watchdog.check(progress(.sending, 1), at: .seconds(1_000_000)) == nil)
    }

    @Test func tooSlowForTooLong() {
        var watchdog = watchdog(UploadLimits.Speed(bytesPerSecond: 100, time: .seconds(3)))
        for second in 0...2 {
            let now = progress(.sending, Int64(50 * second))
            #expect(watchdog.check(now, at: .seconds(second)) == nil)
        }
        #expect(isTooSlow(watchdog.check(progress(.sending, 150), at: .seconds(3))))
    }

    @Test func fastEnough() {
        var watchdog = watchdog(UploadLimits.Speed(bytesPerSecond: 100, time: .seconds(3)))
        for second in 0...20 {
            let now = progress(.sending, Int64(100 * second))
            #expect(watchdog.check(now, at: .seconds(second)) == nil)
        }
    }

    /// Received bytes count as well, and earlier speed does not.
    @Test func countsTheLastSeconds() {
        var watchdog = watchdog(UploadLimits.Speed(bytesPerSecond: 100, time: .seconds(4)))
        var error: UploadError?
        var second = 0
        while error == nil, second < 60 {
            // Fast for ten seconds, then nothing.
            let bytes = Int64(1000 * min(second, 10))
            error = watchdog.check(
                progress(.receiving, 5, received: bytes), at: .seconds(second))
            second += 1
        }
        #expect(isTooSlow(error))
        #expect((14...21).contains(second), "\(second)")
    }

    @Test func doesNotCountConnecting() {
        var watchdog = watchdog(UploadLimits.Speed(bytesPerSecond: 1, time: .seconds(1)))
        for second in 0...100 {
            #expect(watchdog.check(progress(.connecting), at: .seconds(second)) == nil)
        }
    }
}

extension Watchdog {
    fileprivate mutating func check(
        _ progress: UploadProgress, headBytes: Int = 0, at now: Duration
    ) -> UploadError? {
        check(TransferSnapshot(progress: progress, headBytes: headBytes), at: now)
    }
}
