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
        return .file(path: ByteString(directory.path + "/h"))
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
        let error = UsageError.unreadableFile(option: "-H", path: "/no/such", errno: 2)
        #expect(throws: error) { try HeaderArgument.resolved([.file(path: "/no/such")]) }
        #expect(error.exitStatus == 26)
    }

    @Test func standardInputIsReadOnce() throws {
        let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let twice = UsageError.badValue(option: "-H", value: "@-", problem: .standardInputTwice)
        #expect(throws: twice) {
            try HeaderArgument.resolved(
                [.file(path: "-"), .file(path: "-")], standardInput: null.fileDescriptor)
        }
        var settings = Settings()
        settings.request.headers = [.file(path: "-")]
        settings.form.fields = [FormField(kind: .form, argument: "a=@-", option: "-F")]
        let builder = FormBuilder(settings)
        let problem = FormProblem(
            field: settings.form.fields[0], offset: 3, fact: .standardInputTwice)
        #expect(throws: FormFailure.syntax(problem)) { try builder.build() }
    }
}
