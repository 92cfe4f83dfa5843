/// Breaks text into lines.
enum TextWrap {
    /// Lines of at most `width` characters, unless one word is longer.
    static func lines(_ text: String, width: Int) -> [String] {
        lines(text.split(whereSeparator: \.isWhitespace).map(String.init), width: width)
    }

    /// `end` follows all lines but the last, and `start` precedes all but the first.
    static func lines(
        _ words: [String], width: Int, end: String = "", start: String = ""
    ) -> [String] {
        var lines: [String] = []
        for word in words {
            if let line = lines.last, line.count + 1 + word.count + end.count <= width {
                lines[lines.count - 1] += " " + word
            } else if let line = lines.popLast() {
                lines += [line + end, start + word]
            } else {
                lines = [word]
            }
        }
        return lines
    }

    /// The lines of a command, which a shell reads as one: all but the last end in a backslash.
    static func lines(command: String, width: Int) -> [String] {
        guard command.count > width else { return [command] }
        // The words between blanks, with their quotes.
        let words = command.matches(of: /(?:'[^']*'?|"[^"]*"?|[^ '"])+/)
        return lines(words.map { String($0.output) }, width: width, end: " \\", start: "  ")
    }
}
