import FormEncoding
import Testing

@testable import formpost

@Suite struct ManyStateTests {
    private func amounts(_ state: ProgressState, at seconds: Double = 1) -> [Int64?] {
        let snapshot = state.snapshot(at: .seconds(seconds))
        return [snapshot?.sent, snapshot?.total]
    }

    /// Sparse files can have as many bytes together as no number.
    @Test func countsNoFurtherThanItCan() {
        var state = ProgressState(sizes: [.max, .max], isMany: true)
        #expect(amounts(state) == [0, .max])
        for index in 0..<2 {
            state.begin(index, "x", size: .max)
            state.move(index, .max, at: .seconds(1))
            _ = state.end(.uploaded(index), at: .seconds(1))
        }
        #expect(amounts(state) == [.max, .max])
    }

    /// Another attempt sends from the start; the rate counts what has moved.
    @Test func beginsAgain() throws {
        var state = ProgressState(sizes: [1000], isMany: true)
        state.begin(0, "a", size: nil)
        state.move(0, 600, at: .seconds(1))
        state.move(0, 0, at: .seconds(2))
        #expect(amounts(state, at: 2) == [0, 1000])
        state.move(0, 200, at: .seconds(4))
        let snapshot = try #require(state.snapshot(at: .seconds(4)))
        #expect((snapshot.sent, snapshot.rate) == (200, 200))
        #expect(snapshot.secondsLeft == 4)
        // Nothing moves any more.
        #expect(state.snapshot(at: .seconds(60))?.secondsLeft == nil)
    }
}
