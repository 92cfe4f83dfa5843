import FormEncoding

/// The fields that an argument stands for: one for each file of `--form-tree` and `--form-glob`, or the
/// argument itself.
struct FormExpansion {
    let fields: [FormParser.Argument]
    private(set) var warnings: [FormProblem] = []

    /// `escapesTrees` is `--form-tree-escape`.
    init(_ argument: FormParser.Argument, escapesTrees: Bool = false) throws(FormProblem) {
        if let tree = try FormTree(argument, isEscaped: escapesTrees) {
            (fields, warnings) = (tree.files, tree.warnings)
        } else if let glob = try FormGlob(argument) {
            fields = glob.files
        } else {
            fields = [argument]
        }
    }
}

extension FormParser.Argument {
    /// Whether the argument stands for the files of a directory or of a pattern.
    var standsForOthers: Bool {
        switch content {
        case .tree, .pattern: true
        case .text, .files, .contents, .open, .close: false
        }
    }
}
