/// Reads the notations of `Texts`.
enum TextReader {
    typealias Entry = (syntax: String, meaning: String)

    static func rows(_ table: String) -> [[String]] {
        table.replacing("\n  ", with: " ").split(separator: "\n").map { row in
            row.split(separator: " | ").map(String.init)
        }
    }

    /// The rows of a table with two columns.
    static func entries(_ table: String) -> [Entry] {
        table.replacing("\n  ", with: " ").split(separator: "\n").map { row in
            let columns = row.split(separator: " | ", maxSplits: 1).map(String.init)
            return (columns[0], columns[1])
        }
    }

    static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// The paragraphs of a text, which blank lines separate.
    static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n\n").map { String($0.replacing("\n", with: " ")) }
    }
}
