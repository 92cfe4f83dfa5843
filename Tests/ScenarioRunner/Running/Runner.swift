import Foundation
import TestSupport

/// Runs scenarios, several at once, and reports those that fail.
struct Runner {
    /// How the scenarios went.
    struct Tally {
        var run = 0
        var failed = 0
        /// Scenarios that ask for curl and were run without it.
        var notCompared = 0
        /// How many were not run, by the reason.
        var skipped: [String: Int] = [:]

        /// The last line of the output.
        var text: String {
            let unrun = skipped.sorted { $0.key < $1.key }.map { ", \($1) skipped: \($0)" }
            let others =
                notCompared == 0 ? "" : ", \(notCompared) not compared: \(ReferenceCurl.reason)"
            return "\(run) scenarios, \(failed) failed" + unrun.joined() + others
        }
    }

    private let links: Program.Links
    /// The lines about curl hold for curl 7.88.1 with its own libcurl.
    private let hasCurl =
        ReferenceCurl.isComparable
        && ProcessInfo.processInfo.environment["FORMPOST_LIBCURL"] == nil
    private let rows: RowCheck

    init(_ rows: RowCheck) throws {
        self.rows = rows
        links = try Program.Links()
    }

    /// Runs them all; `report` gets the text of each failure.
    func run(_ scenarios: [Scenario], report: (String) -> Void) async -> Tally {
        await withTaskGroup(of: Result.self) { group in
            var (tally, rest) = (Tally(), scenarios[...])
            func start() {
                guard let next = rest.popFirst() else { return }
                group.addTask { await result(of: next) }
            }
            for _ in 0..<(4 * ProcessInfo.processInfo.activeProcessorCount) { start() }
            for await result in group {
                if let reason = result.skipped {
                    tally.skipped[reason, default: 0] += 1
                } else {
                    tally.run += 1
                }
                if let text = result.report {
                    tally.failed += 1
                    report(text)
                }
                if !result.isCompared { tally.notCompared += 1 }
                start()
            }
            return tally
        }
    }

    private struct Result: Sendable {
        /// Nil if it passed.
        var report: String?
        var isCompared: Bool
        /// Why it was not run.
        var skipped: String?
    }

    private func result(of scenario: Scenario) async -> Result {
        var runsCurl = false
        if case .success(let content) = scenario.content {
            runsCurl = content.runsCurl
            if let reason = content.needs.lazy.compactMap(Runner.lack(of:)).first {
                return Result(report: nil, isCompared: true, skipped: reason)
            }
        }
        let isCompared = !runsCurl || hasCurl
        var marks = rows.marks(scenario)
        if marks.isEmpty { marks = await self.marks(of: scenario) }
        let report = marks.isEmpty ? nil : scenario.report(marks)
        guard let expected = scenario.report else {
            return Result(report: report, isCompared: isCompared)
        }
        let came = report ?? ""
        // `…` may stand for lines, but not for marks.
        let isGood =
            !came.isEmpty && Pattern(expected, Names()).matches(Array(came.utf8))
            && came.numberOfMarks == expected.string(Names()).numberOfMarks
        if isGood || !isCompared { return Result(report: nil, isCompared: isCompared) }
        let lines = came.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return Result(
            report: scenario.report([Mark(.title, ["another report than its own:"] + lines)]),
            isCompared: isCompared)
    }

    /// What is said if a program, or a file with a path, is not there; nil if it is.
    private static func lack(of need: String) -> String? {
        let isThere =
            need.hasPrefix("/")
            ? FileManager.default.isReadableFile(atPath: need) : Command.isInstalled(need)
        return isThere ? nil : "\(need) is not installed"
    }

    private func marks(of scenario: Scenario) async -> [Mark] {
        do {
            let content = try scenario.content.get()
            let formpost = try await run(scenario, content, as: .formpost)
            guard formpost.marks.isEmpty, content.runsCurl, hasCurl else { return formpost.marks }
            let curl = try await run(scenario, content, as: .curl)
            guard curl.marks.isEmpty, let equality = content.equality else {
                return curl.marks.map { $0.labelled("curl") }
            }
            let (ours, theirs) = (formpost.comparableRequests, curl.comparableRequests)
            let difference = zip(ours, theirs).lazy.compactMap { $0.difference(from: $1) }.first
            if ours.count == theirs.count, difference == nil { return [] }
            let came = difference ?? ["\(ours.count) requests, and \(theirs.count) of curl"]
            return [Mark(.statement(equality.index), came)]
        } catch let mistake as Mistake {
            return [.error(mistake.text, at: mistake.statement.map { .statement($0) } ?? .title)]
        } catch {
            return [.error("\(error)", at: .title)]
        }
    }

    private func run(
        _ scenario: Scenario, _ content: Scenario.Content, as program: Program
    ) async throws -> ScenarioRun {
        var run = try ScenarioRun(scenario, content, as: program, links)
        try await run.run()
        return run
    }
}

extension String {
    fileprivate var numberOfMarks: Int { split(separator: "\n").count { $0.hasPrefix("  ! ") } }
}
