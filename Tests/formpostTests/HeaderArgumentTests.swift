import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

@Suite struct HeaderArgumentTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ content: String) throws -> HeaderArgument {
        try directory.file("h", content)
        return .file(InputFile(path: ByteString(directory.path("h")), option: "-H"))
    }

    @Test func theLinesOfAFileTakeItsPlace() throws {
        let arguments: [HeaderArgument] = [
            .add(name: "A", value: "1"), try file("B: 2\r\n\r\n\nC;\nD:\n"), .remove(name: "E"),
        ]
        #expect(
            try HeaderArgument.resolved(arguments) == [
                .add(name: "A", value: "1"), .add(name: "B", value: "2"), .addEmpty(name: "C"),
                .remove(name: "D"), .remove(name: "E"),
            ])
    }

    @Test func aLineThatIsNoHeader() throws {
        for (content, line, problem) in [
            ("A: b\n# c\n", "# c", ValueProblem.headerWithoutColon),
            ("A: b\u{0}\n", "A: b\u{0}", .lineBreak),
            ("@x\n", "@x", .headerWithoutColon),
        ] {
            let arguments = [try file(content)]
            #expect(
                throws: UsageError.badValue(option: "-H", value: ByteString(line), problem: problem)
            ) { try HeaderArgument.resolved(arguments) }
        }
    }

    @Test func aFileThatCannotBeRead() {
        let file = InputFile(path: "/no/such", option: "--header")
        let error = UsageError.unreadableFile(file, errno: 2)
        #expect(throws: error) { try HeaderArgument.resolved([.file(file)]) }
        #expect(error.exitStatus == 26)
    }
}
