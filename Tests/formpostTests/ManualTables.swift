@testable import formpost

/// The tables of the manual in Markdown, with literal text marked. `make snapshots` writes them.
enum ManualTables {
    static var text: String {
        [
            ("Exit statuses", "exit statuses", exitStatuses),
            ("Where formpost differs from curl", "differences", differences),
            ("Arguments of `-F`", "differences of -F", formDifferences),
            ("Also with `--form-lax`", "differences of -F in both modes", strictFormDifferences),
        ].map { "# \($0)\n\n<!-- \($1) -->\n\($2)<!-- end of \($1) -->\n" }
            .joined(separator: "\n")
    }

    private static var exitStatuses: String {
        table(["status", "meaning"], ExitStatus.meanings.map { [$0.syntax, $0.meaning] })
    }

    static var fileChoices: String {
        let rows = TextReader.rows(Texts.fileChoices)
        return table(
            rows[0], rows.dropFirst().map { [$0[0], "`\($0[1])`", "`\($0[2])`"] })
    }

    private static var differences: String {
        table(
            ["", "curl", "formpost"],
            CurlDifferences.ofEffects + CurlDifferences.accepted)
    }

    private static var formDifferences: String {
        table(
            ["argument", "curl", "formpost", "with `--form-lax`"],
            TextReader.rows(Texts.fieldDifferences).map {
                ["\($0[0]): \($0[1])"] + $0.dropFirst(2)
            })
    }

    private static var strictFormDifferences: String {
        table(
            ["argument", "curl", "formpost"],
            TextReader.rows(Texts.strictFieldDifferences))
    }

    private static func table(_ heads: [String], _ rows: [[String]]) -> String {
        let lines = [heads, heads.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}
