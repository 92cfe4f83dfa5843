import FormEncoding

/// The text of `--help`, made from the option table alone.
enum HelpText {
    /// One screen without a topic; `all`, a group or an option with one.
    static func text(topic: ByteString? = nil) throws(UsageError) -> String {
        guard let topic else { return overview }
        let word = topic.description.lowercased()
        if word == "all" {
            return OptionTable.sections.map { section($0.group, $0.rows) }.joined(separator: "\n")
        }
        if let group = OptionSpec.Group(rawValue: word) {
            let rows = OptionTable.sections.filter { $0.group == group }.flatMap(\.rows)
            return section(group, rows)
        }
        if let row = row(for: topic) { return lines([row]) }
        throw .unknownHelpTopic(
            topic, suggestion: Suggestion.nearest(to: word, among: topics))
    }

    /// What `--help` takes, apart from options: `all` and the groups.
    static let topics = ["all"] + OptionSpec.Group.allCases.map(\.rawValue)

    /// `-F`, `--form` or `form`.
    private static func row(for topic: ByteString) -> OptionSpec? {
        let text = topic.description
        if text.hasPrefix("--") { return OptionTable.row(long: String(text.dropFirst(2))) }
        if text.hasPrefix("-"), topic.bytes.count == 2 {
            return OptionTable.row(short: topic.bytes[1])
        }
        return OptionTable.row(long: text)
    }

    private static var overview: String {
        "Usage: formpost [options] URL\n\n"
            + lines(OptionTable.all.filter { $0.prominence == .common })
            + "\nFor more: formpost --help all, --help -F, or --help GROUP with one of\n"
            + OptionSpec.Group.allCases.map(\.rawValue).joined(separator: ", ") + ".\n"
    }

    private static func section(_ group: OptionSpec.Group, _ rows: [OptionSpec]) -> String {
        "\(title(group)):\n" + lines(rows.filter { $0.prominence != .hidden })
    }

    private static func title(_ group: OptionSpec.Group) -> String {
        group == .tls ? "TLS" : group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()
    }

    /// A line a row: the names in one column, what they do in the next.
    private static func lines(_ rows: [OptionSpec]) -> String {
        let names = rows.map(names)
        let width = names.map(\.count).max() ?? 0
        return zip(names, rows).map { name, row in
            name + String(repeating: " ", count: width - name.count + 2) + row.help + "\n"
        }.joined()
    }

    private static func names(_ row: OptionSpec) -> String {
        let short = row.short.map { "-\($0), " } ?? "    "
        switch row.argument {
        case .none: return " \(short)--\(row.long)"
        case .required(let argument): return " \(short)--\(row.long) <\(argument)>"
        case .optional(let argument): return " \(short)--\(row.long) [\(argument)]"
        }
    }
}
