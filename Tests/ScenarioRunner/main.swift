import Foundation
import TestSupport

// Runs the scenarios, or those that have all the words that it is called with:
//     scenarios [WORD]...

umask(0o022)
let words = CommandLine.arguments.dropFirst()
let scenarios = try Scenario.all().filter { scenario in words.allSatisfy(scenario.has) }
guard !scenarios.isEmpty else {
    print("scenarios: none has \(words.map { "'\($0)'" }.joined(separator: " and "))")
    exit(1)
}
let tally = try await Runner().run(scenarios) { report in print(report) }
print(tally.text)
exit(tally.failed == 0 ? 0 : 1)
