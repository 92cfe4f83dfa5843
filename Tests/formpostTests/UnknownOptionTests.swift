import FormEncoding
import Testing

@testable import formpost

/// Options of curl that formpost does not have, and those of HTTPie, wget and the like. How they are answered:
/// Scenarios/usage.txt.
@Suite struct UnknownOptionTests {
    static let rows = [Texts.curlOptions, Texts.foreignOptions, Texts.helpWords].flatMap {
        TextReader.rows($0)
    }

    @Test func areListedOnceAndNoneOfFormpost() {
        let names = Self.rows.flatMap { $0[0].split(separator: " ") }
        #expect(Set(names).count == names.count)
        for name in names { #expect(OptionTable.row(of: name) == nil, "\(name)") }
    }

    /// What a remedy names is there.
    @Test(arguments: rows.flatMap { $0.dropFirst() })
    func remediesNameOptionsOfFormpost(remedy: String) {
        #expect(!remedy.isEmpty && !remedy.hasSuffix("."))
        for word in remedy.split(whereSeparator: { " ,;:()".contains($0) })
        where word.hasPrefix("-") {
            #expect(OptionTable.row(of: word) != nil, "\(word)")
        }
    }
}
