import FormEncoding
import Testing

@testable import formpost

@Suite struct OptionTableTests {
    @Test func namesAreUnique() {
        let longs = OptionTable.all.map(\.long)
        let shorts = OptionTable.all.compactMap(\.short)
        #expect(Set(longs).count == longs.count)
        #expect(Set(shorts).count == shorts.count)
    }

    @Test func everyGroupHasItsSection() {
        #expect(OptionTable.sections.map(\.group) == OptionSpec.Group.allCases)
    }

    @Test(arguments: OptionTable.all.map(\.long))
    func rowsKeepToTheForm(_ long: String) throws {
        let row = try #require(OptionTable.row(long: long))
        #expect(row.long.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-.".utf8.contains($0) })
        #expect(row.long == row.long.lowercased())
        #expect(!row.help.isEmpty && !row.help.hasSuffix("."))
        #expect(row.help.first?.isUppercase == true)
        if row.isNegatable { #expect(OptionTable.row(long: "no-" + row.long) == nil) }
    }

    @Test func theOverviewFitsAScreen() throws {
        let lines = try HelpText.text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 30)
        #expect(lines.allSatisfy { $0.count <= 79 })
        #expect(lines[0] == "Usage: formpost [options] URL")
        #expect(lines.contains { $0.hasPrefix(" -F, --form <name=content>  ") })
        #expect(!lines.contains { $0.contains("--boundary") })
    }

    @Test func allOptionsAreInHelpAll() throws {
        let text = try HelpText.text(topic: "all")
        for row in OptionTable.all where row.prominence != .hidden {
            #expect(text.contains(row.help))
        }
        #expect(!text.contains("--next"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 79 })
    }

    @Test func oneGroupOrOneOption() throws {
        let retry = try HelpText.text(topic: "Retry").split(separator: "\n")
        #expect(retry.first == "Retry:")
        #expect(retry.count == 1 + OptionTable.retry.count)
        let form = " -F, --form <name=content>  Add text, @file or <file\n"
        for topic: ByteString in ["-F", "--form"] {
            #expect(try HelpText.text(topic: topic) == form)
        }
        #expect(
            try HelpText.text(topic: "help")
                == " -h, --help [topic]  Help on all, a group or an option\n")
    }

    @Test func unknownTopics() {
        #expect(throws: UsageError.unknownHelpTopic("outptu", suggestion: "output")) {
            try HelpText.text(topic: "outptu")
        }
        #expect(throws: UsageError.unknownHelpTopic("http://h/", suggestion: nil)) {
            try HelpText.text(topic: "http://h/")
        }
    }
}
