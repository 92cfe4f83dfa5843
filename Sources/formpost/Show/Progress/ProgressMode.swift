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

extension Settings.Output {
    /// The mode of standard error, with `auto` resolved; `none` if only the stream is written.
    func progressMode(on console: Console) -> ProgressMode {
        if isSilent || progress == .json { return .none }
        guard progress == .auto else { return progress }
        // A job may have a pseudo-terminal, but its log is read as text.
        return console.isInCI ? .plain : Console.isTerminal(console.error) ? .bar : .none
    }
}
