import FormEncoding
import Foundation
import Testing

@testable import formpost

/// The line of the progress for given states: in a log, and on terminals of given widths.
@Suite struct ProgressTextTests {
    private static func state(
        _ sent: Int64, of total: Int64?, rate: Double = 0, left: Double? = nil,
        part: ByteString? = nil, _ place: (index: Int, of: Int) = (0, 1)
    ) -> ProgressSnapshot {
        ProgressSnapshot(
            read: sent, sent: sent, total: total,
            part: part.map { PartReference(index: place.index, name: "f", filename: $0) },
            parts: place.of, rate: rate, secondsLeft: left)
    }

    private static let (kib, mib, gib) = (Int64(1) << 10, Int64(1) << 20, Int64(1) << 30)

    private static let lineRows: [(ProgressSnapshot, String)] = [
        (state(0, of: 1000), "  0 %     0 of 1000 B         0 B/s"),
        (
            state(50, of: 1000, rate: 9.9, left: 95),
            "  5 %    50 of 1000 B         9 B/s   1:35 left"
        ),
        (
            state(500, of: 1000, rate: 50, left: 10),
            " 50 %   500 of 1000 B        50 B/s   0:10 left"
        ),
        (
            state(mib, of: gib, rate: 104_857, left: 10_230),
            "  0 %  0.00 of 1.00 GiB   102.3 KiB/s  2:50:30 left"
        ),
        (
            state(45 * mib, of: 100 * mib, rate: 1_258_300, left: 719),
            " 45 %   45.0 of 100.0 MiB     1.2 MiB/s  11:59 left"
        ),
        (
            state(1_095_216_661, of: 2 * gib, rate: 2e9, left: 0.1),
            " 51 %  1.02 of 2.00 GiB    1.86 GiB/s   0:01 left"
        ),
        (
            state(10 << 20, of: 1 << 40, rate: 1.0e6, left: 1e6),
            "  0 %  0.00 of 1.00 TiB   976.5 KiB/s  over a day left"
        ),
        (state(1000, of: 1000), "1000 bytes sent, waiting for the response"),
        (state(2048, of: 1000), "2.0 KiB sent, waiting for the response"),
        (state(0, of: 0), "waiting for the response"),
        (
            ProgressSnapshot(read: 3 * kib, sent: 2 * kib, total: nil, rate: 1023),
            "   2.0 KiB sent      1023 B/s     3.0 KiB read"
        ),
        (state(0, of: nil), "       0 B sent         0 B/s         0 B read"),
        (
            state(.max, of: nil, rate: 1e30),
            "  7.99 EiB sent  888.17 PiB/s    7.99 EiB read"
        ),
        (
            state(.max - 1, of: .max, rate: 1, left: 1e300),
            " 99 %  7.99 of 7.99 EiB         1 B/s  over a day left"
        ),
        (
            ProgressSnapshot(subject: .input("-"), read: 12 * mib, rate: 1_258_300),
            "  12.0 MiB read     1.2 MiB/s  standard input"
        ),
        // A log tells which part it is where there are several.
        (state(5, of: 10, part: "a.png"), " 50 %   5 of 10 B         0 B/s"),
        (
            state(5, of: 10, rate: 1, left: 5, part: "a\n.png", (2, 8)),
            " 50 %   5 of 10 B         1 B/s   0:05 left  3/8 a\\n.png"
        ),
    ]

    private static let full = ProgressSnapshot.many(
        done: 37, count: 300, failed: 2, sent: gib * 6 / 5, total: gib * 42 / 5,
        rate: Double(41 * mib), secondsLeft: 189.5)
    private static let calm = ProgressSnapshot.many(
        done: 37, count: 300, sent: 5 * mib, total: 8 * mib)

