import TestSupport

/// A block as it is written.
struct WrittenBlock: Sendable {
    /// `output.txt`, `Broken/words.txt`.
    let file: String
    let line: Int
    let title: String
    /// The shared statements come first.
    var statements: [Statement]
}

/// A file of blocks.
struct ScenarioFile {
    private(set) var blocks: [WrittenBlock] = []
    private var shared: [Statement] = []

    init(name: String, path: String) throws {
        let lines = try fileBytes(path).split(separator: 0x0A, omittingEmptySubsequences: false)
        var blankLines = 0
        /// Whether the line above is a title or a remark.
        var isBelowTitle = false
        for (index, bytes) in lines.enumerated() {
            let line = String(decoding: bytes, as: UTF8.self)
            defer { isBelowTitle = line.hasPrefix("#") }
            if line.hasPrefix("#") {
                if isBelowTitle { continue }
                blocks.append(
                    WrittenBlock(
                        file: name, line: index + 1, title: line.dropFirst().trimmed,
                        statements: shared))
            } else if line.allSatisfy({ $0 == " " }) {
                blankLines += 1
                continue
            } else if line.hasPrefix("    "), canContinue {
                let blank = Array(repeating: "", count: blankLines)
                proceed(with: blank + [String(line.dropFirst(4))])
            } else {
                append(Statement(number: index + 1, head: line, isShared: blocks.isEmpty))
            }
            blankLines = 0
        }
    }

    private mutating func append(_ statement: Statement) {
        if blocks.isEmpty {
            shared.append(statement)
        } else {
            blocks[blocks.count - 1].statements.append(statement)
        }
    }

    /// Whether there is a line above to continue.
    private var canContinue: Bool {
        blocks.last.map { $0.statements.last?.isShared == false } ?? !shared.isEmpty
    }

    private mutating func proceed(with lines: [String]) {
        if let block = blocks.indices.last {
            let last = blocks[block].statements.count - 1
            blocks[block].statements[last].continuation += lines
        } else {
            shared[shared.count - 1].continuation += lines
        }
    }
}

extension StringProtocol {
    /// Without blanks at both ends.
    var trimmed: String {
        let start = drop { $0 == " " }
        return String(
            start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
    }

    /// The text after `prefix`; nil if it does not begin so.
    func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }

    /// The texts before and after the first `separator`.
    func cut(at separator: String) -> (before: String, after: String)? {
        guard let found = firstRange(of: separator) else { return nil }
        return (String(self[..<found.lowerBound]), String(self[found.upperBound...]))
    }
}
