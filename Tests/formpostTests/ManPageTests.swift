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
}
