/// Quotes text for shells, and fills in script templates.
enum ShellQuoting {
    /// For sh, bash and zsh: single quotes if they are needed.
    static func posix(_ text: String) -> String {
        isPlain(text) ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }

    /// For fish, whose single quotes have two escapes.
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
    /// Replaces each `@NAME@` by its text.
    func replacingMarkers(_ texts: [String: String]) -> String {
        texts.reduce(self) { $0.replacing("@\($1.key)@", with: $1.value) }
    }
}
