/// When a log gets a line: when there is news, but not too often, and from time to time without any,
/// since a log that says nothing looks dead.
struct LogSchedule: Sendable {
    static let shortest = Duration.seconds(5)
    static let longest = Duration.seconds(30)

    private var lastTime: Duration = .zero
    private var last = ProgressSnapshot()

    /// Whether there is to be a line now. It is counted as printed then.
    mutating func isDue(_ snapshot: ProgressSnapshot, at now: Duration) -> Bool {
        let pause = now - lastTime
        guard pause >= Self.longest || pause >= Self.shortest && hasNews(snapshot) else {
            return false
        }
        (lastTime, last) = (now, snapshot)
        return true
    }

    /// A rate that falls because nothing moves is none.
    private func hasNews(_ snapshot: ProgressSnapshot) -> Bool {
        (snapshot.read, snapshot.sent, snapshot.isWaiting, snapshot.attempt)
            != (last.read, last.sent, last.isWaiting, last.attempt)
    }
}
