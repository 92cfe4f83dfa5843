import FormEncoding
import FormUpload
import Testing

@testable import formpost

/// The snapshots for given events and times.
@Suite struct ProgressStateTests {
    private static func progress(
        read: Int64, sent: Int64, of total: Int64? = 1000,
        _ phase: UploadProgress.Phase = .sending, part: PartReference? = nil
    ) -> UploadProgress {
        var progress = UploadProgress(total: total)
        (progress.read, progress.sent, progress.phase, progress.partReference) = (
            read, sent, phase, part
        )
        return progress
    }

    private func state(
        of total: Int64? = 1000, _ events: [(Double, UploadProgress)]
    ) -> ProgressState {
        var state = ProgressState(sizes: [total ?? -1], isMany: false)
        state.begin(RequestLabel(), size: total, parts: 1, at: .zero)
        for (second, progress) in events { state.move(0, to: progress, at: .seconds(second)) }
        return state
    }

    @Test func goesByWhatHasBeenSent() {
        let state = state([
            (2, Self.progress(read: 900, sent: 0)), (3, Self.progress(read: 1000, sent: 200)),
        ])
        let snapshot = state.shown(at: .seconds(4))
        #expect((snapshot.read, snapshot.sent, snapshot.total) == (1000, 200, 1000))
        #expect(snapshot.percent == 20)
        // Since the body has begun: what it took to connect is no part of it.
        #expect(snapshot.rate == 100)
        #expect(!snapshot.isWaiting)
    }

    /// The first event may come when some has been sent.
    @Test func takesTheFirstEventForEarly() {
        let state = state([(2, Self.progress(read: 900, sent: 300))])
        #expect(state.shown(at: .seconds(2)).rate.rounded() == 3000)
        #expect(state.shown(at: .milliseconds(2900)).rate.rounded() == 300)
    }

    /// The rate falls, the time that is left does not grow; then both are gone.
    @Test func doesNotCountUpWhereNothingMoves() {
        let state = state([
            (0, Self.progress(read: 1000, sent: 0)), (1, Self.progress(read: 1000, sent: 100)),
            (2, Self.progress(read: 1000, sent: 200)),
        ])
        #expect(state.shown(at: .seconds(2)).rate == 100)
        #expect(state.shown(at: .seconds(2)).secondsLeft == 8)
        #expect(state.shown(at: .seconds(4)).rate == 50)
        #expect(state.shown(at: .seconds(4)).secondsLeft == 8)
        #expect(state.shown(at: .seconds(6.5)).rate == 20)
        #expect(state.shown(at: .seconds(6.5)).secondsLeft == 8)
        #expect(state.shown(at: .seconds(7)).rate == 0)
        #expect(state.shown(at: .seconds(7)).secondsLeft == nil)
        #expect(state.shown(at: .seconds(700)).secondsLeft == nil)
    }

    /// A fast connection moves thousands of times a second.
    @Test func keepsFewSamples() {
        var recent = RecentRate(from: .zero)
        for step in Int64(1)...20_000 { recent.record(step, at: .milliseconds(step)) }
        #expect(recent.value(at: .seconds(20)) == 1000)
        #expect(recent.samples.count <= 52)
    }

