import Testing

@testable import formpost

@Suite struct LogScheduleTests {
    /// Asked twice a second: in which seconds there are lines, if `sent` is so at these times.
    private func lines(
        until end: Int, _ change: (_ second: Double, inout ProgressSnapshot) -> Void
    ) -> [Double] {
        var snapshot = ProgressSnapshot(total: 1000)
        var schedule = LogSchedule()
        return (1...end * 2).map { Double($0) / 2 }.filter { second in
            change(second, &snapshot)
            return schedule.isDue(snapshot, at: .seconds(second))
        }
    }

    @Test func saysNewsEveryFiveSeconds() {
        #expect(lines(until: 21) { $1.sent = Int64($0 * 10) } == [5, 10, 15, 20])
    }

    @Test func saysThatThereAreNone() {
        #expect(lines(until: 95) { _, _ in } == [30, 60, 90])
        // A falling rate is not a change.
        #expect(lines(until: 35) { $1.rate = 100 / $0 } == [30])
    }

    @Test func saysNewsAsSoonAsItMay() {
        #expect(lines(until: 40) { $1.sent = $0 >= 12.5 ? 1 : 0 } == [12.5])
        #expect(lines(until: 45) { $1.sent = $0 >= 12.5 ? 1 : 0 } == [12.5, 42.5])
        #expect(lines(until: 9) { $1.sent = $0 >= 6 ? 2 : $0 >= 1 ? 1 : 0 } == [5])
        #expect(lines(until: 11) { $1.sent = $0 >= 6 ? 2 : $0 >= 1 ? 1 : 0 } == [5, 10])
    }

    @Test func knowsWhatIsNews() {
        #expect(lines(until: 10) { $1.read = $0 >= 2 ? 1 : 0 } == [5])
        #expect(lines(until: 10) { $1.attempt = $0 >= 2 ? 2 : 1 } == [5])
        // All of it has been sent.
        #expect(lines(until: 10) { $1.total = $0 >= 7 ? 0 : 1000 } == [7])
    }

    @Test func knowsWhatIsNewsOfMany() {
        let old = ProgressSnapshot.many(done: 1, count: 2, sent: 5, rate: 9)
        #expect(!ProgressSnapshot.many(done: 1, count: 2, sent: 5, rate: 1).hasNews(since: old))
        #expect(ProgressSnapshot.many(done: 2, count: 2, sent: 5).hasNews(since: old))
        #expect(ProgressSnapshot.many(done: 1, count: 2, sent: 6).hasNews(since: old))
        #expect(!ProgressSnapshot.many(count: 2).isDrawn)
        #expect(ProgressSnapshot.many(done: 1, count: 2).isDrawn)
        #expect(ProgressSnapshot.many(sent: 1).isDrawn)
    }
}
