import TestSupport
import Testing

/// What curl sends for the line that `--curl` prints is what formpost sends, in random lines.
///
/// `FORMPOST_SEED`, `FORMPOST_COUNT` and `FORMPOST_FIRST` choose others: `make differential`.
@Suite(.serialized, .comparesWithCurl)
struct CurlLineRandomTests {
    private let seed = randomRun("FORMPOST_SEED", 3)
    private let first = Int(randomRun("FORMPOST_FIRST", 0))
    private let count = Int(randomRun("FORMPOST_COUNT", UInt64(Exhaustive.count(100, orElse: 20))))

    /// The server records all requests, so it is replaced from time to time.
    private static let batch = 250

    @Test func curlSendsTheSame() async throws {
        var counts: [String: Int] = [:]
        for start in stride(from: first, to: first + count, by: Self.batch) {
            let numbers = Array(start..<min(start + Self.batch, first + count))
            let rig = try CurlLineRig()
            let seed = seed
            let verdicts = try await concurrently(numbers) { _, number in
                let list = CurlLineGenerator.list(seed: seed, number: number)
                return try await rig.verdict(list, number: number)
            }
            for (number, verdict) in zip(numbers, verdicts) {
                guard case .different(let what) = verdict else {
                    counts["\(verdict)", default: 0] += 1
                    continue
                }
                let list = CurlLineGenerator.list(seed: seed, number: number)
                Issue.record("SEED=\(seed) FIRST=\(number) COUNT=1: \(list)\n\(what)")
            }
        }
        print("random lines, seed \(seed): \(counts.sorted { $0.key < $1.key })")
        if count >= 50 { #expect(counts["sent", default: 0] * 2 > count) }
    }
}
