import Testing

@testable import formpost

@Suite struct DistinctKeysTests {
    /// A key whose hash says nothing.
    private struct Key: Hashable {
        let text: String

        func hash(into hasher: inout Hasher) {}
    }

    @Test func keysAreComparedWhereHashesAreAlike() {
        let texts = ["a", "b", "a", "c", "b", "a"]
        var keys = DistinctKeys(count: texts.count)
        let found = texts.indices.map { number in
            keys.insert(Key(text: texts[number]), of: number) { Key(text: texts[$0]) }
        }
        #expect(found == [nil, nil, 0, nil, 1, 2])
        let numbers = ["a", "b", "c", "d"].map { text in
            keys.number(of: Key(text: text)) { Key(text: texts[$0]) }
        }
        #expect(numbers == [5, 4, 3, nil])
    }

    /// Keys are made again only for the few with like hashes.
    @Test func allOfManyAreDistinct() {
        let count = 20_000
        var keys = DistinctKeys(count: count)
        var madeAgain = 0
        for number in 0..<count {
            let earlier = keys.insert(number / 2 * 2, of: number) { other in
                madeAgain += 1
                return other / 2 * 2
            }
            #expect(earlier == [nil, number - 1][number % 2])
        }
        #expect(madeAgain < count)
    }
}
