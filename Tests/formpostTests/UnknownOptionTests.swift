import FormEncoding
import Testing

@testable import formpost

/// Options of curl that formpost does not have, and those of HTTPie, wget and the like.
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

    @Test(arguments: [
        ("--head", "curl's --head is not in formpost: write -X HEAD -i"),
        ("-I", "curl's -I is not in formpost: write -X HEAD -i"),
        ("--metalink", "curl's --metalink is not in formpost"),
        ("--auth", "unknown option '--auth': write -u user:password"),
        ("--auth=x", "unknown option '--auth': write -u user:password"),
        ("--quiet", "unknown option '--quiet': write -s, with -S to see errors and warnings"),
    ])
    func areAnsweredWithOurs(option: String, text: String) {
        #expect(throws: UsageError.self) {
            do throws(UsageError) {
                _ = try ArgumentParser.parse(["-F", "a=b", ByteString(option), "http://h/"])
            } catch {
                #expect(Messages.text(error) == text)
                throw error
            }
        }
    }
}
