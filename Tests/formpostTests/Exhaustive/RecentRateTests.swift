import Testing

@testable import formpost

@Suite struct RecentRateTests {
    /// Counts at times and the rate at later times, all in milliseconds.
    private static let rows: [(counts: [(Int64, Int64)], rates: [(Int64, Double)])] = [
        ([], [(-1000, 0), (0, 0), (1000, 0), (100_000, 0)]),
        // One piece, which leaves the window.
        (
            [(1000, 5000)],
            [(1000, 5000), (2000, 2500), (5000, 1000), (5999, 1000), (6000, 0), (99_000, 0)]
        ),
        (
            (1...20).map { ($0 * 1000, $0 * 300) },
            [(20_000, 300), (20_500, 300), (21_000, 240), (24_000, 60), (25_000, 0)]
        ),
        // Slower than before, and only that counts.
        (
            [(1000, 1_000_000), (7000, 1_000_100), (8000, 1_000_200)],
            [(8000, 40), (11_999, 40), (12_000, 20), (13_000, 0)]
        ),
        // After a standstill.
        (
            [(1000, 1000), (60_000, 6000)],
            [(59_999, 0), (60_000, 1000), (64_999, 1000), (65_000, 0)]
        ),
        // Close together: made one sample, as of the first.
        ([(1000, 10), (1001, 20), (1002, 30)], [(1002, 30 / 1.002), (5999, 6), (6000, 0)]),
    ]

    @Test(arguments: rows.indices, [0, 10_000] as [Int64])
    func isThatOfTheLastSeconds(row: Int, start: Int64) {
        let (counts, rates) = Self.rows[row]
        for (at, rate) in rates {
            var recent = RecentRate(from: .milliseconds(start))
            for (time, count) in counts where time <= at {
                recent.record(count, at: .milliseconds(start + time))
            }
            #expect(abs(recent.value(at: .milliseconds(start + at)) - rate) < 1e-9, "at \(at)")
        }
    }

    @Test func knowsWhenItLastMoved() {
        var recent = RecentRate(from: .seconds(3))
        #expect(recent.lastMoved == .seconds(3))
        recent.record(0, at: .seconds(4))
        #expect(recent.lastMoved == .seconds(3))
        recent.record(7, at: .seconds(5))
        recent.record(8, at: .milliseconds(5001))
        recent.record(8, at: .seconds(6))
        #expect(recent.lastMoved == .milliseconds(5001))
    }

    /// A fast connection moves thousands of times a second.
    @Test func keepsFewSamples() {
        var recent = RecentRate(from: .zero)
        for step in Int64(1)...20_000 { recent.record(step, at: .milliseconds(step)) }
        #expect(recent.value(at: .seconds(20)) == 1000)
        #expect(MemoryLayout.size(ofValue: recent) < 100)
        #expect(recent.sampleCount <= 52)
    }
}
