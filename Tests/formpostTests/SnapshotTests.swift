import FormEncoding
import TestSupport
import Testing

@testable import formpost

/// Snapshots of help, manual, completions and README tables.
@Suite struct SnapshotTests {
    @Test(
        arguments: [
            ("help.txt", nil), ("help-all.txt", "all"), ("help-form.txt", "-F"),
        ] as [(String, ByteString?)])
    func help(_ name: String, _ topic: ByteString?) throws {
        let text = try HelpText.text(topic: topic)
        let difference = try Snapshot.difference(of: Array(text.utf8), from: name)
        #expect(difference == nil)
    }

    @Test(arguments: [
        ("formpost.1", GeneratedText.man), ("formpost.bash", .completeBash),
        ("_formpost", .completeZsh), ("formpost.fish", .completeFish),
    ])
    func generated(_ name: String, _ kind: GeneratedText) throws {
        let text = kind.text
        let difference = try Snapshot.difference(of: Array(text.utf8), from: name)
        #expect(difference == nil)
    }

    /// One test, since all sections are in the same file.
    @Test func readme() throws {
        for (name, text) in [
            ("several files", ReadmeTables.fileChoices),
            ("exit statuses", ReadmeTables.exitStatuses), ("differences", ReadmeTables.differences),
            ("differences of -F", ReadmeTables.formDifferences),
            ("differences of -F in both modes", ReadmeTables.strictFormDifferences),
            ("recipes", ReadmeTables.recipes),
        ] {
            let difference = try Snapshot.difference(of: text, fromReadme: name)
            #expect(difference == nil)
        }
    }
}
