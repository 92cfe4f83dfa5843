import FormEncoding
import Testing

@testable import formpost

/// Options of curl that formpost does not have, and those of HTTPie, wget and the like. How they are answered:
/// Scenarios/usage.txt.
@Suite struct UnknownOptionTests {
    @Test func areListedOnceAndNoneOfFormpost() {
        let names = (UnknownOption.curlRows + UnknownOption.otherRows)
            .flatMap { $0.names.split(separator: " ") }
        #expect(Set(names).count == names.count)
        for name in names { #expect(OptionTable.row(of: name) == nil, "\(name)") }
    }

    /// What a remedy names is there.
    @Test(
        arguments: (UnknownOption.curlRows + UnknownOption.otherRows).compactMap(\.remedy))
    func remediesNameOptionsOfFormpost(remedy: String) {
        #expect(!remedy.isEmpty && !remedy.hasSuffix("."))
        for word in remedy.split(whereSeparator: { " ,;:".contains($0) }) where word.hasPrefix("-")
        {
            #expect(OptionTable.row(of: word) != nil, "\(word)")
        }
    }
}
