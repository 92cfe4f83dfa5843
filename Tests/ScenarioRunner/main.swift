import Foundation
import TestSupport

// Runs the scenarios of the repository, or those that have all of some words:
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
        rows.problems.forEach { print($0) }
        tally.failed += rows.problems.count
    }
    print(tally.text)
    return tally.failed == 0
}
