/// Decides when a log gets a line: after a change, but not too often, and now and then without one,
/// to show that the command still runs.
struct LogSchedule: Sendable {
    static let shortest = Duration.seconds(5)
    static let longest = Duration.seconds(30)

    private var lastTime: Duration = .zero
    private var last = ProgressSnapshot()

    /// Whether a line is due now; if so, it counts as printed.
    mutating func isDue(_ snapshot: ProgressSnapshot, at now: Duration) -> Bool {
        let pause = now - lastTime
        guard pause >= Self.longest || pause >= Self.shortest && hasNews(snapshot) else {
            return false
        }
        (lastTime, last) = (now, snapshot)
        return true
    }

    /// A rate that only falls is not a change.
    private func hasNews(_ snapshot: ProgressSnapshot) -> Bool {
        (snapshot.read, snapshot.sent, snapshot.isWaiting, snapshot.attempt)
            != (last.read, last.sent, last.isWaiting, last.attempt)
    }
}
