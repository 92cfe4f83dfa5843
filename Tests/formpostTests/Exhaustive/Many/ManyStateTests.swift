import FormEncoding
import Testing

@testable import formpost

@Suite struct ManyStateTests {
    private func amounts(_ state: ProgressState, at seconds: Double = 1) -> [Int64?] {
        let snapshot = state.snapshot(at: .seconds(seconds))
        return [snapshot?.sent, snapshot?.total]
    }

    /// What a failed or skipped request has not sent is not waited for.
    @Test func forgetsWhatIsNotSent() {
        var state = ProgressState(sizes: [100, 200, 300], journal: "j", isMany: true)
        for index in 0..<3 { state.begin(index, "x", size: nil) }
        state.move(0, 40, at: .seconds(1))
        _ = state.end(.failed(0, Failure(28, "")), at: .seconds(1))
        #expect(amounts(state) == [40, 540])
        _ = state.end(.skipped(1), at: .seconds(1))
        #expect(amounts(state) == [40, 340])
        _ = state.end(.uploaded(2), at: .seconds(1))
        #expect(amounts(state) == [340, 340])
        let tally = state.tally
        #expect(
            (tally.uploaded, tally.failures.count, tally.skipped, tally.notSent) == (1, 1, 1, 0))
        #expect(state.snapshot(at: .seconds(9))?.secondsLeft == nil)
    }

    /// An answer that only `--no-fail` accepts can come before the body's end.
    @Test func countsWhatWasSentBeforeARefusal() {
        var state = ProgressState(sizes: [100], isMany: true)
        state.begin(0, "x", size: nil)
        state.move(0, 40, at: .seconds(1))
        let end = state.end(.tolerated(0, status: 413), at: .seconds(1))
        #expect(end?.progress.sent == 40)
        #expect(amounts(state) == [40, 40])
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

    @Test func doesNotKnowTheTotalWithoutAllSizes() {
        var state = ProgressState(sizes: [100, nil, nil], isMany: true)
        #expect(amounts(state) == [0, nil])
        state.begin(1, "a", size: 7)
        #expect(amounts(state) == [0, nil])
        state.begin(2, "-", size: nil)
        state.move(2, 9, at: .seconds(1))
        #expect(amounts(state) == [9, nil])
        _ = state.end(.uploaded(2), at: .seconds(1))
        #expect(amounts(state) == [9, 116])
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

    @Test func takesNoEventOfWhatIsNotRunning() {
        var state = ProgressState(sizes: [100], isMany: true)
        state.move(0, 5, at: .seconds(1))
        state.begin(1, "x", size: 5)
        state.begin(-1, "x", size: 5)
        #expect(state.end(.skipped(0), at: .seconds(1)) == nil)
        state.begin(0, "a", size: nil)
        #expect(state.end(.uploaded(0), at: .seconds(1)) != nil)
        #expect(state.end(.failed(0, Failure(7, "")), at: .seconds(1)) == nil)
        state.move(0, 5, at: .seconds(1))
        #expect(amounts(state) == [100, 100])
        #expect((state.tally.done, state.tally.failures.count) == (1, 0))
    }
}
