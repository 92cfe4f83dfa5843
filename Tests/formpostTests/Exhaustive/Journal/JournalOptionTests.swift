import FormEncoding
import Testing

@testable import formpost

@Suite struct JournalOptionTests {
    private func parse(_ arguments: ByteString...) throws(UsageError) -> Settings {
        try ArgumentParser.parse(["-q"] + arguments + ["-F", "f=a", "http://h/"])
    }

    @Test func isStored() throws {
        #expect(try parse().output.journal == nil)
        let settings = try parse("--journal", "a", "--journal=b c")
        #expect(settings.output.journal == "b c")
        #expect(
            settings.files == [FileUse(option: "--journal", path: "b c", kind: .journal)])
    }

    private static let refused: [(ByteString, String)] = [
        ("", "--journal: the value is empty"),
        ("-", "--journal: '-' is not a file that can be read and written"),
    ]

    @Test(arguments: refused)
    func isAFile(value: ByteString, text: String) {
        do throws(UsageError) {
            _ = try parse("--journal", value)
            Issue.record("it is taken")
        } catch {
            #expect(Messages.text(error) == text)
        }
    }
}
