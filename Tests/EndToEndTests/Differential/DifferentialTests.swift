import TestSupport
import Testing

/// `-F` as the system's curl reads it: the same bytes, or the same exit status.
@Suite(.serialized)
struct DifferentialTests {
    @Test(.comparesWithCurl, arguments: DifferentialTables.all.indices)
    func sendsWhatCurlSends(_ index: Int) async throws {
        let rig = try DifferentialRig()
        let lists = DifferentialTables.all[index].rows.map(DifferentialList.init(row:))
        let verdicts = try await concurrently(lists) {
            try await Differential(rig: rig).verdict($1, number: $0)
        }
        for (list, verdict) in zip(lists, verdicts) where verdict != .same {
            Issue.record("\(list): \(verdict)")
        }
        #expect(rig.leftovers == [])
    }
}
