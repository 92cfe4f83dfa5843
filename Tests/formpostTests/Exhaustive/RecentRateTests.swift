import Testing

@testable import formpost

@Suite struct RecentRateTests {
    /// Counts at times, and the rate at later times, all in milliseconds.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var start: Int64 = 0
        var counts: [(at: Int64, count: Int64)]
        var rates: [(at: Int64, rate: Double)]

        var testDescription: String { name }
    }

    private static let rows: [Row] = [
        Row(name: "nothing", counts: [], rates: [(0, 0), (1000, 0), (100_000, 0)]),
        Row(
            name: "one piece, which leaves the window", counts: [(1000, 5000)],
            rates: [(1000, 5000), (2000, 2500), (5000, 1000), (5999, 1000), (6000, 0), (99_000, 0)]),
        Row(
            name: "steady", counts: (1...20).map { ($0 * 1000, $0 * 300) },
            rates: [(20_000, 300), (20_500, 300), (21_000, 240), (24_000, 60), (25_000, 0)]),
        Row(
            name: "slower than before, and only that counts",
            counts: [(1000, 1_000_000), (7000, 1_000_100), (8000, 1_000_200)],
            rates: [(8000, 40), (11_999, 40), (12_000, 20), (13_000, 0)]),
        Row(
            name: "after a standstill", counts: [(1000, 1000), (60_000, 6000)],
            rates: [(59_999, 0), (60_000, 1000), (64_999, 1000), (65_000, 0)]),
        Row(
            name: "from its own start", start: 10_000, counts: [(11_000, 500)],
            rates: [(10_000, 0), (11_000, 500), (12_000, 250)]),
        Row(
            name: "before its start, as clocks are read by many", start: 10_000, counts: [],
            rates: [(9000, 0)]),
        Row(
            // Made one sample, as of the first.
            name: "close together", counts: [(1000, 10), (1001, 20), (1002, 30)],
            rates: [(1002, 30 / 1.002), (5999, 6), (6000, 0)]),
    ]

    @Test(arguments: rows)
    func isThatOfTheLastSeconds(row: Row) {
        for (at, rate) in row.rates {
            var recent = RecentRate(from: .milliseconds(row.start))
            for (time, count) in row.counts where time <= at {
                recent.record(count, at: .milliseconds(time))
            }
            #expect(abs(recent.value(at: .milliseconds(at)) - rate) < 1e-9, "at \(at)")
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
