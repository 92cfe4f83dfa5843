import FormEncoding

/// The text of `--help`, made from the option table.
enum HelpText {
    /// One screen without a topic; the topic is `all`, a group, an option, a recipe or a
    /// `HelpTopic`.
    static func text(topic: ByteString? = nil) throws(Failure) -> String {
        guard let topic else { return overview }
        let word = topic.description.lowercased()
        if word == "all" {
            return files + OptionTable.sections.map { section($0.group) }.joined(separator: "\n")
        }
        if let group = OptionSpec.Group(rawValue: word) {
            switch group {
            case .form: return form + "\n" + files + section(group)
            case .many: return files + section(group)
            default: return section(group)
            }
        }
        // `expand` or `--expand-form`
        let bare = word.hasPrefix("--") ? String(word.dropFirst(2)) : word
        if bare == "expand" || OptionTable.index(expanding: bare) != nil {
            return HelpTopic.variables.text
        }
        if let topic = HelpTopic(rawValue: word) { return topic.text }
        if let row = OptionTable.row(of: topic.description) {
            return row.meaning == .form ? form : text(of: row)
        }
        if word == "recipes" { return recipes }
        if let recipe = Recipe.named(word) { return text(of: recipe) }
        // An option that only curl has; dashes are optional.
        for dashes in word.hasPrefix("-") ? [""] : ["--", "-"] {
            let name = dashes + topic.description
            if let remedy = UnknownOption.ofCurl[name] {
                return UnknownOption.ofCurl(name, remedy) + "\n"
            }
        }
        throw .usage(
            "no help on \(Messages.quoted(topic))\(Messages.didYouMean(suggestion(for: word))); topics "
                + "are \(topics.joined(separator: ", ")), and each option")
    }

    /// The topics of `--help` besides options.
    static let topics =
        ["all"] + OptionSpec.Group.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)
        + ["recipes"]

    static func title(_ group: OptionSpec.Group) -> String {
        group == .tls ? "TLS" : group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()
    }

    private static func suggestion(for word: String) -> String? {
        guard word.hasPrefix("--") else {
            return Suggestion.nearest(to: word, among: topics + OptionTable.longNames)
        }
        return Suggestion.nearest(to: String(word.dropFirst(2)), among: OptionTable.longNames)
            .map { "--" + $0 }
    }
}

extension HelpText {
    private static var overview: String {
        """
        Usage: formpost [options] -F name=text -F file=@photo.jpg https://example.com/

        \(lines(OptionTable.all.filter { $0.prominence == .common }))\
        \(TextWrap.lines(Texts.moreHelp + topics.joined(separator: ", "), width: 79)
            .joined(separator: "\n"))

        """
    }

    /// Which option sends several files.
    private static var files: String {
        Texts.fileChoicesNote + "\n\n" + fileChoices.map { "  \($0)\n" }.joined() + "\n"
    }

    /// The table of it, in columns.
    static let fileChoices = TextReader.rows(Texts.fileChoices, columns: 3).map { row in
        let columns = zip(row, [13, 29]).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        return columns.joined() + row[2]
    }

    private static func section(_ group: OptionSpec.Group) -> String {
        "\(title(group)):\n" + lines(OptionTable.rows(of: group))
    }

    static func text(of row: OptionSpec) -> String {
        var text = lines([row])
        if let negation = row.negation { text += "     \(negation) is the opposite\n" }
        if !row.choices.isEmpty { text += "     One of \(row.choices.joined(separator: ", "))\n" }
        guard !row.details.isEmpty else { return text }
        let (details, examples) = row.explanationAndExamples
        var lines = TextWrap.lines(plain(details), width: 74)
        for example in examples {
            let command = TextWrap.lines(command: example, width: 65)
            lines += command.count == 1 ? ["Example: " + command[0]] : ["Example:"] + command
        }
        return text + lines.map { "     \($0)\n" }.joined()
    }

    /// The syntax of `-F`.
    private static var form: String {
        """
        Usage: formpost -F name=content [-F name=content ...] URL

        Each -F adds one part to the form. The content is one of

        \(table(Texts.fieldContents))
        The content may be followed by, each after a semicolon,

        \(table(Texts.fieldParameters))
        \(TextWrap.lines(plain(Texts.fieldQuoting), width: 79).joined(separator: "\n"))

        Examples:
        \(TextReader.entries(Texts.fieldExamples).map { "  \($0.syntax)" }.joined(separator: "\n"))

        """
    }

