import FormEncoding
import Testing

@testable import formpost

/// Refused arguments, their columns, and the results with `--form-lax`.
@Suite struct FormProblemTests {
    private func parse(
        _ arguments: [ByteString], isLax: Bool
    ) -> (problem: FormProblem?, warnings: [FormProblem]) {
        var parser = FormParser(isLax: isLax)
        let fields = arguments.map { FormField(kind: .form, argument: $0, option: "-F") }
        do throws(FormProblem) {
            _ = try parser.parse(fields)
            return (nil, parser.warnings)
        } catch {
            return (error, parser.warnings)
        }
    }

    struct Row: Sendable {
        var argument: ByteString
        var offset: Int
        var fact: FormProblem.Fact

        init(_ argument: ByteString, _ offset: Int, _ fact: FormProblem.Fact) {
            (self.argument, self.offset, self.fact) = (argument, offset, fact)
        }
    }

    @Test(arguments: [
        Row("name=John; Doe", 11, .unknownParameter("Doe")),
        Row("a=b;c", 4, .unknownParameter("c")),
        Row("a=b; \"type=x/y\"", 5, .unknownParameter("type=x/y")),
        Row("a=b; type =x/y", 5, .unknownParameter("type =x/y")),
        Row("a=\"b;c", 5, .unknownParameter("c")),
        Row("a=@f;x,g", 5, .unknownParameter("x")),
        Row("a=\"b\"c", 5, .textAfterQuote("c")),
        Row("a=\"b\" c d ;type=x/y", 6, .textAfterQuote("c d")),
        Row("a=@\"f\"g,h", 6, .textAfterQuote("g")),
        Row("a=b;filename=\"f\"g", 16, .textAfterQuote("g")),
        Row("a= b", 2, .blanksAround(3..<4, in: 2..<4)),
        Row("a=b\n\n", 3, .blanksAround(2..<3, in: 2..<5)),
        Row("a=\t b \r;type=x/y", 2, .blanksAround(4..<5, in: 2..<7)),
        Row("a=b ;;", 3, .blanksAround(2..<3, in: 2..<4)),
        Row("a= \"b", 2, .blanksAround(3..<5, in: 2..<5)),
        Row("a= \u{B}\u{C}", 2, .blanksAround(5..<5, in: 2..<5)),
        Row("a= @f", 2, .blanksAround(3..<5, in: 2..<5)),
        Row("=) ", 2, .blanksAround(1..<2, in: 1..<3)),
        Row("a=b;type=png", 9, .malformedType("png")),
        Row("a=@f;type= png ;filename=x", 11, .malformedType("png")),
        Row("a=b;type=x y", 9, .malformedType("x y")),
        Row("a=<f;type=a;b", 10, .malformedType("a;b")),
        Row("a=<f;filename=g", 14, .notAllowed(parameter: "filename", part: .contents)),
    ])
    func anErrorThatLaxMakesAWarning(_ row: Row) {
        let field = FormField(kind: .form, argument: row.argument, option: "-F")
        let problem = FormProblem(field: field, offset: row.offset, fact: row.fact)
        #expect(parse([row.argument], isLax: false).problem == problem)
        #expect(problem.exitStatus == 2)
        let lax = parse([row.argument], isLax: true)
        #expect(lax.problem == nil)
        #expect(lax.warnings.first == problem)
    }

    @Test(
        arguments: [
            "a=\" b \"", "a= \"b\" ", "a= \"b\" ;type=x/y", "a=b; type=x/y ", "a=b;filename= f ",
            "a=b;headers= X: 1 ", "a=b;encoder= 8bit ", "a=@ f ", "a=< f ", "a=\u{A0}b",
            " a =b", "a=", "a=;type=x/y", "a=b  c",
        ] as [ByteString])
    func blanksThatAreNotOfAText(_ argument: ByteString) {
        #expect(parse([argument], isLax: false).problem == nil)
    }

    @Test func textWithAFilenameIsWarnedAbout() {
        let warned: [(ByteString, Int, ByteString)] = [
            ("a=see; filename=x", 7, "x"), ("a=b;\tFILENAME= \"x y\"", 5, "x y"),
            ("a=b; type=x/y; filename=", 15, ""),
        ]
        for (argument, offset, name) in warned {
            let found = parse([argument], isLax: false)
            #expect(found.problem == nil)
            #expect(found.warnings.map(\.fact) == [.textBecomesFile(name)])
            #expect(found.warnings.map(\.offset) == [offset])
        }
        let quiet: [ByteString] = [
            "a=b;filename=x", "a=\"b\"; filename=x", "a=; filename=x", "a=@b; filename=x",
        ]
        #expect(parse(quiet, isLax: false).warnings.isEmpty)
    }

