/// The recipes in `--help`.
extension HelpText {
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
