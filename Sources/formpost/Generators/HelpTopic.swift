/// The topics of `--help` that the manual has besides options, groups and recipes.
enum HelpTopic: String, CaseIterable, Sendable {
    case writeOut = "write-out"
    case files, variables, exit, examples, cookies, proxies, environment

    var text: String {
        switch self {
        case .writeOut: option("write-out") + "\n" + HelpText.table(WriteOutVariables.entries)
        case .files:
            HelpText.table(ManualContent.files) + "\n"
                + paragraphs(ManualContent.configuration)
                + lines(ManualContent.configurationExample)
        case .variables:
            paragraphs([ManualContent.variables])
                + HelpText.table(TemplateFunction.rows.map { ($0.name, $0.meaning) }) + "\n"
                + paragraphs(ManualContent.variableNotes) + lines(ManualContent.variableExamples)
        case .exit:
            HelpText.table(ExitStatus.meanings) + "\n" + HelpText.plain(ExitStatus.others) + "\n"
        case .examples:
            ManualContent.examples.map { example in
                paragraph(example.meaning)
                    + lines(example.syntax.split(separator: "\n").map(String.init))
            }.joined(separator: "\n")
        case .cookies: options { $0.long.contains("cookie") }
        case .proxies:
            options { $0.long.contains("proxy") || $0.long.hasPrefix("socks") } + "\n"
                + HelpText.table(ManualContent.environment.filter { $0.syntax.contains("proxy") })
        case .environment: HelpText.table(ManualContent.environment)
        }
    }

    private func options(_ isAbout: (OptionSpec) -> Bool) -> String {
        OptionTable.visible.filter(isAbout).map(HelpText.text(of:)).joined(separator: "\n")
    }

    private func option(_ long: String) -> String {
        OptionTable.row(long: long).map(HelpText.text(of:)) ?? ""
    }

    private func paragraphs(_ texts: [String]) -> String {
        texts.map { paragraph($0) + "\n" }.joined()
    }

    private func paragraph(_ text: String) -> String {
        TextWrap.lines(HelpText.plain(text), width: 79).map { $0 + "\n" }.joined()
    }

    /// Lines to be typed.
    private func lines(_ lines: [String]) -> String { lines.map { "  \($0)\n" }.joined() }
}
