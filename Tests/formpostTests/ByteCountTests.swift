import FormEncoding
import Testing

@testable import formpost

@Suite struct ByteCountTests {
    @Test(
        arguments: [
            (0, "0 bytes", "       0 B"), (1, "1 byte", "       1 B"),
            (1023, "1023 bytes", "    1023 B"), (1024, "1.0 KiB", "   1.0 KiB"),
            (1076, "1.0 KiB", "   1.0 KiB"), (1127, "1.1 KiB", "   1.1 KiB"),
            (1_048_575, "1023.9 KiB", "1023.9 KiB"), (1_048_576, "1.0 MiB", "   1.0 MiB"),
            (94_371_840, "90.0 MiB", "  90.0 MiB"), ((1 << 30) - 1, "1023.9 MiB", "1023.9 MiB"),
            (1 << 30, "1.00 GiB", "  1.00 GiB"), (1_095_216_661, "1.02 GiB", "  1.02 GiB"),
            (1_084_479_242, "1.00 GiB", "  1.00 GiB"), (1_084_479_243, "1.01 GiB", "  1.01 GiB"),
            (107_374_182_400, "100.00 GiB", "100.00 GiB"), (1 << 40, "1.00 TiB", "  1.00 TiB"),
            (1 << 50, "1.00 PiB", "  1.00 PiB"), (1 << 60, "1.00 EiB", "  1.00 EiB"),
            (Int64.max, "7.99 EiB", "  7.99 EiB"),
        ] as [(Int64, String, String)])
    func alone(count: Int64, text: String, column: String) {
        #expect(ByteCount.text(count) == text)
        #expect(ByteCount.column(count) == column)
    }

    /// One unit for both, and one width for every count up to the total.
    @Test(
        arguments: [
            (0, 1, "0 of 1 byte", "0 of 1 B"), (0, 10, "0 of 10 bytes", " 0 of 10 B"),
            (5, 139, "5 of 139 bytes", "  5 of 139 B"),
            (0, 1 << 20, "0 of 1.0 MiB", "0.0 of 1.0 MiB"),
            (1, 1 << 20, "0.0 of 1.0 MiB", "0.0 of 1.0 MiB"),
            (512, 2048, "0.5 of 2.0 KiB", "0.5 of 2.0 KiB"),
            (524_288, 2_097_152, "0.5 of 2.0 MiB", "0.5 of 2.0 MiB"),
            (1_258_292, 94_371_840, "1.2 of 90.0 MiB", " 1.2 of 90.0 MiB"),
            (12_582_912, 104_857_600, "12.0 of 100.0 MiB", " 12.0 of 100.0 MiB"),
            (1 << 20, 1_095_216_661, "0.00 of 1.02 GiB", "0.00 of 1.02 GiB"),
            (1_095_216_661, 107_374_182_400, "1.02 of 100.00 GiB", "  1.02 of 100.00 GiB"),
            (99_999_999, 100_000_000, "95.3 of 95.3 MiB", "95.3 of 95.3 MiB"),
            // More than was announced.
            (2048, 1024, "2.0 of 1.0 KiB", "2.0 of 1.0 KiB"),
            (.max - 1, .max, "7.99 of 7.99 EiB", "7.99 of 7.99 EiB"),
        ] as [(Int64, Int64, String, String)])
    func outOfATotal(count: Int64, total: Int64, text: String, column: String) {
        #expect(ByteCount.text(count, of: total) == text)
        #expect(ByteCount.column(count, of: total) == column)
    }

    /// One unit for both, in which they are seen to differ.
    @Test(
        arguments: [
            (4, 0, "4 bytes", "0"), (1, 2, "1 byte", "2"), (4 << 20, 0, "4.0 MiB", "0"),
            (4 << 20, 3 << 20, "4.0 MiB", "3.0"), (3 << 20, 4 << 20, "3.0 MiB", "4.0"),
            (4_194_304, 4_194_303, "4.0 MiB", "3.9"),
            (4_194_304, 4_194_305, "4194304 bytes", "4194305"),
            (4_194_304, 10, "4194304 bytes", "10"), (1024, 1025, "1024 bytes", "1025"),
            (0, 1 << 30, "0.00 GiB", "1.00"),
        ] as [(Int64, Int64, String, String)])
    func twoThatDiffer(first: Int64, second: Int64, one: String, other: String) {
        let text = ByteCount.difference(announced: first, second)
        #expect(text == "\(one) announced, \(other) found")
    }
}
