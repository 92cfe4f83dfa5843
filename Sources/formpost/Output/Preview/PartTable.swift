import FormEncoding

/// The parts of a form as a table: name, filename, media type, size, source; of another body its size and what it is
/// made of.
struct PartTable {
    private var rows: [[String]] = []

    init(_ request: Request) {
        let settings = request.settings
        if case .form(let form) = request.body.content {
            rows = [["name", "filename", "type", "size", "from"]]
            append(form)
            // The fields of `--form-fields` come first.
            for (row, file) in zip(1..., settings.form.fields.lazy.compactMap(\.pairFile)) {
                rows[row][4] = Self.origin(file)
            }
        } else if let body = request.upload.body {
            var origins: [String] = []
            for file in settings.data.pieces.map(\.file) + settings.data.files {
                let origin = file.map { Self.origin($0.path) } ?? "the command line"
                if origins.last != origin { origins.append(origin) }
            }
            let size = body.contentLength.map { ByteCount.text($0) } ?? "unknown"
            rows = [["size", "from"], [size, origins.joined(separator: ", ")]]
        }
    }

    /// A line per part, in columns; cells are cut to fit the terminal.
    func text(columns: Int) -> String {
        guard let first = rows.first else { return "" }
        var widths = first.indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
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

    /// Without recursion: groups are nested up to a thousand deep, and a thread's stack can be small. The
    /// size of a group is that with empty groups in it, and what these groups have more.
    private mutating func append(_ form: MultipartForm) {
        var waiting = form.parts.reversed().map { (part: $0, depth: 0, outer: Int?.none) }
        var sizes: [(size: Int64?, outer: Int?, empty: Int64?)] = []
        let first = rows.count
        while let (part, depth, outer) = waiting.popLast() {
            let indent = String(repeating: "  ", count: depth)
            rows.append([
                indent + (part.nameBytes.map { Messages.shown($0, limit: 40) } ?? ""),
                part.filenameBytes.map { Messages.shown($0, limit: 40) } ?? "",
                part.contentType.map { Messages.shown($0.value, limit: 40) } ?? "", "",
                Self.origin(part.content),
            ])
            guard case .form(var group) = part.content else {
                sizes.append((Self.size(part.content), outer, nil))
                continue
            }
            waiting += group.parts.reversed().map { ($0, depth + 1, sizes.count) }
            for index in group.parts.indices {
                guard case .form(let inner) = group.parts[index].content else { continue }
                group.parts[index].content = .form(MultipartForm(boundary: inner.boundary))
            }
            let empty = Self.size(.form(MultipartForm(boundary: group.boundary)))
            sizes.append((Self.size(.form(group)), outer, empty))
        }
        for number in sizes.indices.reversed() {
            let (size, outer, empty) = sizes[number]
            rows[first + number][3] = size.map { ByteCount.text($0) } ?? "unknown"
            guard let outer, let empty else { continue }
            sizes[outer].size = size.flatMap { size in
                sizes[outer].size.map { $0 + size - empty }
            }
        }
    }

    private static func size(_ content: PartContent) -> Int64? {
        try? EncodedBody([content], irregularFiles: .stream).contentLength
    }

    private static func origin(_ content: PartContent) -> String {
        switch content {
        case .source(.bytes): "the command line"
        case .file(let path): Messages.shown(path, limit: 60)
        case .source(.file(let range)) where range.wholePath != nil:
            Messages.shown(range.path, limit: 60)
        case .source: origin("-")
        case .form: "the parts below"
        case .rewritten(let content, _): origin(content)
        }
    }

    private static func origin(_ path: ByteString) -> String {
        path == "-" ? "standard input" : Messages.shown(path, limit: 60)
    }
}
