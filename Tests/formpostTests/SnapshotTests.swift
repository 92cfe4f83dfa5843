import FormEncoding
import TestSupport
import Testing

@testable import formpost

/// Snapshots of help, manual, completions and tables.
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

    @Test func tables() throws {
        let text = Array(ManualTables.text.utf8)
        let difference = try Snapshot.difference(of: text, from: "tables.md")
        #expect(difference == nil)
    }

    @Test func readme() throws {
        let difference = try Snapshot.difference(
            of: ManualTables.fileChoices, fromReadme: "several files")
        #expect(difference == nil)
    }
}
