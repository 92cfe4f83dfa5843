import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// One timer for all transfers.
@Suite struct TickerTests {
    /// Also after a time in which nobody listened, when its timer has ended.
    @Test func callsWhoListens() async throws {
        let ticker = Ticker()
        for _ in 0..<2 {
            let (first, second) = (Counter(), Counter())
            let endFirst = ticker.listen { _ in first.add() }
            let endSecond = ticker.listen { _ in second.add() }
            try await second.reaches(2)
            endFirst()
            let ended = first.count
            // A call that was under way may still come.
            try await second.reaches(second.count + 3)
            #expect((1...ended + 1).contains(first.count))
            endSecond()
            try await Task.sleep(for: .milliseconds(300))
        }
    }
}

private final class Counter: @unchecked Sendable {  // `value` is behind `lock`
    private let lock = NSLock()
    private var value = 0

    var count: Int { lock.withLock { value } }

    func add() { lock.withLock { value += 1 } }

    func reaches(_ count: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while self.count < count, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(self.count >= count)
    }
}
