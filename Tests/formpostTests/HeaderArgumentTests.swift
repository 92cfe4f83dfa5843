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
        for (content, line, number, problem) in [
            ("A: b\r\n\r\n# c\n", "# c", 3, ValueProblem.headerWithoutColon),
            ("A: b\u{0}\n", "A: b\u{0}", 1, .lineBreak),
            ("@x\n", "@x", 1, .headerWithoutColon),
        ] {
            let argument = try file(content)
            guard case .file(let file) = argument else { return }
            let error = UsageError.badValue(
                option: "-H", value: ByteString(line), problem: problem)
            #expect(throws: error.at(ConfigPlace(file: file.path, line: number))) {
                try HeaderArgument.resolved([argument])
            }
        }
    }

    @Test func aFileThatCannotBeRead() {
        let file = InputFile(path: "/no/such", option: "--header")
        let error = UsageError.unreadableFile(file, errno: 2)
        #expect(throws: error) { try HeaderArgument.resolved([.file(file)]) }
        #expect(error.exitStatus == 26)
    }
}
