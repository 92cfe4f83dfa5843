import Testing

@testable import formpost

/// The options of curl that formpost does not have, and what takes their place.
@Suite struct CurlOptionsTests {
    @Test func areNoneOfFormpost() {
        for name in CurlOptions.rows.flatMap({ $0.names.split(separator: " ") }) {
            #expect(OptionTable.row(of: name) == nil, "\(name)")
        }
    }

    @Test func areListedOnce() {
        let names = CurlOptions.rows.flatMap { $0.names.split(separator: " ") }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { CurlOptions.has(String($0)) })
    }

    /// What a remedy names is there.
    @Test(arguments: CurlOptions.rows.compactMap(\.remedy))
    func remediesNameOptionsOfFormpost(remedy: String) {
        #expect(!remedy.isEmpty && !remedy.hasSuffix("."))
        // `-P` is of another command.
        let text = remedy.replacing("xargs -P", with: "xargs")
        for word in text.split(whereSeparator: { " ,;:".contains($0) }) where word.hasPrefix("-") {
            #expect(OptionTable.row(of: word) != nil, "\(word)")
        }
    }

    @Test(arguments: [
        ("-I", "write -X HEAD -i"), ("--head", "write -X HEAD -i"),
        ("--remote-name", "name the file: -o file"),
        ("--manual", "use man formpost, or --generate man"),
        ("--ssl", "write an https:// URL"), ("--http3-only", "use --http3"),
    ])
    func haveRemedies(option: String, remedy: String) {
        #expect(CurlOptions.remedy(for: option) == remedy)
    }
}
