/// How progress is shown (`--progress`).
enum ProgressMode: String, CaseIterable, Sendable {
    /// A bar on a terminal, after about a second; elsewhere nothing, or of many requests a line each.
    case auto
    case bar
    /// A line every few seconds, for logs.
    case plain
    /// A JSON object per line, for programs: the stream.
    case json
    case none
}

/// Progress at one moment, in the forms in which it is shown.
protocol ShownProgress: Sendable {
    /// At the start.
    init()

    /// Whether there is something to draw on a terminal.
    var isDrawn: Bool { get }

    /// Whether a log may get a line.
    var isLogged: Bool { get }

    /// Whether a log should get a line soon.
    func hasNews(since last: Self) -> Bool

    /// One line for a terminal of `columns` columns.
    func bar(columns: Int) -> String

    /// For a log.
    var line: String { get }
}

extension ProgressSnapshot: ShownProgress {
    /// Before the first byte there is nothing to show, and OpenSSL may ask for a passphrase.
    var isDrawn: Bool { read > 0 }

    var isLogged: Bool { !isRetrying }

    /// A rate that only falls is not a change.
    func hasNews(since last: ProgressSnapshot) -> Bool {
        (read, sent, isWaiting, attempt) != (last.read, last.sent, last.isWaiting, last.attempt)
    }

    func bar(columns: Int) -> String { ProgressText.bar(self, columns: columns) }

    var line: String { ProgressText.line(self) }
}
