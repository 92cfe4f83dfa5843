import FormEncoding
import Foundation
import Testing

@testable import formpost

/// The line of the progress for given states, in a log and on terminals of given widths.
@Suite struct ProgressTextTests {
    private static let mib = Int64(1) << 20

    /// States of inputs and of many requests, and one in which more is read than sent.
    private static let named: [String: ProgressSnapshot] = [
        "ahead": ProgressSnapshot(read: 3 << 10, sent: 2 << 10, total: nil, rate: 1023),
        "stdin": ProgressSnapshot(subject: .input("-"), read: 12 * mib, rate: 1_258_300),
        "input": ProgressSnapshot(subject: .input("/a b"), read: 12 * mib),
        "full": .many(
            done: 37, count: 300, failed: 2, sent: (1 << 30) * 6 / 5, total: (1 << 30) * 42 / 5,
            rate: Double(41 * mib), secondsLeft: 189.5),
        "calm": .many(done: 37, count: 300, sent: 5 * mib, total: 8 * mib),
        "failing": .many(done: 1, count: 2, failed: 1, sent: 5 * mib, rate: 1023),
        "none": .many(count: 3), "empty": .many(count: 3, total: 0),
        "huge": .many(count: 2, sent: 1, total: .max, rate: 1e30, secondsLeft: 1e300),
        "more": .many(count: 1, sent: 12, total: 10),
    ]

