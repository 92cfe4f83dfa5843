/// Text that a shell takes as one word, and scripts with gaps to fill.
enum ShellQuoting {
    /// For sh, bash and zsh: as it is where that does, or else between single quotes.
    static func posix(_ text: String) -> String {
        isPlain(text) ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }

    /// For fish, whose single quotes know two escapes.
    static func fish(_ text: String) -> String {
        if isPlain(text) { return text }
        return "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isDigit || $0.isLetter || "-._=/".utf8.contains($0) }
    }
}

extension String {
    /// With a text in place of each `@NAME@`.
    func replacingMarkers(_ texts: [String: String]) -> String {
        texts.reduce(self) { $0.replacing("@\($1.key)@", with: $1.value) }
    }
}