    private static let manyRows: [(ProgressSnapshot, String)] = [
        (full, "37/300 · 1.19 of 8.39 GiB · 41.0 MiB/s · 2 failed · 3:10 left"),
        (calm, "37/300 · 5.0 of 8.0 MiB"),
        (
            .many(done: 1, count: 2, failed: 1, sent: 5 * mib, rate: 1023),
            "1/2 · 5.0 MiB sent · 1023 bytes/s · 1 failed"
        ),
        (.many(count: 3), "0/3 · 0 bytes sent"), (.many(count: 3, total: 0), "0/3 · 0 of 0 bytes"),
        (
            .many(count: 2, sent: 1, total: .max, rate: 1e30, secondsLeft: 1e300),
            "0/2 · 0.00 of 7.99 EiB · 888.17 PiB/s · over a day left"
        ),
        // A header of the form more than was expected.
        (.many(count: 1, sent: 12, total: 10), "0/1 · 10 of 10 bytes"),
    ]

    @Test(arguments: lineRows + manyRows)
    func lines(state: ProgressSnapshot, text: String) {
        #expect(ProgressText.line(state) == text)
    }

    @Test(
        arguments: [
            (0.1, " 0:01"), (5.9, " 0:06"), (6, " 0:06"), (59.9, " 1:00"), (359.9, " 6:00"),
            (600, "10:00"), (3599, "59:59"), (3600, "1:00:00"), (8640, "2:24:00"),
            (86_399, "23:59:59"), (86_400.1, "over a day"),
        ] as [(Double, String)])
    func timesLeft(seconds: Double, text: String) {
        let state = Self.state(500, of: 1000, left: seconds)
        #expect(ProgressText.line(state).hasSuffix("  \(text) left"))
    }

    private static let half = state(500, of: 1000, rate: 50, left: 10, part: "img.png")
    private static let third = state(
        12 * mib, of: 100 * mib, rate: 1_258_300, left: 73, part: "img.png", (2, 8))
    private static let stream = state(500, of: nil, rate: 50, part: "-")

    private static let barRows: [(ProgressSnapshot, Int, String)] = [
        (half, 80, "img.png [=========>         ]  50 %   500 of 1000 B        50 B/s   0:10 left"),
        (half, 69, "img.png [====>   ]  50 %   500 of 1000 B        50 B/s   0:10 left"),
        (half, 68, "img.png            50 %   500 of 1000 B        50 B/s   0:10 left"),
        (half, 58, "img.png  50 %   500 of 1000 B        50 B/s   0:10 left"),
        // The speed goes before the name and the time that is left.
        (half, 57, "img.png               50 %   500 of 1000 B   0:10 left"),
        (half, 44, "img.png  50 %   500 of 1000 B   0:10 left"),
        (half, 43, " 50 %   500 of 1000 B   0:10 left"),
        (half, 36, " 50 %   500 of 1000 B   0:10 left"),
        (half, 35, " 50 %   500 of 1000 B"),
        (half, 24, " 50 %   500 of 1000 B"), (half, 23, " 50 %"), (half, 8, " 50 %"),
        (half, 7, " 50…"), (half, 5, " …"), (half, 4, "…"), (half, 3, ""), (half, 1, ""),
        (half, 0, ""),
        (
            third, 80,
            "3/8 img.png [=>         ]  12 %   12.0 of 100.0 MiB     1.2 MiB/s   1:13 left"
        ),
        (
            third, 66,
            "3/8 img.png  12 %   12.0 of 100.0 MiB     1.2 MiB/s   1:13 left"
        ),
        (third, 63, "3/8 img…  12 %   12.0 of 100.0 MiB     1.2 MiB/s   1:13 left"),
        (third, 60, "3/8 img.png          12 %   12.0 of 100.0 MiB   1:13 left"),
        (third, 49, "3/8 img…  12 %   12.0 of 100.0 MiB   1:13 left"),
        (third, 48, " 12 %   12.0 of 100.0 MiB   1:13 left"),
        (
            state(
                12 * mib, of: 100 * mib, rate: 1_258_300, left: 73,
                part: ByteString(String(repeating: "photo", count: 9))), 60,
            "photophotophotopho…  12 %   12.0 of 100.0 MiB   1:13 left"
        ),
        // Nothing moves: what stays keeps its column.
        (
            state(500, of: 1000, part: "img.png"), 80,
            "img.png [=========>         ]  50 %   500 of 1000 B         0 B/s            "
        ),
        (
            state(0, of: 1000), 69,
            "[>               ]   0 %     0 of 1000 B         0 B/s            "
        ),
        (
            state(999, of: 1000, rate: 99, left: 1), 69,
            "[===============>]  99 %   999 of 1000 B        99 B/s   0:01 left"
        ),
        (state(1000, of: 1000), 43, "waiting for the response"),
        (state(1000, of: 1000), 26, "waiting for the respon…"),
        (state(1000, of: 1000), 44, "1000 bytes sent, waiting for the response"),
        (
            ProgressSnapshot(subject: .input("-"), read: 12 * mib, rate: 1_258_300), 60,
            "standard input                12.0 MiB read     1.2 MiB/s"
        ),
        (
            ProgressSnapshot(subject: .input("/a b"), read: 12 * mib), 40,
            "'/a b'    12.0 MiB read         0 B/s"
        ),
        (
            ProgressSnapshot(subject: .input("/a b"), read: 12 * mib), 32,
            "'/a b'          12.0 MiB read"
        ),
        (ProgressSnapshot(subject: .input("/a b"), read: 12 * mib), 24, "  12.0 MiB read"),
        (stream, 40, "-         500 B sent       500 B read"), (stream, 34, "     500 B sent"),
        (
            stream, 80,
            "-                                   500 B sent        50 B/s       500 B read"
        ),
        (stream, 51, "-      500 B sent        50 B/s       500 B read"),
    ]