    /// The bytes sent of a body and its length, the rate, the seconds left, the name of the part, and its
    /// place; the columns of the terminal, or none for a log; the line.
    private static let table = #"""
        0/1000 0 -                               |    |  0 %     0 of 1000 B         0 B/s|
        50/1000 9.9 95                           |    |  5 %    50 of 1000 B         9 B/s   1:35 left|
        500/1000 50 10                           |    | 50 %   500 of 1000 B        50 B/s   0:10 left|
        1048576/1073741824 104857 10230          |    |  0 %  0.00 of 1.00 GiB   102.3 KiB/s  2:50:30 left|
        47185920/104857600 1258300 719           |    | 45 %   45.0 of 100.0 MiB     1.2 MiB/s  11:59 left|
        1095216661/2147483648 2e9 0.1            |    | 51 %  1.02 of 2.00 GiB    1.86 GiB/s   0:01 left|
        10485760/1099511627776 1e6 1e6           |    |  0 %  0.00 of 1.00 TiB   976.5 KiB/s  over a day left|
        9223372036854775806/9223372036854775807 1 1e300 |    | 99 %  7.99 of 7.99 EiB         1 B/s  over a day left|
        1000/1000 0 -                            |    |1000 bytes sent, waiting for the response|
        2048/1000 0 -                            |    |2.0 KiB sent, waiting for the response|
        0/0 0 -                                  |    |waiting for the response|
        ahead                                    |    |   2.0 KiB sent      1023 B/s     3.0 KiB read|
        0/- 0 -                                  |    |       0 B sent         0 B/s         0 B read|
        9223372036854775807/- 1e30 -             |    |  7.99 EiB sent  888.17 PiB/s    7.99 EiB read|
        stdin                                    |    |  12.0 MiB read     1.2 MiB/s  standard input|
        # A log tells which part it is where there are several.
        5/10 0 - a.png                           |    | 50 %   5 of 10 B         0 B/s|
        5/10 1 5 a\n.png 3/8                     |    | 50 %   5 of 10 B         1 B/s   0:05 left  3/8 a\n.png|
        500/1000 0 5.9                           |    | 50 %   500 of 1000 B         0 B/s   0:06 left|
        500/1000 0 59.9                          |    | 50 %   500 of 1000 B         0 B/s   1:00 left|
        500/1000 0 3599                          |    | 50 %   500 of 1000 B         0 B/s  59:59 left|
        500/1000 0 3600                          |    | 50 %   500 of 1000 B         0 B/s  1:00:00 left|
        500/1000 0 86399                         |    | 50 %   500 of 1000 B         0 B/s  23:59:59 left|
        500/1000 0 86400.1                       |    | 50 %   500 of 1000 B         0 B/s  over a day left|
        full                                     |    |37/300 · 1.19 of 8.39 GiB · 41.0 MiB/s · 2 failed · 3:10 left|
        calm                                     |    |37/300 · 5.0 of 8.0 MiB|
        failing                                  |    |1/2 · 5.0 MiB sent · 1023 bytes/s · 1 failed|
        none                                     |    |0/3 · 0 bytes sent|
        empty                                    |    |0/3 · 0 of 0 bytes|
        huge                                     |    |0/2 · 0.00 of 7.99 EiB · 888.17 PiB/s · over a day left|
        # A header of the form more than was expected.
        more                                     |    |0/1 · 10 of 10 bytes|
        # The speed goes before the name and the time that is left.
        500/1000 50 10 img.png                   | 80 |img.png [=========>         ]  50 %   500 of 1000 B        50 B/s   0:10 left|
        500/1000 50 10 img.png                   | 69 |img.png [====>   ]  50 %   500 of 1000 B        50 B/s   0:10 left|
        500/1000 50 10 img.png                   | 68 |img.png            50 %   500 of 1000 B        50 B/s   0:10 left|
        500/1000 50 10 img.png                   | 58 |img.png  50 %   500 of 1000 B        50 B/s   0:10 left|
        500/1000 50 10 img.png                   | 57 |img.png               50 %   500 of 1000 B   0:10 left|
        500/1000 50 10 img.png                   | 44 |img.png  50 %   500 of 1000 B   0:10 left|
        500/1000 50 10 img.png                   | 43 | 50 %   500 of 1000 B   0:10 left|
        500/1000 50 10 img.png                   | 35 | 50 %   500 of 1000 B|
        500/1000 50 10 img.png                   | 23 | 50 %|
        500/1000 50 10 img.png                   |  8 | 50 %|
        500/1000 50 10 img.png                   |  7 | 50…|
        500/1000 50 10 img.png                   |  4 |…|
        500/1000 50 10 img.png                   |  3 ||
        500/1000 50 10 img.png                   |  0 ||
        12582912/104857600 1258300 73 img.png 3/8 | 80 |3/8 img.png [=>         ]  12 %   12.0 of 100.0 MiB     1.2 MiB/s   1:13 left|
        12582912/104857600 1258300 73 img.png 3/8 | 66 |3/8 img.png  12 %   12.0 of 100.0 MiB     1.2 MiB/s   1:13 left|
        12582912/104857600 1258300 73 img.png 3/8 | 63 |3/8 img…  12 %   12.0 of 100.0 MiB     1.2 MiB/s   1:13 left|
        12582912/104857600 1258300 73 img.png 3/8 | 60 |3/8 img.png          12 %   12.0 of 100.0 MiB   1:13 left|
        12582912/104857600 1258300 73 img.png 3/8 | 49 |3/8 img…  12 %   12.0 of 100.0 MiB   1:13 left|
        12582912/104857600 1258300 73 img.png 3/8 | 48 | 12 %   12.0 of 100.0 MiB   1:13 left|
        12582912/104857600 1258300 73 photophotophotophoto | 60 |photophotophotopho…  12 %   12.0 of 100.0 MiB   1:13 left|
        # Nothing moves: what stays keeps its column.
        500/1000 0 - img.png                     | 80 |img.png [=========>         ]  50 %   500 of 1000 B         0 B/s            |
        0/1000 0 -                               | 69 |[>               ]   0 %     0 of 1000 B         0 B/s            |
        999/1000 99 1                            | 69 |[===============>]  99 %   999 of 1000 B        99 B/s   0:01 left|
        1000/1000 0 -                            | 44 |1000 bytes sent, waiting for the response|
        1000/1000 0 -                            | 43 |waiting for the response|
        1000/1000 0 -                            | 26 |waiting for the respon…|
        stdin                                    | 60 |standard input                12.0 MiB read     1.2 MiB/s|
        input                                    | 40 |'/a b'    12.0 MiB read         0 B/s|
        input                                    | 32 |'/a b'          12.0 MiB read|
        input                                    | 24 |  12.0 MiB read|
        500/- 50 - -                             | 80 |-                                   500 B sent        50 B/s       500 B read|
        500/- 50 - -                             | 51 |-      500 B sent        50 B/s       500 B read|
        500/- 50 - -                             | 40 |-         500 B sent       500 B read|
        500/- 50 - -                             | 34 |     500 B sent|
        full                                     | 64 |37/300 · 1.19 of 8.39 GiB · 41.0 MiB/s · 2 failed · 3:10 left|
        full                                     | 63 |37/300 · 1.19 of 8.39 GiB · 2 failed · 3:10 left|
        full                                     | 51 |37/300 · 1.19 of 8.39 GiB · 2 failed · 3:10 left|
        full                                     | 50 |37/300 · 1.19 of 8.39 GiB · 2 failed|
        full                                     | 39 |37/300 · 1.19 of 8.39 GiB · 2 failed|
        full                                     | 38 |37/300 · 2 failed|
        full                                     | 20 |37/300 · 2 failed|
        full                                     | 19 |37/300|
        full                                     |  8 |37/3…|
        full                                     |  4 |…|
        full                                     |  3 ||
        calm                                     | 26 |37/300 · 5.0 of 8.0 MiB|
        calm                                     | 25 |37/300|
        """#

    private static let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
        $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }

    private static func state(_ text: String) -> ProgressSnapshot {
        let words = text.split(separator: " ").map(String.init)
        if let state = named[words[0]] { return state }
        let amounts = words[0].split(separator: "/").map { Int64($0) }
        let part = words.dropFirst(3).first.map {
            PartReference(
                index: 2, name: "f", filename: ByteString($0.replacing("\\n", with: "\n")))
        }
        return ProgressSnapshot(
            read: amounts[0] ?? 0, sent: amounts[0] ?? 0, total: amounts[1], part: part,
            parts: words.count > 4 ? 8 : 1, rate: Double(words[1]) ?? 0,
            secondsLeft: Double(words[2]))
    }

    @Test(arguments: rows)
    func lines(row: [String]) {
        let state = Self.state(row[0])
        guard let columns = Int(row[1].filter(\.isNumber)) else {
            #expect(ProgressText.line(state) == row[2])
            return
        }
        let bar = ProgressText.bar(state, columns: columns)
        #expect(bar == row[2])
        #expect(bar.columnsAtMost <= max(0, columns - 3))
    }

    /// The columns of a slow upload and those of a fast one are the same.
    @Test(arguments: [30, 40, 60, 80, 200]) func keepsItsColumns(columns: Int) {
        let bars = [
            "1/3221225472 0 -", "1048576/3221225472 12 3599", "3221225471/3221225472 2e9 0.1",
        ]
        .map { ProgressText.bar(Self.state($0), columns: columns) }
        for word in [" %", " of ", "/s", " left"] {
            let places = bars.compactMap { $0.range(of: word)?.upperBound.utf16Offset(in: $0) }
            #expect(Set(places).count <= 1, "\(word.debugDescription) in \(bars)")
        }
    }
}
