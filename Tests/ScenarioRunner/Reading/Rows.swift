/// The rows of a block's `for`: a scenario for each of them.
struct Rows {
    private let columns: [String]
    private let cells: [(line: Int, values: [String])]

    /// The statements of each row and the number of its line, `$A` replaced by the row's cell.
    static func expand(_ block: WrittenBlock) throws(Mistake) -> [(
        line: Int, statements: [Statement]
    )] {
        guard let index = block.statements.firstIndex(where: { $0.head.hasPrefix("for ") }) else {
            return [(block.line, block.statements)]
        }
        let rows: Rows
        do { rows = try Rows(block.statements[index]) } catch {
            throw Mistake(error.text, at: index)
        }
        var others = block.statements
        others.remove(at: index)
        var unused = Set(rows.columns)
        let scenarios = rows.cells.map { row in
            let values = Dictionary(zip(rows.columns, row.values)) { $1 }
            let replaced = others.map { statement in
                statement.mapped { text in
                    replacingNames(in: text) { name in
                        unused.remove(name)
                        return values[name]
                    }
                }
            }
            return (row.line, replaced)
        }
        if let column = unused.sorted().first {
            throw Mistake("the column \(column) is not used", at: index)
        }
        return scenarios
    }

    private init(_ statement: Statement) throws(Mistake) {
        let columns = Rows.cells(of: String(statement.head.dropFirst(4)))
        self.columns = columns
        for column in columns {
            guard !column.isEmpty, column.allSatisfy(\.isNameCharacter), !Names.has(column) else {
                throw Mistake("'\(column)' cannot be the name of a column")
            }
        }
        guard Set(columns).count == columns.count else { throw Mistake("a column is there twice") }
        cells = statement.continuation.enumerated().filter { !$0.element.isEmpty }.map { row in
            (statement.number + 1 + row.offset, Rows.cells(of: row.element))
        }
        if cells.isEmpty { throw Mistake("no row follows") }
        for row in cells where row.values.count != columns.count {
            throw Mistake(
                "line \(row.line) has \(row.values.count) cells for \(columns.count) columns")
        }
    }

    /// The texts between the bars; `\|` is a bar in a cell.
    private static func cells(of line: String) -> [String] {
        var cells = [""]
        var rest = line[...]
        while let character = rest.popFirst() {
            switch character {
            case "|": cells.append("")
            case "\\":
                let next = rest.popFirst()
                cells[cells.count - 1] += next == "|" ? "|" : "\\" + (next.map(String.init) ?? "")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells.map(\.trimmed)
    }
}

extension Statement {
    fileprivate func mapped(_ change: (String) -> String) -> Statement {
        var statement = self
        statement.head = change(head)
        statement.continuation = continuation.map(change)
        return statement
    }
}
