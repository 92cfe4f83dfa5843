/// Breaks text into lines.
enum TextWrap {
    /// Lines of at most `width` characters, unless one word is longer.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if line.isEmpty {
                line = String(word)
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

/// Breaks a command into lines that a shell reads as one.
enum CommandLines {
    /// Lines of at most `width` characters, unless one word is longer; all but the last end in a
    /// backslash.
    static func lines(_ command: String, width: Int) -> [String] {
        guard command.count > width else { return [command] }
        var lines: [String] = []
        var line = ""
        for word in words(command) {
            if line.isEmpty {
                line = word
            } else if line.count + 1 + word.count + " \\".count <= width {
                line += " " + word
            } else {
                lines.append(line + " \\")
                line = "  " + word
            }
        }
        return lines + [line]
    }

    /// The words between blanks, with their quotes.
    private static func words(_ command: String) -> [String] {
        var words = [""]
        var quote: Character?
        for character in command {
            if let open = quote {
                if character == open { quote = nil }
            } else if "'\"".contains(character) {
                quote = character
            } else if character == " " {
                words.append("")
                continue
            }
            words[words.count - 1].append(character)
        }
        return words.filter { !$0.isEmpty }
    }
}
