import FormEncoding
import TestSupport
import Testing

@testable import formpost

@Suite struct TextSearchTests {
    private static func texts(_ texts: [String]) -> [ByteString] { texts.map { ByteString($0) } }

    @Test(
        arguments: [
            ([], "abc", []), ([""], "abc", []), (["abc"], "", []), (["abcd"], "abc", []),
            (["b"], "abc", [1..<2]), (["a", "c"], "abc", [0..<1, 2..<3]),
            (["ab", "bc"], "abc", [0..<3]), (["aba"], "xababay", [1..<6]),
            // One is a part of another, which is found first, or not at all.
            (["b", "abc"], "abc", [0..<3]), (["b", "abcd"], "abcabcd", [1..<2, 3..<7]),
            (["bc", "abcd", "c"], "abce", [1..<3]), (["a", "a"], "aa", [0..<2]),
        ] as [([String], String, [Range<Int>])])
    func covers(texts: [String], bytes: String, ranges: [Range<Int>]) {
        // Ranges that touch are one.
        #expect(TextSearch(Self.texts(texts)).ranges(in: Array(bytes.utf8)) == ranges)
    }

    @Test(
        arguments: [
            ([], ["abc"], []), (["", "a"], [], [false, false]),
            (["b", "d"], ["abc"], [true, false]),
            // The shorter ones within one that is only begun.
            (["abcd", "bc", "c", "cd"], ["xabce"], [false, true, true, false]),
            (["a", "b"], ["b", "a"], [true, true]), (["", "ab"], ["a", "b"], [false, false]),
        ] as [([String], [String], [Bool])])
    func tellsWhichAreThere(texts: [String], others: [String], areFound: [Bool]) {
        #expect(TextSearch(Self.texts(texts)).areFound(in: Self.texts(others)) == areFound)
    }

    /// Beside a search for one text after another.
    @Test func findsWhatIsThere() {
        var random = SplitMix64(state: 7)
        for _ in 0..<500 {
            let word = { (longest: Int) in
                (0..<Int.random(in: 0...longest, using: &random)).map { _ in
                    UInt8.random(in: 0x61...0x62, using: &random)
                }
            }
            let texts = (0..<5).map { _ in word(4) }
            let bytes = word(30)
            var isCovered = [Bool](repeating: false, count: bytes.count)
            var areFound: [Bool] = []
            for text in texts {
                let starts = bytes.indices.filter {
                    !text.isEmpty && bytes[$0...].starts(with: text)
                }
                for start in starts {
                    for place in start..<(start + text.count) { isCovered[place] = true }
                }
                areFound.append(!starts.isEmpty)
            }
            let search = TextSearch(texts.map { ByteString(bytes: $0) })
            var covered = [Bool](repeating: false, count: bytes.count)
            for place in search.ranges(in: bytes).joined() { covered[place] = true }
            #expect(covered == isCovered, "\(texts) \(bytes)")
            #expect(search.areFound(in: [ByteString(bytes: bytes)]) == areFound)
        }
    }
}
