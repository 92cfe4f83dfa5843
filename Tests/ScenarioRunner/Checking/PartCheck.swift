import TestSupport

extension ExpectedPart {
    /// What came instead of this part as -F would write it; nil if it came.
    func difference(from part: ParsedPart, _ names: Names) -> [String]? {
        let expected = headerLines(names)
        let hasHeaders =
            part.headerLines.count == expected.count
            && zip(expected, part.headerLines).allSatisfy { Pattern($0, names).matches($1) }
        let content = content.difference(from: part.body, names)
        return hasHeaders && content == nil ? nil : part.notation(content)
    }

    private func headerLines(_ names: Names) -> [Text] {
        let filename = filename ?? defaultFilename(names)
        var disposition = Text("Content-Disposition: form-data")
        // As -F '=v' writes it.
        if !name.pieces.isEmpty {
            disposition += Text("; name=\"") + name.quoted(names) + Text("\"")
        }
        if let filename {
            disposition += Text("; filename=\"") + filename.quoted(names) + Text("\"")
        }
        let type = type ?? defaultType(filename?.string(names)).map { Text($0) }
        return [disposition] + (type.map { [Text("Content-Type: ") + $0] } ?? [])
            + headers
    }

    /// The last part of a file's path.
    private func defaultFilename(_ names: Names) -> Text? {
        guard case .file(let path) = content else { return nil }
        return Text(String(path.string(names).split(separator: "/").last ?? ""))
    }

    /// The type of files; that of texts depends on the name's extension. Standard input, which has the name
    /// `-`, has none.
    private func defaultType(_ filename: String?) -> String? {
        let types = [
            "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
            "svg": "image/svg+xml", "txt": "text/plain", "htm": "text/html", "html": "text/html",
            "pdf": "application/pdf", "xml": "application/xml",
        ]
        let pieces = (filename ?? "").split(separator: ".", omittingEmptySubsequences: false)
        if pieces.count > 1, let type = types[pieces[pieces.count - 1].lowercased()] { return type }
        if case .file = content, filename != "-" { return "application/octet-stream" }
        return nil
    }
}

extension ParsedPart {
    /// Its header lines and its content, or how that differs, for a report.
    func notation(_ difference: [String]? = nil) -> [String] {
        headerLines.map(Notation.line) + [""] + (difference ?? Notation.lines(body))
    }
}

extension Text {
    fileprivate init(_ literal: String) { pieces = [.bytes(Array(literal.utf8))] }

    fileprivate static func + (one: Text, other: Text) -> Text {
        var text = one
        text.pieces += other.pieces
        return text
    }

    fileprivate static func += (one: inout Text, other: Text) { one = one + other }

    /// As in the quotes of a header (WHATWG).
    fileprivate func quoted(_ names: Names) -> Text {
        var text = self
        text.pieces = pieces.map { piece in
            if case .gap = piece { return piece }
            return .bytes(
                piece.bytes(names).flatMap { byte in
                    switch byte {
                    case UInt8(ascii: "\""): Array("%22".utf8)
                    case 0x0D: Array("%0D".utf8)
                    case 0x0A: Array("%0A".utf8)
                    default: [byte]
                    }
                })
        }
        return text
    }
}
