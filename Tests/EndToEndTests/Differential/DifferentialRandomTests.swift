import Foundation
import TestSupport
import Testing

/// `-F` as the system's curl reads it, in random lists.
///
/// `FORMPOST_SEED`, `FORMPOST_COUNT` and `FORMPOST_FIRST` choose others: `make differential`.
@Suite(.serialized, .comparesWithCurl)
struct DifferentialRandomTests {
    private let seed = randomRun("FORMPOST_SEED", 3)
    private let first = Int(randomRun("FORMPOST_FIRST", 0))
    private let count = Int(
        randomRun("FORMPOST_COUNT", UInt64(Exhaustive.count(500, orElse: 60))))

    /// The server records all requests, so it is replaced from time to time.
    private static let batch = 250

    @Test func sendsWhatCurlSends() async throws {
        var counts: [String: Int] = [:]
        for start in stride(from: first, to: first + count, by: Self.batch) {
            let numbers = Array(start..<min(start + Self.batch, first + count))
            let (rig, seed) = (try DifferentialRig(), seed)
            let verdicts = try await concurrently(numbers) { _, number in
                let list = DifferentialGenerator.list(seed: seed, number: number)
                return try await Differential(rig: rig).verdict(list, number: number)
            }
            for (number, verdict) in zip(numbers, verdicts) {
                counts["\(verdict)", default: 0] += 1
                guard case .different(let what) = verdict else { continue }
                let list = DifferentialGenerator.list(seed: seed, number: number)
                Issue.record("SEED=\(seed) FIRST=\(number) COUNT=1: \(list)\n\(what)")
            }
            #expect(rig.leftovers == [])
        }
        print("random lists, seed \(seed): \(counts.sorted { $0.key < $1.key })")
        // Most lists must get as far as a comparison of bytes or exit statuses.
        if count >= 50 { #expect(counts["same", default: 0] * 10 > count * 9) }
    }
}

/// A number that chooses another random run, by a variable of the environment.
func randomRun(_ name: String, _ usual: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) ?? usual
}