    /// A line per row: names in one column, help in the next.
    private static func lines(_ rows: [OptionSpec]) -> String {
        table(rows.map { (names($0), $0.help) })
    }

    static func table(_ text: String) -> String { table(TextReader.entries(text)) }

    static func table(_ entries: [TextReader.Entry]) -> String {
        let width = (entries.map(\.syntax.count).max() ?? 0) + 3
        return entries.flatMap { entry in
            let lines = TextWrap.lines(plain(entry.meaning), width: 79 - width)
            return zip([entry.syntax] + lines.dropFirst().map { _ in "" }, lines).map {
                " " + $0 + String(repeating: " ", count: width - 1 - $0.count) + $1 + "\n"
            }
        }.joined()
    }

    private static func names(_ row: OptionSpec) -> String {
        let short = row.shortName.map { "\($0), " } ?? "    "
        return short + row.longName + value(row, required: { "<\($0)>" }, other: { $0 })
    }

    /// What stands for the value of an option behind its names.
    static func value(
        _ row: OptionSpec, required: (String) -> String, other: (String) -> String
    ) -> String {
        switch row.argument {
        case .none: ""
        case .required(let argument): " " + required(argument)
        case .optional(let argument): " [\(other(argument))]"
        case .attached(let argument): "[=\(other(argument))]"
        }
    }

    /// The text without backticks.
    static func plain(_ text: String) -> String { text.filter { $0 != "`" } }

    /// A line for each; `--help NAME` shows one.
    static var recipes: String {
        "Uploads to known services; --help NAME shows one:\n"
            + table(Recipe.all.map { ($0.name, $0.title) })
    }

    static func text(of recipe: Recipe) -> String {
        """
        \(recipe.title):

        \(recipe.command.map { "  \($0)" }.joined(separator: "\n"))

        \(TextWrap.lines(plain(recipe.note), width: 79).joined(separator: "\n"))

        """
    }
}

extension OptionTable {
    static func rows(of group: OptionSpec.Group) -> [OptionSpec] {
        sections.filter { $0.group == group }.flatMap(\.rows).filter { $0.prominence != .hidden }
    }
}

/// The topics of `--help` that the manual has besides options, groups and recipes.
enum HelpTopic: String, CaseIterable, Sendable {
    case writeOut = "write-out"
    case files, variables, exit, examples, cookies, proxies, environment

    var text: String {
        switch self {
        case .writeOut: option("write-out") + "\n" + HelpText.table(Texts.writeOutVariables)
        case .files:
            HelpText.table(Texts.files) + "\n" + paragraphs(Texts.configuration)
                + lines(Texts.configurationExample)
        case .variables:
            paragraphs(Texts.variables)
                + HelpText.table(Texts.templateFunctions) + "\n"
                + paragraphs(Texts.variableNotes) + lines(Texts.variableExample)
        case .exit:
            HelpText.table(ExitStatus.meanings) + "\n" + HelpText.plain(ExitStatus.others) + "\n"
        case .examples:
            TextReader.entries(Texts.examples).map { paragraph($0) + lines($1) }
                .joined(separator: "\n")
        case .cookies: options { $0.long.contains("cookie") }
        case .proxies:
            options { $0.long.contains("proxy") || $0.long.hasPrefix("socks") } + "\n"
                + HelpText.table(
                    TextReader.entries(Texts.environment).filter { $0.syntax.contains("proxy") })
        case .environment: HelpText.table(Texts.environment)
        }
    }

    private func options(_ isAbout: (OptionSpec) -> Bool) -> String {
        OptionTable.visible.filter(isAbout).map(HelpText.text(of:)).joined(separator: "\n")
    }

    private func option(_ long: String) -> String {
        OptionTable.row(long: long).map(HelpText.text(of:)) ?? ""
    }

    private func paragraphs(_ text: String) -> String {
        TextReader.paragraphs(text).map { paragraph($0) + "\n" }.joined()
    }

    private func paragraph(_ text: String) -> String {
        TextWrap.lines(HelpText.plain(text), width: 79).map { $0 + "\n" }.joined()
    }

    /// Lines to be typed.
    private func lines(_ text: String) -> String {
        text.split(separator: "\n").map { "  \($0)\n" }.joined()
    }
}
