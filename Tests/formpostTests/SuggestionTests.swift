import Testing

@testable import formpost

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("form", "form", 0), ("fom", "form", 1), ("forrm", "form", 1),
        ("form", "from", 1), ("farm", "form", 1), ("", "abc", 3), ("abc", "", 3),
        ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func distances(_ first: String, _ second: String, _ distance: Int) {
        #expect(Suggestion.distance(Array(first.utf8), Array(second.utf8)) == distance)
    }

    @Test func theNearestWins() {
        let names = ["form", "fail", "form-string", "max-time"]
        #expect(Suggestion.nearest(to: "forn", among: names) == "form")
        #expect(Suggestion.nearest(to: "form-strin", among: names) == "form-string")
        #expect(Suggestion.nearest(to: "max", among: names) == "max-time")
        #expect(Suggestion.nearest(to: "maxtime", among: names) == "max-time")
        #expect(Suggestion.nearest(to: "zzzz", among: names) == nil)
        #expect(Suggestion.nearest(to: "", among: names) == nil)
        #expect(Suggestion.nearest(to: "-d", among: ["-D", "-o"]) == nil)
    }

    @Test func aVeryLongWordCostsNothing() {
        let word = String(repeating: "form", count: 100_000)
        #expect(Suggestion.nearest(to: word, among: OptionTable.longNames) == nil)
    }
}