    private static let manyBars: [(ProgressSnapshot, Int, String)] = [
        (full, 80, ProgressText.line(full)), (full, 64, ProgressText.line(full)),
        (full, 63, "37/300 · 1.19 of 8.39 GiB · 2 failed · 3:10 left"),
        (full, 51, "37/300 · 1.19 of 8.39 GiB · 2 failed · 3:10 left"),
        (full, 50, "37/300 · 1.19 of 8.39 GiB · 2 failed"),
        (full, 39, "37/300 · 1.19 of 8.39 GiB · 2 failed"),
        (full, 38, "37/300 · 2 failed"), (full, 20, "37/300 · 2 failed"), (full, 19, "37/300"),
        (full, 9, "37/300"), (full, 8, "37/3…"), (full, 4, "…"), (full, 3, ""), (full, 0, ""),
        (calm, 26, "37/300 · 5.0 of 8.0 MiB"), (calm, 25, "37/300"),
    ]

    @Test(arguments: barRows + manyBars)
    func bars(state: ProgressSnapshot, columns: Int, text: String) {
        let bar = ProgressText.bar(state, columns: columns)
        #expect(bar == text)
        #expect(bar.columnsAtMost <= max(0, columns - 3))
    }

    /// The columns of a slow upload and those of a fast one are the same.
    @Test func keepsItsColumns() {
        let states = [
            Self.state(1, of: 3 << 30), Self.state(1 << 20, of: 3 << 30, rate: 12, left: 3599),
            Self.state(1 << 30, of: 3 << 30, rate: 1_000_000, left: 600),
            Self.state((3 << 30) - 1, of: 3 << 30, rate: 2e9, left: 0.1),
        ]
        for columns in [30, 40, 60, 80, 200] {
            let bars = states.map { ProgressText.bar($0, columns: columns) }
            for word in [" %", " of ", "/s", " left"] {
                let places = bars.compactMap { $0.range(of: word)?.upperBound.utf16Offset(in: $0) }
                #expect(Set(places).count <= 1, "\(word.debugDescription) in \(bars)")
            }
        }
    }
}
