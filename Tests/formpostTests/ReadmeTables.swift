@testable import formpost

/// The generated tables of the README. `make snapshots` writes them.
enum ReadmeTables {
    static var exitStatuses: String {
        table(["status", "meaning"], ExitStatus.meanings.map { [$0.syntax, $0.meaning] })
    }

    static var fileChoices: String {
        let rows = TextReader.rows(Texts.fileChoices)
        return table(
            rows[0], rows.dropFirst().map { [$0[0], "`\($0[1])`", "`\($0[2])`"] })
    }

    static var differences: String {
        table(
            ["", "curl", "formpost"],
            CurlDifferences.all)
    }

    static var formDifferences: String {
        table(
            ["argument", "curl", "formpost", "with `--form-lax`"],
            TextReader.rows(Texts.fieldDifferences).map {
                ["\($0[0]): \($0[1])"] + $0.dropFirst(2)
            })
    }

    static var strictFormDifferences: String {
        table(
            ["argument", "curl", "formpost"],
            TextReader.rows(Texts.strictFieldDifferences))
    }

    /// Not a table: commands have several lines.
    static var recipes: String {
        Recipe.all.map { recipe in
            "\(recipe.title):\n\n" + recipe.command.map { "    \($0)\n" }.joined() + "\n"
        }.joined()
    }

    private static func table(_ heads: [String], _ rows: [[String]]) -> String {
        let lines = [heads, heads.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}
