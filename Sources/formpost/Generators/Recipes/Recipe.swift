/// How to upload to a service, or from one, as one would paste it.
struct Recipe: Sendable {
    /// The topic of `--help`.
    let name: String
    /// The service.
    let title: String
    /// The peculiarity of the service; literal text is in backticks.
    let note: String
    private let text: String

    init(_ name: String, _ title: String, _ note: String, _ command: String) {
        (self.name, self.title, self.note, text) = (name, title, note, command)
    }

    /// The command, a line each; all but the last end in a backslash. For a pipeline, YAML. Only help
    /// needs it, and the table of options has the names of all recipes.
    var command: [String] { text.split(separator: "\n").map(String.init) }

    /// All, in the order of the manual.
    static let all = hosts + chats + packages + others + frameworks + pipelines + machines

    static func named(_ name: String) -> Recipe? { all.first { $0.name == name } }
}
