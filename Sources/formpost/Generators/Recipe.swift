/// How to upload to a service, or from one, as one would paste it.
struct Recipe: Sendable {
    /// The topic of `--help`.
    let name: String
    /// The service.
    let title: String
    /// The peculiarity of the service, and the reference of the recipe; literal text is in backticks.
    let note: String
    /// The lines of a command or a script; for a pipeline, YAML.
    let command: [String]

    /// All, in the order of the manual.
    static let all: [Recipe] = {
        let lines = Texts.recipes.split(separator: "\n", omittingEmptySubsequences: false)
        let isHead = lines.map { $0.hasPrefix("= ") }
        let starts = lines.indices.filter { isHead[$0] && ($0 == 0 || !isHead[$0 - 1]) }
        return zip(starts, starts.dropFirst() + [lines.count]).map { start, end in
            let head = lines[start..<end].prefix { $0.hasPrefix("= ") }.map { $0.dropFirst(2) }
            let names = head[0].split(separator: " | ").map(String.init)
            let reference = names.count > 3 ? " Reference: \(names[2]), read on \(names[3])." : ""
            return Recipe(
                name: names[0], title: names[1],
                note: head.dropFirst().joined(separator: " ") + reference,
                command: lines[(start + head.count)..<end].map(String.init))
        }
    }()

    /// The recipe of a name, which may have `recipe:` before it, where an option has the name as well.
    static func named(_ name: String) -> Recipe? {
        all.first { $0.name == name || "recipe:" + $0.name == name }
    }
}
