/// The manual's text of each option, by its long name.
enum OptionText {
    static let all = Dictionary(sections) { first, _ in first }

    static let help = Dictionary(
        TextReader.entries(Texts.optionHelp).map { ($0.syntax, $0.meaning) }
            + OptionTable.accepted.map { ($0.long, "Accepted because curl has it, without effect") }
    ) { first, _ in first }

    /// The sections of `Texts`, a pair for each name in their heads, and a sentence for each accepted
    /// option.
    static let sections: [(name: String, text: String)] =
        ("\n" + Texts.options.joined(separator: "\n")).split(separator: "\n# ").flatMap { section in
            let lines = section.split(separator: "\n")
            let text = lines.dropFirst().joined(separator: " ")
            return (lines.first ?? "").split(separator: ", ").map { (String($0), text) }
        }
        + AcceptedOptions.all.flatMap { kind in
            kind.rows.map { ($0.long, "It changes nothing: \(kind.reason).") }
        }
}

extension OptionSpec {
    /// One line, without a full stop.
    var help: String { OptionText.help[long] ?? "" }

    /// The manual's text after `help`, in whole sentences; literal text is in backticks.
    var details: String { OptionText.all[long] ?? "" }

    /// `details` without the examples, and for which requests the option counts; and the examples that are commands
    /// or parts of commands.
    var explanationAndExamples: (text: String, examples: [String]) {
        var text = isShared ? details + " With `--next`, it applies to all requests." : details
        var examples: [String] = []
        while let match = text.firstMatch(of: /Example: `([^`]*)`\.\s*/) {
            examples.append(String(match.1))
            text.removeSubrange(match.range)
        }
        return (text, examples)
    }
}

/// Where formpost differs from curl, for the manual: a subject, and what completes the
/// sentences 'curl …' and 'formpost …'.
enum CurlDifferences {
    /// All differences but the options that curl has and that do nothing here.
    static let ofEffects =
        [Texts.uploadDifferences, Texts.responseDifferences, Texts.commandLineDifferences]
        .flatMap { TextReader.rows($0, columns: 3) }

    static let accepted = AcceptedOptions.all.map { kind in
        let names = kind.rows.map { "`\($0.longName)`" }.joined(separator: ", ")
        return [kind.subject, kind.curl, "accepts \(names) without effect: \(kind.reason)"]
    }
}
