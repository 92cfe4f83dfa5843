enum ManPage {
    static var text: String {
        var page = ManWriter()
        for section in ManualSection.all { write(section, to: &page) }
        return page.text
    }

    private static func write(_ section: ManualSection, to page: inout ManWriter) {
        page.title(section.title, isInner: false)
        for part in section.parts {
            switch part {
            case .text(let text): page.paragraphs(text)
            case .items(let entries):
                for entry in entries { page.item(tag: ManWriter.bold(entry.syntax), entry.meaning) }
            case .subjects(let entries):
                for entry in entries {
                    page.item(tag: ManWriter.marked(entry.syntax), entry.meaning)
                }
            case .example(let lines): page.example(lines)
            case .subsection(let title): page.title(title, isInner: true)
            case .options(let rows):
                for row in rows {
                    let (text, examples) = row.explanationAndExamples
                    page.item(
                        tag: tag(row),
                        row.help + "." + choice(row) + " " + text + label(of: examples),
                        example: examples.flatMap { TextWrap.lines(command: $0, width: 64) })
                }
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
        row.words.isEmpty ? "" : " One of `\(row.words.joined(separator: "`, `"))`."
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
