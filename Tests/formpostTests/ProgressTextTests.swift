import FormEncoding
import Testing

@testable import formpost

@Suite struct ProgressTextTests {
    fileprivate static func state(
        _ sent: Int64, of total: Int64?, after elapsed: Duration = .seconds(10),
        part: ByteString? = nil
    ) -> ProgressState {
        ProgressState(sent: sent, total: total, part: part, elapsed: elapsed)
    }

    @Test(
        arguments: [
            (0, "0 B"), (1, "1 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1075, "1.0 KiB"),
            (1076, "1.0 KiB"), (1127, "1.1 KiB"), (1_048_575, "1023.9 KiB"), (1_048_576, "1.0 MiB"),
            (94_371_840, "90.0 MiB"), (107_374_182_400, "100.0 GiB"), (1 << 40, "1.0 TiB"),
            (1 << 50, "1.0 PiB"), (Int64.max, "8.0 EiB"),
        ] as [(Int64, String)])
    func sizes(count: Int64, text: String) {
        #expect(ByteCount.text(count) == text)
    }

    @Test(
        arguments: [
            (0, 10, "0 of 10 B"), (0, 1 << 20, "0 of 1.0 MiB"), (5, 10, "5 of 10 B"),
            (512, 2048, "512 B of 2.0 KiB"), (524_288, 2_097_152, "512.0 KiB of 2.0 MiB"),
            (1_258_292, 94_371_840, "1.2 of 90.0 MiB"),
        ] as [(Int64, Int64, String)])
    func sizesOfSizes(count: Int64, total: Int64, text: String) {
        #expect(ByteCount.text(count, of: total) == text)
    }

    private static let lineRows: [(ProgressState, String)] = [
        (state(0, of: 1000, after: .zero), "0 %  0 of 1000 B  0 B/s"),
        (state(0, of: 1000), "0 %  0 of 1000 B  0 B/s"),
        (state(500, of: 1000), "50 %  500 of 1000 B  50 B/s  0:10 left"),
        (state(1 << 20, of: 1 << 30), "0 %  1.0 MiB of 1.0 GiB  102.3 KiB/s  2:50:30 left"),
        (state(10 << 20, of: 1 << 40), "0 %  10.0 MiB of 1.0 TiB  1.0 MiB/s  over a day left"),
        // Never all of it before the response is there.
        (state(999, of: 1000), "99 %  999 of 1000 B  99 B/s  0:01 left"),
        (
            state(99_999_999, of: 100_000_000),
            "99 %  95.3 of 95.3 MiB  9.5 MiB/s  0:01 left"
        ),
        (state(1000, of: 1000), "1000 B sent, waiting for the response"),
        (state(2048, of: 1000), "2.0 KiB sent, waiting for the response"),
        (state(2048, of: nil), "2.0 KiB  204 B/s"), (state(0, of: nil), "0 B  0 B/s"),
        (state(0, of: 0), "0 B sent, waiting for the response"),
        (
            state(.max, of: nil, after: .nanoseconds(1)),
            "8.0 EiB  888.1 PiB/s"
        ),
        (
            state(.max - 1, of: .max, after: .seconds(1)),
            "99 %  8.0 of 8.0 EiB  888.1 PiB/s  0:01 left"
        ),
        (state(1, of: .max), "0 %  1 B of 8.0 EiB  0 B/s  over a day left"),
    ]

    @Test(arguments: lineRows)
    func lines(state: ProgressState, text: String) {
        #expect(ProgressText.line(state) == text)
    }

    @Test(
        arguments: [
            (100, "0:01"), (590, "0:06"), (599, "0:06"), (600, "0:06"), (5_990, "1:00"),
            (35_990, "6:00"), (360_000, "1:00:00"), (864_000, "2:24:00"), (8_639_900, "23:59:59"),
            (8_640_001, "over a day"),
        ] as [(Int64, String)])
    func timesLeft(rest: Int64, text: String) {
        // 100 bytes a second.
        let state = Self.state(1000, of: 1000 + rest)
        #expect(ProgressText.line(state).hasSuffix("  \(text) left"))
    }

    private static let half = state(500, of: 1000, part: "img.png")

    private static let barRows: [(ProgressState, Int, String)] = [
        (half, 80, "img.png [==============>             ] 50 %  500 of 1000 B  50 B/s  0:10 left"),
        (half, 60, "img.png [====>   ] 50 %  500 of 1000 B  50 B/s  0:10 left"),
        (half, 59, "img.png 50 %  500 of 1000 B  50 B/s  0:10 left"),
        (half, 50, "img.png 50 %  500 of 1000 B  50 B/s  0:10 left"),
        (half, 49, "50 %  500 of 1000 B  50 B/s  0:10 left"),
        (half, 41, "50 %  500 of 1000 B  50 B/s  0:10 left"),
        (half, 40, "50 %  500 of 1000 B  50 B/s  0:10 le…"),
        (half, 10, "50 %  …"), (half, 5, "5…"), (half, 4, "…"), (half, 3, ""), (half, 1, ""),
        (half, 0, ""), (state(0, of: 1000), 40, "[>          ] 0 %  0 of 1000 B  0 B/s"),
        (state(999, of: 1000), 60, "[===============>] 99 %  999 of 1000 B  99 B/s  0:01 left"),
        (state(1000, of: 1000), 30, "1000 B sent, waiting for t…"),
        (state(500, of: nil, part: "-"), 80, "- 500 B  50 B/s"),
        (state(500, of: nil, part: "語語"), 24, "語語 500 B  50 B/s"),
        (state(500, of: nil, part: "語語"), 23, "語語 500 B  50 B/s"),
        (state(500, of: nil, part: "語語"), 22, "語語 500 B  50 B/s"),
        (state(500, of: nil, part: "語語"), 21, "500 B  50 B/s"),
        (
            state(500, of: nil, part: ByteString(bytes: [0x1B, 0xFF])), 80,
            "\\x1b\u{FFFD} 500 B  50 B/s"
        ),
    ]

    @Test(arguments: barRows)
    func bars(state: ProgressState, columns: Int, text: String) {
        let bar = ProgressText.bar(state, columns: columns)
        #expect(bar == text)
        #expect(bar.columnsAtMost <= max(0, columns - 3))
    }

    @Test func objects() {
        #expect(
            ProgressText.object("progress", Self.state(5, of: nil, part: "a\"\\/\u{1}ü")) == #"""
                {"event":"progress","sent":5,"total":null,"rate":0,"attempt":1,"part":"a\"\\/\u0001ü"}
                """#)
        #expect(
            ProgressText.object("response", Self.state(1000, of: 1000)) == """
                {"event":"response","sent":1000,"total":1000,"rate":100,"attempt":1,"part":null}
                """)
    }
}
