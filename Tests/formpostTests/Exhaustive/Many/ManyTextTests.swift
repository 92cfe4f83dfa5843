import FormEncoding
import Testing

@testable import formpost

@Suite struct ManyTextTests {
    private static let (mib, gib) = (Int64(1) << 20, Int64(1) << 30)

    private static let full = ProgressSnapshot.many(
        done: 37, count: 300, failed: 2, sent: gib * 6 / 5, total: gib * 42 / 5,
        rate: Double(41 * mib), secondsLeft: 189.5)
    private static let calm = ProgressSnapshot.many(
        done: 37, count: 300, sent: 5 * mib, total: 8 * mib)
    private static let stream = ProgressSnapshot.many(
        done: 1, count: 2, failed: 1, sent: 5 * mib, rate: 1023)

    private static let rows: [(ProgressSnapshot, String)] = [
        (full, "37/300 · 1.19 of 8.39 GiB · 41.0 MiB/s · 2 failed · 3:10 left"),
        (calm, "37/300 · 5.0 of 8.0 MiB"),
        (stream, "1/2 · 5.0 MiB sent · 1023 bytes/s · 1 failed"),
        (ProgressSnapshot.many(count: 3), "0/3 · 0 bytes sent"),
        (ProgressSnapshot.many(count: 3, total: 0), "0/3 · 0 of 0 bytes"),
        (
            ProgressSnapshot.many(done: 3, count: 3, failed: 3, sent: 9, total: 9),
            "3/3 · 9 of 9 bytes · 3 failed"
        ),
        (
            ProgressSnapshot.many(count: 2, sent: 1, total: .max, rate: 1e30, secondsLeft: 1e300),
            "0/2 · 0.00 of 7.99 EiB · 888.17 PiB/s · over a day left"
        ),
        // A header of the form more than was expected.
        (ProgressSnapshot.many(count: 1, sent: 12, total: 10), "0/1 · 10 of 10 bytes"),
    ]

    @Test(arguments: rows)
    func lines(state: ProgressSnapshot, text: String) { #expect(ProgressText.line(state) == text) }

    private static let bars: [(ProgressSnapshot, Int, String)] = [
        (full, 80, ProgressText.line(full)), (full, 64, ProgressText.line(full)),
        (full, 63, "37/300 · 1.19 of 8.39 GiB · 2 failed · 3:10 left"),
        (full, 51, "37/300 · 1.19 of 8.39 GiB · 2 failed · 3:10 left"),
        (full, 50, "37/300 · 1.19 of 8.39 GiB · 2 failed"),
        (full, 39, "37/300 · 1.19 of 8.39 GiB · 2 failed"),
        (full, 38, "37/300 · 2 failed"), (full, 20, "37/300 · 2 failed"), (full, 19, "37/300"),
        (full, 9, "37/300"), (full, 8, "37/3…"), (full, 4, "…"), (full, 3, ""), (full, 0, ""),
        (calm, 26, "37/300 · 5.0 of 8.0 MiB"), (calm, 25, "37/300"),
    ]

    @Test(arguments: bars)
    func fitTheColumns(state: ProgressSnapshot, columns: Int, text: String) {
        #expect(ProgressText.bar(state, columns: columns) == text)
        #expect(text.columnsAtMost <= max(0, columns - 3))
    }

    @Test func newsForALog() {
        let old = ProgressSnapshot.many(done: 1, count: 2, sent: 5, rate: 9)
        #expect(!ProgressSnapshot.many(done: 1, count: 2, sent: 5, rate: 1).hasNews(since: old))
        #expect(ProgressSnapshot.many(done: 2, count: 2, sent: 5).hasNews(since: old))
        #expect(ProgressSnapshot.many(done: 1, count: 2, sent: 6).hasNews(since: old))
        #expect(!ProgressSnapshot.many(count: 2).isDrawn)
        #expect(
            ProgressSnapshot.many(done: 1, count: 2).isDrawn
                && ProgressSnapshot.many(sent: 1).isDrawn)
    }
}
