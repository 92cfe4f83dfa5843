import FormEncoding
import Testing

@testable import formpost

@Suite struct VariableArgumentTests {
    struct Row: Sendable {
        var value: ByteString
        var name = "a"
        var isImported = false
        var range: ClosedRange<Int64>?
        var text: String?
        var file: ByteString?
    }

    static let rows = [
        Row(value: "a=b", text: "b"), Row(value: "a=", text: ""), Row(value: "a==@b", text: "=@b"),
        Row(value: "A_9=x", name: "A_9", text: "x"), Row(value: "a@f=g", file: "f=g"),
        Row(value: "a@-", file: "-"), Row(value: "%a", isImported: true),
        Row(value: "%a=b", isImported: true, text: "b"),
        Row(value: "%a@b", isImported: true, file: "b"),
        Row(value: "a[2-5]@f", range: 2...5, file: "f"),
        Row(value: "a[2-]=text", range: 2...(.max), text: "text"),
        Row(value: "%a[0-0]=b", isImported: true, range: 0...0, text: "b"),
    ]

    @Test(arguments: rows)
    func parts(_ row: Row) throws {
        let use = OptionUse(option: "--variable", argument: row.value)
        let argument = try VariableArgument(use)
        #expect(argument.name == row.name)
        #expect(argument.isImported == row.isImported)
        #expect(argument.range == row.range)
        let content: VariableArgument.Content? =
            row.text.map { .text(Array($0.utf8)) }
            ?? row.file.map { .file(InputFile(use, path: $0)) }
        #expect(argument.content == content)
    }

    static let errors: [(ByteString, ValueProblem)] = [
        ("", .notVariable), ("=b", .notVariable), ("%", .notVariable), ("%=b", .notVariable),
        ("a", .notVariable), ("a b=c", .notVariable), ("a-b=c", .notVariable),
        ("a@", .notVariable), ("ä=b", .notVariable),
        (ByteString(String(repeating: "a", count: 128) + "=b"), .notVariable),
        ("a[]=b", .notByteRange), ("a[5-2]=b", .notByteRange), ("a[-2]=b", .notByteRange),
        ("a[1]=b", .notByteRange), ("a[x-2]=b", .notByteRange), ("a[1-2=b", .notVariable),
        ("a[1-99999999999999999999]=b", .notByteRange),
    ]

    @Test(arguments: errors)
    func isAnError(_ value: ByteString, _ problem: ValueProblem) {
        let use = OptionUse(option: "--variable", argument: value)
        #expect(throws: use.bad(problem)) { try VariableArgument(use) }
    }

    /// The text may be a secret.
    @Test func messagesHideTheText() {
        let error = UsageError.badValue(
            option: "--variable", value: "my-token=s3cret", problem: .notVariable)
        #expect(
            Messages.text(error) == "--variable: 'my-token=[masked]' is not a variable: write "
                + "name=text, name@file or %name, with letters, digits and '_' in the name")
    }
}
