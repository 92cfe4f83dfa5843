import FormEncoding

/// The parts of a form for a person: name, filename, media type, size, where it comes from.
struct PartTable {
    private var rows = [["name", "filename", "type", "size", "from"]]

    init(_ form: MultipartForm) { append(form, depth: 0) }

    /// A line a part, in columns; cells are cut where the terminal has no room for them.
    func text(columns: Int) -> String {
        var widths = rows[0].indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
        let gaps = 2 * (widths.count - 1)
        while widths.reduce(gaps, +) > columns, let widest = widths.max(), widest > 8,
            let column = widths.firstIndex(of: widest)
        {
            widths[column] -= 1
        }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                let cell = cell.columns > width ? cell.fitted(width) : cell
                line += cell + String(repeating: " ", count: width - cell.columns + 2)
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    private mutating func append(_ form: MultipartForm, depth: Int) {
        for part in form.parts {
            let indent = String(repeating: "  ", count: depth)
            rows.append([
                indent + (part.name.map { Messages.shown($0, limit: 40) } ?? ""),
                part.filename.map { Messages.shown($0, limit: 40) } ?? "",
                part.contentType.map { Messages.shown($0.value, limit: 40) } ?? "",
                Self.size(part.content), Self.origin(part.content),
            ])
            if case .form(let nested) = part.content { append(nested, depth: depth + 1) }
        }
    }

    private static func size(_ content: PartContent) -> String {
        guard let body = try? EncodedBody([content], irregularFiles: .stream),
            let length = body.contentLength
        else { return "unknown" }
        return ByteCount.text(length)
    }

    private static func origin(_ content: PartContent) -> String {
        switch content {
        case .source(.bytes): "the command line"
        case .file(let path): Messages.shown(path, limit: 60)
        case .source: "standard input"
        case .form: "the parts below"
        }
    }
}