    /// Not before the other end has all of it.
    @Test(
        arguments: [
            (progress(read: 1000, sent: 999), false), (progress(read: 1000, sent: 1000), true),
            // A server that is asked first.
            (progress(read: 0, sent: 0, .waitingForResponse), false),
            (progress(read: 1000, sent: 1000, .waitingForResponse), true),
            (progress(read: 50, sent: 50, of: nil), false),
            (progress(read: 0, sent: 0, of: nil, .waitingForResponse), false),
            (progress(read: 50, sent: 49, of: nil, .waitingForResponse), false),
            (progress(read: 50, sent: 50, of: nil, .waitingForResponse), true),
            (progress(read: 50, sent: 50, of: 50), true), (progress(read: 0, sent: 0, of: 0), true),
        ])
    func waitsWhenAllIsSent(progress: UploadProgress, isWaiting: Bool) {
        let snapshot = state(of: progress.total, [(1, progress)]).shown(at: .seconds(2))
        #expect(snapshot.isWaiting == isWaiting)
        #expect(snapshot.secondsLeft == nil || !isWaiting)
        if isWaiting { #expect(snapshot.total == progress.read) }
    }

    @Test func namesThePartThatWasReadLast() {
        let (first, second) = (
            PartReference(index: 0, name: "a"), PartReference(index: 1, filename: "b")
        )
        var state = ProgressState(sizes: [1000], isMany: false)
        state.begin(RequestLabel(), size: 1000, parts: 2, at: .zero)
        #expect(state.shown(at: .zero).part == nil)
        state.move(0, to: Self.progress(read: 5, sent: 0, part: first), at: .seconds(1))
        #expect(state.shown(at: .seconds(1)).part == first)
        state.move(0, to: Self.progress(read: 50, sent: 0, part: second), at: .seconds(2))
        // After the last part there is none.
        state.move(0, to: Self.progress(read: 1000, sent: 0), at: .seconds(3))
        #expect(state.shown(at: .seconds(3)).part == second)
        #expect(state.shown(at: .seconds(3)).parts == 2)
        state.move(0, to: Self.progress(read: 0, sent: 0), at: .seconds(4))
        #expect(state.shown(at: .seconds(4)).part == nil)
    }

    /// Without the pause before it.
    @Test func measuresTheLastAttempt() {
        var state = state([(1, Self.progress(read: 1000, sent: 1000))])
        #expect(state[0]?.duration(at: .seconds(2)) == .seconds(2))
        state.retry(0, because: "x", at: .seconds(3))
        state.move(0, to: Self.progress(read: 1000, sent: 10), at: .milliseconds(60_100))
        state.move(0, to: Self.progress(read: 1000, sent: 1000), at: .seconds(64))
        #expect(state[0]?.duration(at: .seconds(67)) == .seconds(7))
    }

    /// After a redirect, say: in the same attempt, and counted anew.
    @Test func beginsAnewWithTheBody() {
        var state = state([
            (1, Self.progress(read: 1000, sent: 0)), (2, Self.progress(read: 1000, sent: 1000)),
            (8, Self.progress(read: 100, sent: 0)), (9, Self.progress(read: 500, sent: 50)),
        ])
        let snapshot = state.shown(at: .seconds(10))
        #expect((snapshot.sent, snapshot.rate, snapshot.attempt) == (50, 25, 1))
        // The new start need not have been seen.
        state.move(0, to: Self.progress(read: 500, sent: 40), at: .seconds(20))
        #expect(state.shown(at: .milliseconds(21_900)).rate.rounded() == 20)
    }

    /// What an earlier call has sent took no time in this one.
    @Test(arguments: [false, true])
    func goesOnWithWhatTheServerHas(isMany: Bool) {
        var state = ProgressState(sizes: [1000], isMany: isMany)
        state.begin(RequestLabel(), size: 1000, parts: 1, at: .zero)
        state.move(0, to: Self.progress(read: 0, sent: 0, .waitingForResponse), at: .zero)
        state.resume(0, from: 800, at: .zero)
        state.move(0, to: Self.progress(read: 1000, sent: 800), at: .seconds(1))
        state.move(0, to: Self.progress(read: 1000, sent: 900), at: .seconds(2))
        let snapshot = state.shown(at: .seconds(2))
        #expect((snapshot.sent, snapshot.rate, snapshot.secondsLeft) == (900, 50, 2))
    }

    @Test func beginsAnewWithAnAttempt() {
        var state = state([
            (1, Self.progress(read: 900, sent: 0, part: PartReference(index: 0, name: "a"))),
            (2, Self.progress(read: 1000, sent: 800)),
        ])
        state.retry(0, because: "x", at: .seconds(3))
        let pause = state.shown(at: .seconds(4))
        #expect((pause.read, pause.sent, pause.total, pause.rate) == (0, 0, 1000, 0))
        #expect((pause.attempt, pause.isRetrying) == (2, true))
        #expect(pause.part == nil && pause.secondsLeft == nil)
        state.move(0, to: Self.progress(read: 900, sent: 0), at: .seconds(63))
        state.move(0, to: Self.progress(read: 900, sent: 300), at: .seconds(64))
        #expect(state.shown(at: .seconds(64)).rate == 300)
    }

    // MARK: Many requests

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
    @Test func ofManyBeginsAgain() throws {
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

    // MARK: When a log gets a line

    /// Asked twice a second, it takes 35 seconds to see.
    private func lines(
        until end: Int, _ change: (_ second: Double, inout ProgressSnapshot) -> Void
    ) -> [Double] {
        var snapshot = ProgressSnapshot(total: 1000)
        var state = ProgressState(sizes: [1000], isMany: false)
        return (1...end * 2).map { Double($0) / 2 }.filter { second in
            change(second, &snapshot)
            return state.isLogDue(snapshot, at: .seconds(second))
        }
    }

    @Test func saysNewsEveryFiveSecondsAndThatThereAreNone() {
        #expect(lines(until: 21) { $1.sent = Int64($0 * 10) } == [5, 10, 15, 20])
        #expect(lines(until: 45) { $1.sent = $0 >= 12.5 ? 1 : 0 } == [12.5, 42.5])
        // A falling rate is not a change.
        #expect(lines(until: 35) { $1.rate = 100 / $0 } == [30])
        #expect(lines(until: 10) { $1.read = $0 >= 2 ? 1 : 0 } == [5])
        #expect(lines(until: 10) { $1.attempt = $0 >= 2 ? 2 : 1 } == [5])
        // All of it has been sent.
        #expect(lines(until: 10) { $1.total = $0 >= 7 ? 0 : 1000 } == [7])
    }
}

extension ProgressState {
    fileprivate func shown(at now: Duration) -> ProgressSnapshot {
        snapshot(at: now) ?? ProgressSnapshot()
    }
}
