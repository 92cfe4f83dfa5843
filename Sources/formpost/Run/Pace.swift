/// Keeps requests apart (`--rate`).
struct Pace {
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    init(_ interval: Duration) { self.interval = interval }

    /// Whether the next request may begin.
    var isDue: Bool { next.map { $0 <= .now } ?? true }

    /// Waits until it may.
    func wait() async {
        if let next { try? await Task.sleep(until: next, clock: .continuous) }
    }

    /// A request begins.
    mutating func begin() { if interval > .zero { next = .now + interval } }
}
