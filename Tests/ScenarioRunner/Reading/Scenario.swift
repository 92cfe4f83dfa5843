import TestSupport

/// A block, or one row of its `for`.
struct Scenario: Sendable {
    /// Something to do, in order.
    enum Action: Sendable {
        case makeFile(WrittenFile)
        case run(Step)
    }

    /// Where the title of a block is.
    struct Block: Hashable, Sendable {
        var file: String
        var line: Int
    }

    let block: Block
    /// The line of its title, or of its row.
    let line: Int
    let title: String
    /// The numbers of the lines of its block, without those of other rows.
    let lines: Set<Int>
    /// The lines as they are written, with the row's cells in the place of columns.
    let statements: [Statement]
    /// The report that the scenario must give; nil if it must pass.
    let report: Text?
    let content: Result<Content, Mistake>

    struct Content: Sendable {
        var actions: [Action] = []
        var rows: [Located<TableRow>] = []
        /// `same as curl`
        var equality: Located<Void>?
        var hasCurlLines = false
        /// The programs of `needs PROGRAM`, and files of `needs /PATH`.
        var needs: [String] = []

        var runsCurl: Bool { equality != nil || hasCurlLines }
    }

    var place: String { "\(block.file):\(line)" }
    /// Whether the block must fail, and says with which report.
    var isBroken: Bool { block.file.hasPrefix("Broken/") }
}

/// A command with what is expected of it.
struct Step: Sendable {
    let command: Located<String>
    /// Whether the command does not call formpost: it prepares or looks, and may write.
    let isOther: Bool
    /// Whether the command begins every block of its file.
    let isShared: Bool
    /// The index of its last line.
    var end: Int
    var formpost = Expectation()
    var curl = Expectation()
}

extension Scenario {
    /// The scenarios of a block.
    static func all(of block: WrittenBlock) -> [Scenario] {
        let end = block.statements.last?.end ?? 0
        let lines = Set(block.line...max(block.line, end))
        let rows: [(line: Int, statements: [Statement])]
        do throws(Mistake) {
            rows = try Rows.expand(block)
        } catch {
            return [Scenario(block, block.line, lines, block.statements, mistake: error)]
        }
        let others = lines.subtracting(rows.map(\.line))
        return rows.map { Scenario(block, $0.line, others.union([$0.line]), $0.statements) }
    }

    private init(
        _ block: WrittenBlock, _ line: Int, _ lines: Set<Int>, _ statements: [Statement],
        mistake: Mistake? = nil
    ) {
        self.block = Block(file: block.file, line: block.line)
        self.line = line
        self.lines = lines
        title = block.title
        let report = statements.last.flatMap { $0.head == "report:" ? $0 : nil }
        let statements = report == nil ? statements : statements.dropLast()
        self.statements = statements
        self.report = report.flatMap { try? $0.text(beside: "", hasGaps: true) }
        let isBroken = block.file.hasPrefix("Broken/")
        content = Result { () throws(Mistake) in
            if let mistake { throw mistake }
            guard isBroken == (report != nil) else {
                throw Mistake("the blocks of Broken, and no others, end with a report:")
            }
            return try Content(statements)
        }
    }
}
