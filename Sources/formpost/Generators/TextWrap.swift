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

/// The rows of a table in a text, a row a line, with bars between its columns. A line that begins with two
/// blanks continues the row above it.
func tableRows(columns: Int = 9, _ text: String) -> [[String]] {
    text.replacing("\n  ", with: " ").split(separator: "\n").map { row in
        row.split(separator: " | ", maxSplits: columns - 1).map(String.init)
    }
}
