/// Compares the rows that scenarios prove with the tables of the manual.
struct RowCheck {
    private let tables: ManualTables
    private let swift: RowsInSwift
    /// What the scenarios of a row expect together.
    private var proven: [TableRow: RowStatuses] = [:]

    /// Reads the rows of all scenarios, whichever are run.
    init(_ scenarios: [Scenario]) throws {
        tables = try ManualTables()
        swift = try RowsInSwift()
        for scenario in scenarios where !scenario.isBroken {
            guard case .success(let content) = scenario.content else { continue }
            for row in content.rows { proven[row.value, default: .init()].formUnion(content.exits) }
        }
    }

    /// Returns what is wrong with the rows of a scenario.
    func marks(_ scenario: Scenario) -> [Mark] {
        guard case .success(let content) = scenario.content else { return [] }
        return content.rows.compactMap { row in
            let exits = scenario.isBroken ? content.exits : proven[row.value] ?? content.exits
            return problem(row.value, exits).map { .error($0, at: .statement(row.index)) }
        }
    }

    private func problem(_ row: TableRow, _ exits: RowStatuses) -> String? {
        guard let said = tables.statuses[row] else { return "no table has this row" }
        if swift.has(row) { return nil }
        let missing = said.formpost.subtracting(exits.formpost)
        if !missing.isEmpty { return "no block of this row has exit \(missing.list)" }
        let curlMissing = exits.curl.isEmpty ? [] : said.curl.subtracting(exits.curl)
        return curlMissing.isEmpty ? nil : "no block of this row has curl exit \(curlMissing.list)"
    }

    /// The rows that nothing proves, and what is wrong with the list of those that tests in Swift prove.
    var problems: [String] {
        let unknown = swift.rows.filter { tables.statuses[$0.row] == nil }
        let missing = tables.rows.filter { !swift.has($0) && proven[$0] == nil }
        let withoutCurl = tables.rows.filter { row in
            !swift.has(row) && proven[row]?.curl.isEmpty == true
                && tables.statuses[row]?.curl.isEmpty == false
        }
        return unknown.map { "rows-in-swift.txt: no table has this row: \($0.row)" }
            + swift.missingTests
            + missing.map { "no scenario and no test in Swift has the row: \($0)" }
            + withoutCurl.map { "curl runs in no scenario that has the row: \($0)" }
    }
}

extension Scenario.Content {
    /// The exit statuses that are expected of the two programs.
    fileprivate var exits: RowStatuses {
        var exits = RowStatuses()
        for case .run(let step) in actions where !step.isOther {
            exits.formpost.insert(step.formpost.exit?.value ?? 0)
            guard runsCurl else { continue }
            exits.curl.insert(step.formpost.forCurl(step.curl).exit?.value ?? 0)
        }
        return exits
    }
}

extension Set<Int32> {
    fileprivate var list: String { sorted().map(String.init).joined(separator: ", ") }
}
