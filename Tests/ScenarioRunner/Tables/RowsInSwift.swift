import Foundation
import TestSupport

/// The rows that tests in Swift prove: `rows-in-swift.txt` has `TABLE: CELL` and below it `File.test`.
struct RowsInSwift {
    private(set) var rows: [(row: TableRow, tests: [String])] = []

    init() throws {
        let path = Repository.path + "/Tests/Scenarios/rows-in-swift.txt"
        for line in String(decoding: try fileBytes(path), as: UTF8.self).split(separator: "\n") {
            if let test = line.after("    "), !rows.isEmpty {
                rows[rows.count - 1].tests.append(test)
            } else if let (table, cell) = line.cut(at: ": "), !line.hasPrefix("#") {
                rows.append((TableRow(table: table, cell: cell), []))
            }
        }
    }

    func has(_ row: TableRow) -> Bool { rows.contains { $0.row == row } }

    /// Rows without a test, and tests that are not there.
    var missingTests: [String] {
        let folder = Repository.path + "/Tests"
        let files =
            (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
        return rows.flatMap { row, tests -> [String] in
            if tests.isEmpty { return ["rows-in-swift.txt: no test is below \(row)"] }
            return tests.filter { !RowsInSwift.exists($0, files.map { "\(folder)/\($0)" }) }
                .map { "rows-in-swift.txt: there is no test \($0)" }
        }
    }

    private static func exists(_ test: String, _ files: [String]) -> Bool {
        guard let (file, function) = test.cut(at: "."),
            let path = files.first(where: { $0.hasSuffix("/\(file).swift") }),
            let bytes = try? fileBytes(path)
        else { return false }
        return bytes.offset(of: Array("func \(function)(".utf8)) != nil
    }
}
