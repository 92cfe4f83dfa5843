/// The manual page: `--generate man`.
enum ManPage {
    static var text: String {
        var page = ManWriter(
            title: "FORMPOST", section: 1, date: Formpost.date,
            source: "formpost \(Formpost.version)", manual: "User Commands")
        introduction(&page)
        examples(&page)
        fields(&page)
        options(&page)
        variables(&page)
        list(&page, "WRITE-OUT VARIABLES", WriteOutVariables.entries)
        page.section("PROGRESS STREAM")
        page.line(ManualContent.progress)
        for entry in ManualContent.progressEvents {
            page.item(tag: ManWriter.bold(entry.syntax), entry.meaning)
        }
        list(&page, "EXIT STATUS", ExitStatus.meanings)
        page.paragraph(ExitStatus.others)
        environment(&page)
        files(&page)
        page.section("DIFFERENCES FROM CURL")
        page.line(CurlDifferences.introduction)
        for row in CurlDifferences.all {
            page.item(
                tag: ManWriter.marked(row.subject), "curl \(row.curl). formpost \(row.formpost).")
        }
        formDifferences(&page)
        page.section("RECIPES")
        page.line(ManualContent.recipes)
        for recipe in Recipe.all {
            page.subsection(recipe.title)
            page.line(recipe.note)
            page.example(recipe.command)
        }
        page.section("REQUIREMENTS")
        page.line(ManualContent.requirements)
        page.section("SEE ALSO")
        page.line("`curl`(1), `netrc`(5)")
        page.paragraph("RFC 7578 (multipart/form-data), RFC 2046 (multipart), RFC 9110 (HTTP)")
        return page.text
    }

    private static func introduction(_ page: inout ManWriter) {
        page.section("NAME")
        page.line("formpost - upload forms and files by HTTP")
        page.section("SYNOPSIS")
        page.line("`formpost` [options] `-F` name=content [`-F` name=content ...] URL")
        page.paragraph("`formpost` [options] `-d` data | `--json` data | `-T` file URL")
        page.section("DESCRIPTION")
        for (index, paragraph) in ManualContent.description.enumerated() {
            if index == 0 { page.line(paragraph) } else { page.paragraph(paragraph) }
        }
        page.paragraph(FileChoices.introduction)
        page.example(FileChoices.lines)
    }

    private static func examples(_ page: inout ManWriter) {
        page.section("EXAMPLES")
        for (index, example) in ManualContent.examples.enumerated() {
            if index == 0 { page.line(example.meaning) } else { page.paragraph(example.meaning) }
            page.example(example.syntax.split(separator: "\n").map(String.init))
        }
    }

    /// The grammar of `-F`.
    private static func fields(_ page: inout ManWriter) {
        page.section("FORM FIELDS")
        page.line(
            "Each `-F` adds one part to the form, in the order in which they are given. The text up to "
                + "the first `=` is the name of the part. The content after it is one of")
        for entry in FormGrammar.contents {
            page.item(tag: ManWriter.bold(entry.syntax), entry.meaning)
        }
        page.paragraph("The content may be followed by, in any order, each after a semicolon,")
        for entry in FormGrammar.parameters {
            page.item(tag: ManWriter.bold(entry.syntax), entry.meaning)
        }
        for paragraph in ManualContent.grammar + [FormGrammar.quoting] { page.paragraph(paragraph) }
        for example in FormGrammar.examples {
            page.paragraph(example.meaning)
            page.example(["formpost \(example.syntax) URL"])
        }
    }

    private static func formDifferences(_ page: inout ManWriter) {
        page.subsection("Arguments of -F")
        page.line(FormDifferences.introduction)
        for row in FormDifferences.rows {
            page.item(
                tag: ManWriter.marked(row.argument),
                row.fault.prefix(1).uppercased() + row.fault.dropFirst() + ". curl \(row.curl). "
                    + "formpost \(row.formpost); with `--form-lax` it \(row.lax).")
        }
        page.paragraph(FormDifferences.strictIntroduction)
        for row in FormDifferences.strictRows {
            page.item(
                tag: ManWriter.marked(row.argument), "curl \(row.curl). formpost \(row.formpost).")
        }
    }

    private static func options(_ page: inout ManWriter) {
        page.section("OPTIONS")
        page.line(ManualContent.options)
        for group in OptionSpec.Group.allCases {
            page.subsection(HelpText.title(group))
            for row in OptionTable.rows(of: group) {
                let (text, examples) = row.explanationAndExamples
                page.item(
                    tag: tag(row),
                    row.help + "." + choice(row) + " " + text + label(of: examples),
                    example: examples.flatMap { CommandLines.lines($0, width: 64) })
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
        switch row.argument {
        case .none: return names
        case .required(let argument): return names + " " + ManWriter.italic(argument)
        case .optional(let argument): return names + " [" + ManWriter.italic(argument) + "]"
        case .attached(let argument): return names + "[=" + ManWriter.italic(argument) + "]"
        }
    }

    private static func choice(_ row: OptionSpec) -> String {
        row.choices.isEmpty ? "" : " One of `\(row.choices.joined(separator: "`, `"))`."
    }

    private static func variables(_ page: inout ManWriter) {
        page.section("VARIABLES")
        page.line(ManualContent.variables)
        for entry in TemplateFunction.rows {
            page.item(tag: ManWriter.bold(entry.name), entry.meaning)
        }
        for paragraph in ManualContent.variableNotes { page.paragraph(paragraph) }
        page.example(ManualContent.variableExamples)
    }

    private static func environment(_ page: inout ManWriter) {
        list(&page, "ENVIRONMENT", ManualContent.environment)
    }

    private static func files(_ page: inout ManWriter) {
        list(&page, "FILES", ManualContent.files)
        for paragraph in ManualContent.configuration { page.paragraph(paragraph) }
        page.example(ManualContent.configurationExample)
    }

    private static func list(
        _ page: inout ManWriter, _ title: String, _ entries: [FormGrammar.Entry]
    ) {
        page.section(title)
        for entry in entries { page.item(tag: ManWriter.bold(entry.syntax), entry.meaning) }
    }
}

extension GeneratedText {
    var text: String {
        switch self {
        case .man: ManPage.text
        case .completeBash: BashCompletion.text
        case .completeZsh: ZshCompletion.text
        case .completeFish: FishCompletion.text
        }
    }
}
