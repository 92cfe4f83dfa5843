import Testing

@testable import FormEncoding

/// Durations as a clock measures them that has jumped to the end of its range: nothing traps.
@Suite struct DurationBoundsTests {
    private static let most = Duration.seconds(Int64.max)
    /// From one end of a clock to the other: more seconds than fit 64 bits.
    private static let jump = most + most

    private static let rows: [(duration: Duration, milliseconds: Int64, microseconds: Int64)] = [
        (.zero, 0, 0), (.nanoseconds(1_999_999), 1, 1999), (.nanoseconds(-1_999_999), -1, -1999),
        (.milliseconds(1500), 1500, 1_500_000),
        (.seconds(9_223_372_036_854), 9_223_372_036_854_000, 9_223_372_036_854_000_000),
        (.seconds(9_000_000_000_000_000), 9_000_000_000_000_000_000, .max),
        (most, .max, .max), (.zero - most, -.max, -.max), (jump, .max, .max),
        (.zero - jump, -.max, -.max),
    ]

    @Test(arguments: rows)
    func areWholeUnitsAsFarAsTheyFit(
        row: (duration: Duration, milliseconds: Int64, microseconds: Int64)
    ) {
        #expect(row.duration.milliseconds == row.milliseconds)
        #expect(row.duration.microseconds == row.microseconds)
    }

    @Test func areSeconds() {
        #expect(Duration.milliseconds(-1500).seconds == -1.5)
        #expect(Self.jump.seconds == 0x1p64)
    }

    /// Limits that no clock reaches.
    @Test(arguments: [most, jump, jump * 4])
    func isALimitThatIsNotReached(limit: Duration) {
        #expect(!TimeLimit(limit).isReached)
        #expect(TimeLimit(limit).pollTimeout == 1_000_000_000)
        #expect(TimeLimit(.zero - limit).isReached)
        #expect(TimeLimit(.zero - limit).pollTimeout == 0)
    }
}
