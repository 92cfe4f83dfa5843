import FormEncoding
import TestSupport
import Testing

@testable import formpost

@Suite struct TextSearchTests {
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
