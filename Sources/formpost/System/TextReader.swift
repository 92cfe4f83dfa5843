import FormEncoding

/// Reads the notations of `Texts`.
enum TextReader {
    typealias Entry = (syntax: String, meaning: String)

    /// The rows of a table; a column that a row lacks is empty.
    ///
    /// Reads bytes, which is faster than characters: the command reads a table when it starts.
    static func rows(_ table: String, columns count: Int = 1) -> [[String]] {
        var rows: [[UInt8]] = []
        for line in Array(table.utf8).split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "  ".utf8), !rows.isEmpty {
                rows[rows.count - 1] += line.dropFirst()
            } else {
                rows.append(Array(line))
            }
        }
        let (bar, blank) = (UInt8(ascii: "|"), UInt8(ascii: " "))
        return rows.map { row in
            var (columns, start) = ([String](), 0)
            for index in row.indices.dropFirst().dropLast()
            where row[index] == bar && row[index - 1] == blank && row[index + 1] == blank
                && index > start
            {
                columns.append(String(decoding: row[start..<index - 1], as: UTF8.self))
                start = index + 2
            }
            columns.append(String(decoding: row[start...], as: UTF8.self))
            return columns + repeatElement("", count: max(0, count - columns.count))
        }
    }

    /// The rows of a table with two columns.
    static func entries(_ table: String) -> [Entry] {
        rows(table).map { ($0[0], $0.dropFirst().joined(separator: " | ")) }
    }

    static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// The paragraphs of a text, which blank lines separate.
    static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n\n").map { String($0.replacing("\n", with: " ")) }
    }
}

extension Sequence<UInt8> {
    /// Returns the bytes with a backslash before each one of `special`.
    func escaping(_ special: String) -> ByteString {
        ByteString(flatMap { special.utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] })
    }
}
