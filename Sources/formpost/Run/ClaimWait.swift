import FormEncoding

/// How long a request has waited for another command that is sending its file.
struct ClaimWait: Sendable {
    private static let first = Duration.milliseconds(20)
    private static let longest = Duration.milliseconds(500)
    /// From then on the user is told.
    private static let patience = Duration.seconds(1)

    private let began = ContinuousClock.now
    private let limit: TimeLimit?
    private var pause = first

    /// The time limit of the request is also that of the wait.
    init(until limit: TimeLimit?) { self.limit = limit }

    var isOver: Bool { limit?.isReached ?? false }
    var isLong: Bool { ContinuousClock.now - began > Self.patience }

    /// Waits a little, longer each time. Nothing tells when a claim ends.
    func wait() async { try? await Task.sleep(for: pause) }

    /// The wait after it.
    var longer: ClaimWait {
        var wait = self
        wait.pause = min(pause * 2, Self.longest)
        return wait
    }
}
