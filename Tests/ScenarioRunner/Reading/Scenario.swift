import TestSupport

/// A block, or one row of its `for`.
struct Scenario: Sendable {
    /// What there is to do, in order.
    enum Action: Sendable {
        case makeFile(WrittenFile)
        case run(Step)
    }

    let file: String
    /// The line of its title, or of its row.
    let line: Int
    let title: String
    /// The lines of its block, other rows left out.
    let lines: Set<Int>
    /// As they are written, with the row's cells.
    let statements: [Statement]
    /// The report that it must give; nil: it must pass.
    let report: Text?
    let content: Result<Content, Mistake>

    struct Content: Sendable {
        var actions: [Action] = []
        var rows: [Located<TableRow>] = []
        /// `same as curl`
        var equality: Located<Void>?
        var hasCurlLines = false

        var runsCurl: Bool { equality != nil || hasCurlLines }
    }

    var place: String { "\(file):\(line)" }
}

/// A command with what is expected of it.
struct Step: Sendable {
    let command: Located<String>
    /// Prepares or looks, and may write.
    let isOther: Bool
    /// The command begins every block of its file.
    let isShared: Bool
    /// The index of its last line.
    var end: Int
    var formpost = Expectation()
    var curl = Expectation()
}

/// A row of a table of the README, by its first cell.
struct TableRow: Hashable, Sendable {
    var table: String
    var cell: String
}

extension Scenario {
    /// The scenarios of a block.
    static func all(of block: Block) -> [Scenario] {
        var block = block
        let last = block.statements.last
        let end = last.map { $0.number + $0.continuation.count } ?? 0
        let lines = Set(block.line...max(block.line, end))
        do throws(Mistake) {
            var report: Text?
            if let last, last.head == "report:" {
                report = try last.text(after: "report")
                block.statements.removeLast()
            }
            let rows = try Rows.expand(block)
            let otherLines = lines.subtracting(rows.map(\.line))
            return rows.map { row in
                Scenario(
                    file: block.file, line: row.line, title: block.title,
                    lines: otherLines.union([row.line]),
                    statements: row.statements, report: report,
                    content: Result { () throws(Mistake) in try Content(row.statements) })
            }
        } catch {
            return [
                Scenario(
                    file: block.file, line: block.line, title: block.title, lines: lines,
                    statements: block.statements, report: nil, content: .failure(error))
            ]
        }
    }
}
