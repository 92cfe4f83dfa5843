import TestSupport

/// A row of a table of the manual, by its first cell.
struct TableRow: Hashable, Sendable {
    var table: String
    var cell: String
}

extension TableRow: CustomStringConvertible {
    var description: String { "\(table): \(cell)" }
}

/// What a row says of exit statuses, for the programs that it speaks of.
struct RowStatuses: Sendable {
    var formpost: Set<Int32> = []
    var curl: Set<Int32> = []

    mutating func formUnion(_ other: RowStatuses) {
        formpost.formUnion(other.formpost)
        curl.formUnion(other.curl)
    }
}

/// The tables of the manual whose rows are to be proven: exit statuses and differences from curl.
struct ManualTables: Sendable {
    private(set) var statuses: [TableRow: RowStatuses] = [:]
    /// In their order.
    private(set) var rows: [TableRow] = []

    init() throws {
        let bytes = try fileBytes(Fixtures.path("snapshots/tables.md"))
        let tables = String(decoding: bytes, as: UTF8.self)
        for section in tables.split(separator: "<!-- ").map(String.init) {
            guard let (name, text) = section.cut(at: " -->\n") else { continue }
            let lines = text.split(separator: "\n").map { ManualTables.cells(of: $0) }
            guard let heads = lines.first else { continue }
            for cells in lines.dropFirst(2) where cells.count == heads.count {
                let row = TableRow(table: name, cell: cells[0])
                rows.append(row)
                statuses[row] = RowStatuses(heads, cells)
            }
        }
    }

    private static func cells(of line: Substring) -> [String] {
        let line = line.replacing("\\|", with: "\0")
        return line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmed.replacing("\0", with: "|") }
    }
}

extension RowStatuses {
    fileprivate init(_ heads: [String], _ cells: [String]) {
        for (head, cell) in zip(heads, cells) {
            switch head {
            case "status": formpost = RowStatuses.numbers(cell[...])
            case "formpost": formpost = RowStatuses.exits(in: cell)
            case "curl": curl = RowStatuses.exits(in: cell)
            default: break
            }
        }
    }

    /// The numbers of `exits with 2 or 26 before connecting`.
    private static func exits(in cell: String) -> Set<Int32> {
        cell.split(separator: "exits with ", omittingEmptySubsequences: false).dropFirst()
            .reduce(into: []) { $0.formUnion(numbers($1.prefix { "0123456789, or".contains($0) })) }
    }

    private static func numbers(_ text: Substring) -> Set<Int32> {
        Set(text.split { !$0.isNumber }.compactMap { Int32($0) })
    }
}
