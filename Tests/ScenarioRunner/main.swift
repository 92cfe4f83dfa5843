import Foundation
import TestSupport

// Runs the scenarios, or those that have all the words that it is called with:
//     scenarios [WORD]...

umask(0o022)
let words = CommandLine.arguments.dropFirst()
let all = try Scenario.all()
let rows = try RowCheck(all)
if words == ["--rows"] {
    rows.problems.forEach { print($0) }
    exit(rows.problems.isEmpty ? 0 : 1)
}
let chosen = all.filter { scenario in words.allSatisfy(scenario.has) }
guard !chosen.isEmpty else {
    print("scenarios: none has \(words.map { "'\($0)'" }.joined(separator: " and "))")
    exit(1)
}
var tally = try await Runner(rows).run(chosen) { print($0) }
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
exit(tally.failed == 0 ? 0 : 1)
