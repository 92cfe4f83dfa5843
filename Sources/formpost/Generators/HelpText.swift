import FormEncoding

/// The text of `--help`, made from the option table.
enum HelpText {
    /// One screen without a topic; the topic is `all`, a group, an option, a recipe, an exit status, a section of the
    /// manual, or a word of the lines of help.
    static func text(topic: ByteString? = nil) throws(Failure) -> String {
        guard let topic else { return overview }
        let word = topic.description.lowercased()
        if let text = self.topic(word) ?? status(word) { return text }
        if let row = OptionTable.row(of: topic.description) {
            return row.meaning == .form ? form : text(of: row)
        }
        if let recipe = Recipe.named(word) { return text(of: recipe) }
        if let section = ManualSection.named(word) { return text(of: section) }
        // An option that only curl has; dashes are optional.
        for dashes in word.hasPrefix("-") ? [""] : ["--", "-"] {
            let name = dashes + topic.description
            if let remedy = UnknownOption.ofCurl[name] {
                return UnknownOption.ofCurl(name, remedy) + "\n"
            }
        }
        // Another command's option of this name, or a word for something else.
        let remedies = [word, "--" + word].compactMap { name in
            (UnknownOption.ofOthers[name] ?? nil).map { (name, $0) }
        }
        let text = table(remedies) + lines(with: word)
        if !text.isEmpty { return text }
        let nearest = Suggestion.nearest(
            to: word, among: topics + OptionTable.longNames.flatMap { [$0, "--" + $0] })
        throw .usage(
            "no help on \(Messages.quoted(topic))\(Messages.didYouMean(nearest)); topics "
                + "are \(topics.joined(separator: ", ")), and each option")
    }

    private static func topic(_ word: String) -> String? {
        switch word {
        case "all": return OptionTable.sections.map { section($0.group) }.joined(separator: "\n")
        case "topics": return topics.joined(separator: "\n") + "\n"
        case "cookies": return options { $0.long.contains("cookie") }
        case "proxies":
            return options { $0.long.contains("proxy") || $0.long.hasPrefix("socks") } + "\n"
                + table(
                    TextReader.entries(Texts.environment).filter { $0.syntax.contains("proxy") })
        case "recipes":
            return "Uploads to known services; --help NAME shows one:\n"
                + table(Recipe.all.map { ($0.name, $0.title) })
        default: break
        }
        if let group = OptionSpec.Group(rawValue: word) {
            switch group {
            case .form: return form + "\n" + section(group)
            case .many: return files + section(group)
            default: return section(group)
            }
        }
        // `expand` or `--expand-form`
        let bare = word.hasPrefix("--") ? String(word.dropFirst(2)) : word
        let isExpanding = bare == "expand" || OptionTable.index(expanding: bare) != nil
        let topic = isExpanding ? "variables" : word
        guard let section = ManualSection.all.first(where: { $0.topic == topic }) else {
            return nil
        }
        let option = OptionTable.row(long: topic).map { text(of: $0) + "\n" }
        return (option ?? "") + text(of: section)
    }

    private static func options(_ isAbout: (OptionSpec) -> Bool) -> String {
        OptionTable.visible.filter(isAbout).map(text(of:)).joined(separator: "\n")
    }

    /// The meaning of an exit status.
    private static func status(_ word: String) -> String? {
        let entries = ExitStatus.meanings.filter { entry in
            entry.syntax.split(separator: ", ").contains { $0 == word }
        }
        return entries.isEmpty ? nil : table(entries)
    }

    /// The lines of help that contain a word; none for a short one, which too many contain.
    private static func lines(with word: String) -> String {
        guard word.utf8.count > 2, !word.hasPrefix("-") else { return "" }
        func contain(_ texts: String...) -> Bool {
            texts.contains { $0.lowercased().contains(word) }
        }
        return lines(OptionTable.visible.filter { contain(names($0), $0.help) })
            + table(Recipe.all.filter { contain($0.name, $0.title) }.map { ($0.name, $0.title) })
    }

    /// The topics of `--help` besides options.
    static let topics =
        ["all"] + OptionSpec.Group.allCases.map(\.rawValue) + ManualSection.all.compactMap(\.topic)
        + ["cookies", "proxies", "recipes"]

    static func title(_ group: OptionSpec.Group) -> String {
        group == .tls ? "TLS" : group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()
    }

    private static var overview: String {
        """
        Usage: formpost [options] -F name=text -F file=@photo.jpg https://example.com/

        \(lines(OptionTable.all.filter { $0.prominence == .common }))
        \(Texts.furtherHelp)

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

    /// A section of the manual.
    static func text(of section: ManualSection) -> String {
        section.parts.map { part in
            switch part {
            case .text(let text):
                TextReader.paragraphs(text).map { paragraph in
                    TextWrap.lines(plain(paragraph), width: 79).map { $0 + "\n" }.joined()
                }.joined(separator: "\n")
            case .items(let entries): table(entries)
            case .subjects(let entries):
                entries.map { entry in
                    let lines = TextWrap.lines(plain(entry.meaning), width: 74)
                    return plain(entry.syntax) + "\n" + lines.map { "     \($0)\n" }.joined()
                }.joined()
            case .example(let lines): lines.map { "  \($0)\n" }.joined()
            case .subsection(let title): title + ":\n"
            case .options(let rows): lines(rows)
            }
        }.joined(separator: "\n")
    }

    static func text(of row: OptionSpec) -> String {
        var text = lines([row])
        if let negation = row.negation { text += "     \(negation) is the opposite\n" }
        if !row.words.isEmpty { text += "     One of \(row.words.joined(separator: ", "))\n" }
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

        \(table(TextReader.entries(Texts.fieldContents)))
        The content may be followed by, each after a semicolon,

        \(table(TextReader.entries(Texts.fieldParameters)))
        \(TextWrap.lines(plain(Texts.fieldQuoting), width: 79).joined(separator: "\n"))

        Examples:
        \(TextReader.entries(Texts.fieldExamples).map { "  \($0.syntax)" }.joined(separator: "\n"))

        """
    }

    /// A line per row: names in one column, help in the next.
    private static func lines(_ rows: [OptionSpec]) -> String {
        table(rows.map { (names($0), $0.help) })
    }

    static func table(_ entries: [TextReader.Entry]) -> String {
        let width = (entries.map(\.syntax.count).max() ?? 0) + 3
        return entries.flatMap { entry in
            let lines = TextWrap.lines(plain(entry.meaning), width: 79 - width)
            return lines.enumerated().map { index, line -> String in
                var name = ""
                if index == 0 { name = entry.syntax }
                let indent = String(repeating: " ", count: width - 1 - name.count)
                return " \(name)\(indent)\(line)\n"
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
