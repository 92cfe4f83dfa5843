/// How to upload to a service, or from one, as one would paste it.
struct Recipe: Sendable {
    /// The topic of `--help`.
    let name: String
    /// The service.
    let title: String
    /// The peculiarity of the service, and what the recipe was checked against; literal text is in
    /// backticks.
    let note: String
    /// The command, a line each; all but the last end in a backslash. For a pipeline, YAML.
    let command: [String]

    /// The last day on which recipes were held against the documentation of their services.
    private static let checked = "2026-11-24"

    private static func recipes(_ text: String) -> [Recipe] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isHead = lines.map { $0.hasPrefix("= ") }
        let starts = lines.indices.filter { isHead[$0] && ($0 == 0 || !isHead[$0 - 1]) }
        return zip(starts, starts.dropFirst() + [lines.count]).map { start, end in
            let head = lines[start..<end].prefix { $0.hasPrefix("= ") }.map { $0.dropFirst(2) }
            let names = head[0].split(separator: " | ").map(String.init)
            let reference = names.count > 2 ? " Checked on \(checked) against \(names[2])." : ""
            return Recipe(
                name: names[0], title: names[1],
                note: head.dropFirst().joined(separator: " ") + reference,
                command: lines[(start + head.count)..<end].map(String.init))
        }
    }

    /// All, in the order of the manual.
    static let all = [
        Texts.hostRecipes, Texts.chatRecipes, Texts.packageRecipes, Texts.otherRecipes,
        Texts.applicationRecipes, Texts.pipelineRecipes, Texts.machineRecipes,
    ].flatMap(recipes)

    /// The recipe of a name, which may have `recipe:` before it, where an option has the name as well.
    static func named(_ name: String) -> Recipe? {
        all.first { $0.name == name || "recipe:" + $0.name == name }
    }
}
