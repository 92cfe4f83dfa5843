@testable import formpost

/// The generated tables of the README. `make snapshots` writes them.
enum ReadmeTables {
    static var exitStatuses: String {
        table(["status", "meaning"], ExitStatus.meanings.map { [$0.syntax, $0.meaning] })
    }

    static var fileChoices: String {
        table(
            [FileChoices.heads.files, FileChoices.heads.one, FileChoices.heads.each],
            FileChoices.rows.map { [$0.files, "`\($0.one)`", "`\($0.each)`"] })
    }

    static var differences: String {
        table(
            ["", "curl", "formpost"],
            CurlDifferences.all.map { [$0.subject, $0.curl, $0.formpost] })
    }

    static var formDifferences: String {
        table(
            ["argument", "curl", "formpost", "with `--form-lax`"],
            FormDifferences.rows.map {
                ["\($0.argument): \($0.fault)", $0.curl, $0.formpost, $0.lax]
            })
    }

    static var strictFormDifferences: String {
        table(
            ["argument", "curl", "formpost"],
            FormDifferences.strictRows.map { [$0.argument, $0.curl, $0.formpost] })
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
