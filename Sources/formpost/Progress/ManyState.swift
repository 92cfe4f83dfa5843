import FormEncoding

/// The progress of many requests, computed from the events of each.
///
/// It has no clock: every call passes the time since the first.
struct ManyState: Sendable {
    /// A request that has begun and not ended.
    private struct Running {
        var name: ByteString
        var sent: Int64 = 0
        /// Whether its line has been printed, before its answer.
        var isNamed = false
    }

    private(set) var tally: Tally
    /// The lengths of the bodies as far as they are known, by the place of the request.
    private var sizes: [Int64?]
    private var unknownSizes: Int
    private var running: [Int: Running] = [:]
    private var sent: Int64 = 0
    private var total: Int64
    /// As `sent`, with what was sent again: it never falls.
    private var moved: Int64 = 0
    private var rate = RecentRate(from: .zero)

    /// `others` are the places of requests that upload nothing.
    init(sizes: [Int64?], others: Set<Int> = [], journal: ByteString? = nil) {
        tally = Tally(count: sizes.count, others: others, journal: journal)
        self.sizes = sizes
        total = sizes.reduce(0) { $0.adding($1 ?? 0) }
        unknownSizes = sizes.count { $0 == nil }
    }

    /// How many have begun and not ended.
    var underWay: Int { running.count }

    /// `size` takes the place of the one that was expected, if it is known.
    mutating func begin(_ index: Int, _ name: ByteString, size: Int64?) {
        guard sizes.indices.contains(index) else { return }
        running[index] = Running(name: name)
        if let size { set(index, size) }
    }

    /// So many bytes of the body have been sent; fewer than before when it is sent again.
    mutating func move(_ index: Int, _ count: Int64, at now: Duration) {
        guard var request = running[index] else { return }
        sent = sent.adding(count - request.sent)
        moved = moved.adding(max(0, count - request.sent))
        request.sent = count
        running[index] = request
        rate.note(moved, at: now)
    }

    /// Returns the name of a request whose line is printed before its answer; `nil` if that has
    /// been done.
    mutating func nameAnswer(_ index: Int) -> ByteString? {
        guard let request = running[index], !request.isNamed else { return nil }
        running[index]?.isNamed = true
        return request.name
    }

    /// Returns the name of the request, how much was sent and whether its line has been printed;
    /// `nil` if it is not running.
    mutating func end(
        _ index: Int, _ outcome: RequestOutcome, at now: Duration
    ) -> (name: ByteString, sent: Int64, isNamed: Bool)? {
        guard var request = running.removeValue(forKey: index) else { return nil }
        if case .uploaded = outcome, let size = sizes[index], size > request.sent {
            // The last event may be missing.
            moved = moved.adding(size - request.sent)
            sent = sent.adding(size - request.sent)
            request.sent = size
            rate.note(moved, at: now)
        }
        // What was not sent will not be.
        set(index, request.sent)
        tally.note(outcome, of: request.name, at: index)
        return (request.name, request.sent, request.isNamed)
    }

    func snapshot(at now: Duration) -> ManySnapshot {
        var snapshot = ManySnapshot(
            done: tally.done, count: tally.count, failed: tally.failures.count,
            skipped: tally.skipped,
            sent: sent, total: unknownSizes == 0 ? total : nil, rate: rate.value(at: now))
        // As in `ProgressState`: the current rate falls while nothing moves.
        let steadyRate = rate.value(at: rate.lastMoved)
        if let total = snapshot.total, sent < total, snapshot.rate > 0, steadyRate > 0 {
            snapshot.secondsLeft = Double(total - sent) / steadyRate
        }
        return snapshot
    }

    private mutating func set(_ index: Int, _ size: Int64) {
        if let old = sizes[index] { total = total.adding(-old) } else { unknownSizes -= 1 }
        total = total.adding(size)
        sizes[index] = size
    }
}

extension Int64 {
    /// The sum, or the largest number in place of more: sparse files can be as long together as no file is.
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

/// The progress of many requests at one moment.
struct ManySnapshot: Equatable, Sendable {
    /// How many have ended, in whatever way, of how many.
    var done = 0
    var count = 0
    var failed = 0
    var skipped = 0
    /// Bytes of all bodies.
    var sent: Int64 = 0
    /// `nil` while a length is not known.
    var total: Int64?
    /// Bytes per second, over the last seconds.
    var rate: Double = 0
    /// The time until everything is sent; `nil` while nothing moves.
    var secondsLeft: Double?
}
