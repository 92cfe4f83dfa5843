/// Decides when a log gets a line: after a change, but not too often, and now and then without one,
/// to show that the command still runs.
struct LogSchedule: Sendable {
    private let shortest = Duration.seconds(5)
    private let longest = Duration.seconds(30)

    private var lastTime: Duration = .zero
    private var last = ProgressSnapshot()

    /// Whether a line is due now; if so, it counts as printed.
    mutating func isDue(_ snapshot: ProgressSnapshot, at now: Duration) -> Bool {
        let pause = now - max(lastTime, snapshot.began)
        guard pause >= longest || pause >= shortest && snapshot.hasNews(since: last) else {
            return false
        }
        (lastTime, last) = (now, snapshot)
        return true
    }
}
