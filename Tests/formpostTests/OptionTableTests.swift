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
        #expect(row.long.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-.".utf8.contains($0) })
        #expect(row.long == row.long.lowercased())
        #expect(!row.help.isEmpty && !row.help.hasSuffix("."))
        #expect(row.help.first?.isUppercase == true)
        if row.isNegatable { #expect(OptionTable.row(long: "no-" + row.long) == nil) }
    }

    @Test func rowsThatTakeWordsSayWhich() throws {
        #expect(
            OptionTable.row(long: "generate")?.words == GeneratedText.Kind.allCases.map(\.rawValue))
        #expect(
            OptionTable.row(long: "progress")?.words == ["auto", "bar", "plain", "json", "none"])
        #expect(OptionTable.row(long: "help")?.choices == [])
    }

    @Test(arguments: [
        ("form", ValueCompletion.form), ("form-string", .free), ("header", .fileAfterAt),
        ("output", .file), ("cacert", .file), ("cookie", .file), ("cert", .file),
        ("unix-socket", .file), ("capath", .directory), ("output-dir", .directory),
        ("request-target", .free), ("key-type", .words(["PEM", "DER", "ENG"])),
        ("tls-max", .words(["default", "1.0", "1.1", "1.2", "1.3"])),
    ])
    func valuesAreCompletedByTheirName(_ long: String, _ completion: ValueCompletion) {
        #expect(OptionTable.row(long: long)?.completion == completion)
    }

    @Test func switchesHaveNothingToComplete() {
        #expect(OptionTable.row(long: "insecure")?.completion == nil)
    }
}
