/// A section of the manual, which `--help` shows as well.
struct ManualSection: Sendable {
    enum Part: Sendable {
        /// Paragraphs.
        case text(String)
        /// Notations and their meanings.
        case items([TextReader.Entry])
        /// Subjects in words and sentences about them.
        case subjects([TextReader.Entry])
        /// Lines to be typed.
        case example([String])
        case subsection(String)
        case options([OptionSpec])
    }

    let title: String
    /// The topic of `--help`, besides the title.
    let topic: String?
    let parts: [Part]

    private init(_ title: String, topic: String? = nil, _ parts: [Part]) {
        (self.title, self.topic, self.parts) = (title, topic, parts)
    }

    /// All, in the order of the manual.
    static let all = [
        ManualSection("NAME", [.text("formpost - upload forms and files by HTTP")]),
        ManualSection("SYNOPSIS", [.text(Texts.synopsis)]),
        ManualSection(
            "DESCRIPTION",
            [
                .text(Texts.description), .text(Texts.fileChoicesNote),
                .example(HelpText.fileChoices),
            ]),
        ManualSection(
            "EXAMPLES", topic: "examples",
            TextReader.entries(Texts.examples).flatMap { [.text($0), .lines($1)] }),
        ManualSection("FORM FIELDS", fields),
        ManualSection(
            "OPTIONS",
            [.text(Texts.optionSyntax)]
                + OptionSpec.Group.allCases.flatMap {
                    [.subsection(HelpText.title($0)), .options(OptionTable.rows(of: $0))]
                }),
        ManualSection(
            "INTERRUPTED UPLOADS", topic: "resume",
            [.text(Texts.interruptions), .table(Texts.interruptionChoices)]),
        ManualSection(
            "VARIABLES", topic: "variables",
            [
                .text(Texts.variables), .table(Texts.templateFunctions),
                .text(Texts.variableNotes), .lines(Texts.variableExample),
            ]),
        ManualSection(
            "WRITE-OUT VARIABLES", topic: "write-out", [.table(Texts.writeOutVariables)]),
        ManualSection(
            "PROGRESS STREAM", [.text(Texts.progress), .table(Texts.progressEvents)]),
        ManualSection(
            "EXIT STATUS", topic: "exit", [.items(ExitStatus.meanings), .text(ExitStatus.others)]),
        ManualSection("ENVIRONMENT", topic: "environment", [.table(Texts.environment)]),
        ManualSection(
            "FILES", topic: "files",
            [
                .table(Texts.files), .text(Texts.configuration), .lines(Texts.configurationExample),
            ]),
        ManualSection("DIFFERENCES FROM CURL", differences),
        ManualSection(
            "OPTIONS WITHOUT EFFECT",
            [.text(Texts.acceptedOptionsNote), .differences(CurlDifferences.accepted)]),
        ManualSection(
            "RECIPES",
            [.text(Texts.recipesNote)]
                + Recipe.all.flatMap {
                    [.subsection($0.title), .text($0.note), .example($0.command)]
                }),
        ManualSection("REQUIREMENTS", [.text(Texts.requirements)]),
        ManualSection("HISTORY", [.text(Texts.historyNote), .table(Texts.history)]),
        ManualSection("SEE ALSO", [.text(Texts.seeAlso)]),
    ]

    /// The grammar of `-F`.
    private static let fields: [Part] =
        [
            .text(Texts.fieldSyntax), .table(Texts.fieldContents),
            .text("The content may be followed by, in any order, each after a semicolon,"),
            .table(Texts.fieldParameters), .text(Texts.fieldNotes), .text(Texts.fieldQuoting),
        ]
        + TextReader.entries(Texts.fieldExamples).flatMap {
            [.text($0.meaning), .example(["formpost \($0.syntax) URL"])]
        }

    private static let differences: [Part] = [
        .text(Texts.differences), .differences(CurlDifferences.ofEffects),
        .subsection("Arguments of -F"), .text(Texts.fieldDifferencesNote),
        .subjects(
            TextReader.rows(Texts.fieldDifferences, columns: 5).map { row in
                (
                    row[0],
                    row[1].prefix(1).uppercased() + row[1].dropFirst() + ". curl \(row[2]). "
                        + "formpost \(row[3]); with `--form-lax` it \(row[4])."
                )
            }),
        .text(Texts.strictFieldDifferencesNote),
        .differences(TextReader.rows(Texts.strictFieldDifferences, columns: 3)),
    ]

    /// The section with a title that begins with these words.
    static func named(_ words: String) -> ManualSection? {
        all.first { "\($0.title.lowercased()) ".hasPrefix(words + " ") }
    }
}

extension ManualSection.Part {
    fileprivate static func table(_ text: String) -> Self { .items(TextReader.entries(text)) }

    fileprivate static func lines(_ text: String) -> Self {
        .example(text.split(separator: "\n").map(String.init))
    }

    fileprivate static func differences(_ rows: [[String]]) -> Self {
        .subjects(rows.map { ($0[0], "curl \($0[1]). formpost \($0[2]).") })
    }
}
