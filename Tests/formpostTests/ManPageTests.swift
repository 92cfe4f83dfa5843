import Testing

@testable import formpost

@Suite struct ManPageTests {
    @Test func everyOptionIsThere() {
        let text = GeneratedText.man.text
        for row in OptionTable.visible {
            let name = (row.isNegatable ? "--[no-]" : "--") + row.long
            #expect(text.contains(ManWriter.bold(name)), "\(name)")
        }
    }

    @Test func examplesFitATerminal() {
        let examples =
            TextReader.entries(Texts.examples).map(\.meaning)
            + TextReader.entries(Texts.fieldExamples).map { "formpost \($0.syntax) URL" }
            + [Texts.configurationExample, Texts.variableExample] + HelpText.fileChoices
        for line in examples.flatMap({ $0.split(separator: "\n") }) {
            #expect(line.count <= 68, "\(line)")
        }
    }

    @Test func noLineIsTooLong() {
        var isExample = false
        for line in GeneratedText.man.text.split(separator: "\n") {
            if line == ".EX" || line == ".EE" { isExample.toggle() }
            #expect(isExample || line.utf8.count <= 80, "\(line)")
        }
    }

    @Test func textBecomesRoff() {
        #expect(ManWriter.bold("-F") == "\\fB\\-F\\fP")
        #expect(ManWriter.escaped("a\\b'c`d^e~f") == "a\\eb\\(aqc\\(gad\\(hae\\(tif")
        #expect(ManWriter.escaped(".x") == ".x")
        var page = ManWriter(title: "X", section: 1, date: "d", source: "s", manual: "m")
        page.paragraph("'a' one-way `b c` --long -s, (-t) .")
        page.example([".SH", "-a"])
        #expect(
            page.text == """
                .TH X 1 d "s" "m"
                .nr HY 0
                .nh
                .PP
                \\(aqa\\(aq \\%one-way \\fBb\\0c\\fP \\-\\-long \\-s, (\\-t) .
                .PP
                .RS 4
                .EX
                \\&.SH
                \\-a
                .EE
                .RE

                """)
    }

    /// A long command may break between its words; examples have lines of their own.
    @Test func commandsStayWhole() {
        let long = String(repeating: "word ", count: 20)
        #expect(ManWriter.marked("`\(long)`").contains("\\fBword\\fP \\fBword\\fP"))
        let text = GeneratedText.man.text
        #expect(text.contains("Example:\n.RS 7\n.EX\n\\-d name=anna \\-d age=7\n.EE\n.RE\n"))
        #expect(!text.contains("Example: \\fB\\-d"))
    }

    @Test func aParagraphIsWrapped() {
        #expect(TextWrap.lines("a bc  def\ng", width: 4) == ["a bc", "def", "g"])
        #expect(TextWrap.lines("abcdef g", width: 3) == ["abcdef", "g"])
        #expect(TextWrap.lines("", width: 3) == [])
    }
}
