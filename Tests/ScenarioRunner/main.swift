import Foundation
import TestSupport

// Runs the scenarios of the repository that it is started in, or those that have all of some words:
//     scenarios [WORD]...

umask(0o022)
do {
    exit(try await isGood(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
} catch {
    print("scenarios: \(error)")
    exit(1)
}

/// Runs the scenarios that have all the words; returns whether nothing was wrong.
func isGood(_ words: [String]) async throws -> Bool {
    let all = try Scenario.all()
    let rows = try RowCheck(all)
    if words == ["--rows"] {
        rows.problems.forEach { print($0) }
        return rows.problems.isEmpty
    }
    let chosen = all.filter { scenario in words.allSatisfy(scenario.has) }
    guard !chosen.isEmpty else {
        print("scenarios: none has \(words.map { "'\($0)'" }.joined(separator: " and "))")
        return false
    }
    var tally = try await Runner(rows).run(chosen) { report in
        print(report)
        // Shown as it comes, also where the output is a pipe.
        fflush(nil)
    }
    if words.isEmpty {
        let problems = rows.problems
        if rows.isIncomplete {
            print("\(problems.count) rows of the README's tables have no scenario yet")
        } else {
            problems.forEach { print($0) }
            tally.failed += problems.count
        }
    }
    print(tally.text)
    return tally.failed == 0
}
