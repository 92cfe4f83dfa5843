enum ManPage {
    static var text: String {
        var page = ManWriter(
            title: "FORMPOST", section: 1, date: Version.date,
            source: "formpost \(Version.number)", manual: "User Commands")
        page.section("NAME", "formpost - upload forms and files by HTTP")
        page.section("SYNOPSIS", Texts.synopsis)
        page.section("DESCRIPTION", Texts.description)
        page.paragraph(Texts.fileChoicesNote)
        page.example(HelpText.fileChoices)
        for (index, (meaning, command)) in TextReader.entries(Texts.examples).enumerated() {
            if index == 0 {
                page.section("EXAMPLES", meaning)
            } else {
                page.paragraph(meaning)
            }
            page.example(command)
        }
        fields(&page)
        options(&page)
        page.section("GOING ON AFTER AN INTERRUPTION", Texts.interruptions)
        page.items(Texts.interruptionChoices)
        page.section("VARIABLES", Texts.variables)
        page.items(Texts.templateFunctions)
        page.paragraphs(Texts.variableNotes)
        page.example(Texts.variableExample)
        page.section("WRITE-OUT VARIABLES")
        page.items(Texts.writeOutVariables)
        page.section("PROGRESS STREAM", Texts.progress)
        page.items(Texts.progressEvents)
        page.section("EXIT STATUS")
        page.items(ExitStatus.meanings)
        page.paragraph(ExitStatus.others)
        page.section("ENVIRONMENT")
        page.items(Texts.environment)
        page.section("FILES")
        page.items(Texts.files)
        page.paragraphs(Texts.configuration)
        page.example(Texts.configurationExample)
        page.section("DIFFERENCES FROM CURL", Texts.differences)
        page.differences(CurlDifferences.ofEffects)
        formDifferences(&page)
        page.section("OPTIONS WITHOUT EFFECT", Texts.acceptedOptionsNote)
        page.differences(CurlDifferences.accepted)
        page.section("RECIPES", Texts.recipes)
        for recipe in Recipe.all {
            page.subsection(recipe.title, recipe.note)
            page.example(recipe.command)
        }
        page.section("REQUIREMENTS", Texts.requirements)
        page.section("SEE ALSO", Texts.seeAlso)
        return page.text
    }

    /// The grammar of `-F`.
    private static func fields(_ page: inout ManWriter) {
        page.section("FORM FIELDS", Texts.fieldSyntax)
        page.items(Texts.fieldContents)
        page.paragraph("The content may be followed by, in any order, each after a semicolon,")
        page.items(Texts.fieldParameters)
        page.paragraphs(Texts.fieldNotes)
        page.paragraphs(Texts.fieldQuoting)
        for example in TextReader.entries(Texts.fieldExamples) {
            page.paragraph(example.meaning)
            page.example("formpost \(example.syntax) URL")
        }
    }

    private static func formDifferences(_ page: inout ManWriter) {
        page.subsection("Arguments of -F", Texts.fieldDifferencesNote)
        for row in TextReader.rows(Texts.fieldDifferences, columns: 5) {
            page.item(
                tag: ManWriter.marked(row[0]),
                row[1].prefix(1).uppercased() + row[1].dropFirst() + ". curl \(row[2]). "
                    + "formpost \(row[3]); with `--form-lax` it \(row[4]).")
        }
        page.paragraphs(Texts.strictFieldDifferencesNote)
        page.differences(TextReader.rows(Texts.strictFieldDifferences, columns: 3))
    }

    private static func options(_ page: inout ManWriter) {
        page.section("OPTIONS", Texts.optionSyntax)
        for group in OptionSpec.Group.allCases {
            page.subsection(HelpText.title(group))
            for row in OptionTable.rows(of: group) {
                let (text, examples) = row.explanationAndExamples
                page.item(
                    tag: tag(row),
                    row.help + "." + choice(row) + " " + text + label(of: examples),
                    example: examples.flatMap { TextWrap.lines(command: $0, width: 64) })
            }
        }
    }

    private static func label(of examples: [String]) -> String {
        examples.isEmpty ? "" : examples.count == 1 ? " Example:" : " Examples:"
    }

    /// `-k, --[no-]insecure`
    private static func tag(_ row: OptionSpec) -> String {
        let long = row.isNegatable ? "--[no-]\(row.long)" : row.longName
        let names = [row.shortName, long].compactMap { $0.map(ManWriter.bold) }
            .joined(separator: ", ")
        return names
            + HelpText.value(row, required: ManWriter.italic, other: ManWriter.italic)
    }

    private static func choice(_ row: OptionSpec) -> String {
        row.choices.isEmpty ? "" : " One of `\(row.choices.joined(separator: "`, `"))`."
    }
}

extension ManWriter {
    fileprivate mutating func differences(_ rows: [[String]]) {
        for row in rows {
            item(tag: Self.marked(row[0]), "curl \(row[1]). formpost \(row[2]).")
        }
    }
}

extension GeneratedText {
    var text: String {
        switch self {
        case .man: ManPage.text
        case .completeBash: Texts.bashCompletion
        case .completeZsh: Texts.zshCompletion
        case .completeFish: Texts.fishCompletion
        }
    }
}