    @Test func textWithATypeIsWarnedAbout() {
        let warned: [(ByteString, Int, ByteString)] = [
            (#"j={"a":"x;type=y/z"}"#, 15, #"y/z"}"#), ("a=b:c;type=d/e;}", 11, "d/e;}"),
            ("a=x;type=b/c?d=e", 9, "b/c?d=e"), ("a=b; type=text/plain and", 10, "text/plain and"),
            ("a=b;type=a/b; more", 9, "a/b; more"), ("a=b;type=a/b;c=d e", 9, "a/b;c=d e"),
        ]
        for (argument, offset, type) in warned {
            let found = parse([argument], isLax: false)
            #expect(found.problem == nil)
            #expect(found.warnings.map(\.fact) == [.textEndsAtType(type)])
            #expect(found.warnings.map(\.offset) == [offset])
        }
        let quiet: [ByteString] = [
            "a=b;type=x/y", "a=b;type=text/plain; charset=utf-8", #"a=b;type=x/y;a="b;c d""#,
            "a=b;type=image/*", "a=b;type=x/y;", #"a="b";type=x/y z"#,
            "a=;type=x/y z", "a=@f;type=x/y z", "a=<f;type=x/y z",
        ]
        #expect(parse(quiet, isLax: false).warnings.isEmpty)
    }

    @Test(arguments: [
        Row("a=(b", 3, .textInGroup("b")),
        Row("a=(:;type=x/y", 3, .textInGroup(":")),
        Row("a=(;filename=f", 13, .notAllowed(parameter: "filename", part: .group)),
        Row("a=(;encoder=8bit", 12, .notAllowed(parameter: "encoder", part: .group)),
    ])
    func groupsThatLoseSomething(_ row: Row) {
        #expect(parse([row.argument, "=)"], isLax: false).problem?.fact == row.fact)
        #expect(parse([row.argument, "=)"], isLax: false).problem?.offset == row.offset)
        #expect(parse([row.argument, "=)"], isLax: true).warnings.map(\.fact) == [row.fact])
    }

    @Test(arguments: [
        Row("", 0, .noEquals),
        Row("abc", 3, .noEquals),
        Row("a=b;type=", 9, .emptyType),
        Row("a=b;type= ;x", 10, .emptyType),
        Row("a=b;type=x/;y", 9, .malformedType("x/")),
        Row("a=b;type= /y ", 10, .malformedType("/y")),
        Row("a=b;type=x /y", 9, .malformedType("x /y")),
        Row("=)", 0, .nothingToClose),
        Row("a=b;type=x/y\r\nX: y", 9, .lineBreak(in: "type=")),
        Row("a=b;type=x/y;z\n=\u{0}1", 9, .lineBreak(in: "type=")),
        Row("a=b;headers=\"X: y\r\nZ: w\"", 12, .lineBreak(in: "headers=")),
        Row("a=b;headers=X: \0", 12, .lineBreak(in: "headers=")),
        Row("a=b;headers=", 12, .emptyHeader),
        Row("a=b;headers=\"\"", 12, .emptyHeader),
        Row("a=b;headers=\" \"", 12, .emptyHeader),
        Row("a=@-,-", 5, FormProblemTests.twice("a=@-,-")),
        Row("a=@f,\"-\",x,-", 11, FormProblemTests.twice("a=@f,\"-\",x,-")),
    ])
    func anErrorEvenWhenLax(_ row: Row) {
        for isLax in [false, true] {
            let problem = parse([row.argument], isLax: isLax).problem
            #expect(problem?.fact == row.fact)
            #expect(problem?.offset == row.offset)
            #expect(problem?.exitStatus == 2)
        }
    }

    fileprivate static func twice(_ argument: ByteString) -> FormProblem.Fact {
        .standardInputTwice(option: "-F", value: argument)
    }

    @Test func standardInputTwiceAcrossArguments() {
        let fact = Self.twice("a=@-")
        #expect(parse(["a=@-", "b=<-"], isLax: true).problem?.fact == fact)
        #expect(parse(["a=@-", "b=<-"], isLax: true).problem?.field.argument == "b=<-")
        #expect(parse(["a=@-", "b=\"<-\"", "c=@./-"], isLax: false).problem == nil)
    }

    @Test func groupsMustComeOutEven() {
        #expect(parse(["=(", "a=(", "=)", "=)"], isLax: false).problem == nil)
        #expect(parse(["=(", "=)", "=)"], isLax: true).problem?.fact == .nothingToClose)
        let open = parse(["ab=(", "c=d"], isLax: false).problem
        #expect(open?.fact == .neverClosed)
        #expect(open?.field.argument == "ab=(")
        #expect(open?.offset == 3)
        #expect(
            parse(["=(", "=("], isLax: true).warnings.map(\.fact) == [.neverClosed, .neverClosed])
    }

    @Test func aSemicolonAtTheEndIsWarnedAbout() {
        for isLax in [false, true] {
            #expect(parse(["a=b; ;"], isLax: isLax).problem == nil)
            #expect(parse(["a=b; ;"], isLax: isLax).warnings.map(\.fact) == [.semicolonDropped])
            #expect(parse(["a=b; ;"], isLax: isLax).warnings.map(\.offset) == [3])
            #expect(parse(["a=\"b\";", "c=@f;", "d=e;type=x/y;"], isLax: isLax).warnings.isEmpty)
        }
    }

    @Test func theFirstProblemOfTheFirstFieldIsReported() {
        #expect(parse(["a=b;c;d", "e"], isLax: false).problem?.fact == .unknownParameter("c"))
        #expect(parse(["a=b;c;d", "e"], isLax: true).problem?.fact == .noEquals)
        #expect(parse(["a=b;c;d"], isLax: true).warnings.count == 2)
    }

    @Test func manyFieldsAndALongValueAreRead() {
        let many = (0..<3000).map { ByteString("n\($0)=v;type=x/y") }
        #expect(parse(many, isLax: false).problem == nil)
        let long = ByteString("a=\"" + String(repeating: "\\\"x;", count: 60_000) + "\"")
        #expect(parse([long], isLax: false).problem == nil)
        let open = ByteString("a=@" + String(repeating: "\"x,", count: 30_000))
        #expect(parse([open], isLax: true).problem == nil)
        let types = ByteString("a=b" + String(repeating: ";type=x/y;filename=f", count: 30_000))
        #expect(parse([types], isLax: false).problem == nil)
    }
}
