import FormEncoding

/// How long a request has waited for another command that is sending its file.
struct LockWait: Sendable {
    private static let first = Duration.milliseconds(20)
    private static let longest = Duration.milliseconds(500)
    /// After this time the user is informed.
    private static let patience = Duration.seconds(1)

    private let began = ContinuousClock.now
    private let limit: TimeLimit?
    private var pause = first

    /// `limit` is the time limit of the request.
    init(until limit: TimeLimit?) { self.limit = limit }

    var isOver: Bool { limit?.isReached ?? false }
    var isLong: Bool { ContinuousClock.now - began > Self.patience }

    /// Waits a little. The end of a claim cannot be awaited.
    func wait() async { try? await Task.sleep(for: pause) }

    /// The next wait, which is longer.
    var longer: LockWait {
        var wait = self
        wait.pause = min(pause * 2, Self.longest)
        return wait
    }
}
