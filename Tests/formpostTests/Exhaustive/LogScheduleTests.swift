import Testing

@testable import formpost

/// When a log gets a line: asked twice a second, it takes 35 seconds to see.
@Suite struct LogScheduleTests {
    private func lines(
        until end: Int, _ change: (_ second: Double, inout ProgressSnapshot) -> Void
    ) -> [Double] {
        var snapshot = ProgressSnapshot(total: 1000)
        var state = ProgressState(sizes: [1000], isMany: false)
        return (1...end * 2).map { Double($0) / 2 }.filter { second in
            change(second, &snapshot)
            return state.isLogDue(snapshot, at: .seconds(second))
        }
    }

    @Test func saysNewsEveryFiveSecondsAndThatThereAreNone() {
        #expect(lines(until: 21) { $1.sent = Int64($0 * 10) } == [5, 10, 15, 20])
        #expect(lines(until: 45) { $1.sent = $0 >= 12.5 ? 1 : 0 } == [12.5, 42.5])
        // A falling rate is not a change.
        #expect(lines(until: 35) { $1.rate = 100 / $0 } == [30])
        #expect(lines(until: 10) { $1.read = $0 >= 2 ? 1 : 0 } == [5])
        #expect(lines(until: 10) { $1.attempt = $0 >= 2 ? 2 : 1 } == [5])
        // All of it has been sent.
        #expect(lines(until: 10) { $1.total = $0 >= 7 ? 0 : 1000 } == [7])
    }
}
