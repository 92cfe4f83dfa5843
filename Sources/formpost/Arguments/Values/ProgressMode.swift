/// How progress is shown (`--progress`).
enum ProgressMode: String, CaseIterable, Sendable {
    /// A bar on a terminal, after about a second; in a job of CI as `plain`; elsewhere nothing, or of many
    /// requests a line each.
    case auto
    case bar
    /// A line every few seconds, for logs.
    case plain
    /// A JSON object per line, for programs: the stream.
    case json
    case none
}
