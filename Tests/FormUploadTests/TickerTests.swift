import TestSupport
import Testing

@testable import FormUpload

/// One timer for all transfers.
@Suite struct TickerTests {
    /// Also after a time in which nobody listened, when its timer has ended.
    @Test func callsWhoListens() async throws {
        let ticker = Ticker()
        for _ in 0..<2 {
            let (first, second) = (Monitor(0), Monitor(0))
            let endFirst = ticker.listen { _ in first.withState { $0 += 1 } }
            let endSecond = ticker.listen { _ in second.withState { $0 += 1 } }
            try await reaches(2, second)
            endFirst()
            let ended = first.withState { $0 }
            // A call that was under way may still come.
            try await reaches(second.withState { $0 } + 3, second)
            #expect((1...ended + 1).contains(first.withState { $0 }))
            endSecond()
            try await Task.sleep(for: .milliseconds(300))
        }
    }

    private func reaches(_ count: Int, _ counter: Monitor<Int>) async throws {
        let isReached = await onThread {
            counter.wait(timeout: 60) { $0 >= count ? true : nil } ?? false
        }
        #expect(isReached)
    }
}
