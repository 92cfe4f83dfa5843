import FormEncoding
import FormUpload

/// The progress of inputs and requests, computed from their events.
///
/// It has no clock: each call passes the time since the command's progress began.
struct ProgressState: Sendable {
    /// The interval of events. The first event of a body may come this long after the body has begun.
    private static let eventInterval = Duration.milliseconds(100)

    /// A request that has begun and not ended.
    struct Request: Sendable {
        let place: RequestLabel
        fileprivate let parts: Int
        /// The length of its body as far as it is known.
        fileprivate(set) var size: Int64?
        fileprivate(set) var progress: UploadProgress
        fileprivate var attempt = 1
        fileprivate var attemptBegan: Duration
        /// Why the next attempt is waited for; `nil`: an attempt is being made.
        fileprivate(set) var cause: String?
        /// Whether its line has been printed, before its answer.
        fileprivate(set) var isNamed = false

        func duration(at now: Duration) -> Duration { now - attemptBegan }

        /// The bytes of its body that were sent; `nil` if only its events say so.
        fileprivate func sent(by outcome: Outcome) -> Int64? {
            if let response = outcome.earlyResponse { return response.bytesSent }
            guard outcome.verdict == .accepted else { return nil }
            return size
        }
    }

    let isMany: Bool
    private(set) var tally: Tally
    /// The input that is being read, before anything is sent.
    private(set) var input: (label: ByteString, rate: RecentRate)?
    private var running: [Int: Request] = [:]
    /// The request whose answer is being printed: nothing is drawn meanwhile.
    private var answering: Int?
    /// When the input, the only request or all requests began.
    private var began: Duration
    /// The lengths before the requests begin, -1 for one that is not known.
    private let expected: [Int64]
    private var unknownSizes: Int
    /// The bytes of the bodies of requests that have ended.
    private var sentByEnded: Int64 = 0
    private var total: Int64
    /// Counts all bytes that were sent, also in earlier attempts. A single request begins anew with each attempt.
    private var rate: RecentRate
    var isClosed = false
    /// When a log got its last line, and what the line said.
    private var logged = (at: Duration.zero, snapshot: ProgressSnapshot())

    init(sizes: [Int64], _ tally: Tally? = nil, isMany: Bool, at now: Duration = .zero) {
        self.tally = tally ?? Tally(count: sizes.count)
        (expected, self.isMany, began, rate) = (sizes, isMany, now, RecentRate(from: now))
        (total, unknownSizes) = (0, 0)
        for size in sizes {
            if size < 0 { unknownSizes += 1 } else { total = total.adding(size) }
        }
    }

    /// The number of requests that have begun and not ended.
    var underWay: Int { running.count }

    subscript(index: Int) -> Request? { running[index] }

    mutating func read(_ count: Int64, of label: ByteString, at now: Duration) {
        if input == nil, !isMany { began = now }
        if input?.label != label { input = (label, RecentRate(from: now)) }
        input?.rate.record(count, at: now)
    }

    /// Returns whether an input was being read.
    mutating func endReading() -> Bool {
        defer { input = nil }
        return input != nil
    }

    /// `size` replaces the expected length, if it is known.
    mutating func begin(_ place: RequestLabel, size: Int64?, parts: Int = 0, at now: Duration) {
        guard (0..<expected.count).contains(place.number) else { return }
        if !isMany { began = now }
        let known = expected[place.number]
        let guess = known < 0 ? nil : known
        if let size { replace(guess, by: size) }
        running[place.number] = Request(
            place: place, parts: parts, size: size ?? guess,
            progress: UploadProgress(total: size), attemptBegan: now)
    }

    mutating func move(_ index: Int, to new: UploadProgress, at now: Duration) {
        guard var request = running[index] else { return }
        let last = request.progress
        // After a redirect or a login challenge the body is sent again.
        let isNew = new.read < last.read || new.sent < last.sent
        let restartsRate = !isMany && (isNew || last.read == 0)
        let early = max(.zero, now - Self.eventInterval)
        if restartsRate { rate = RecentRate(from: new.sent == 0 ? now : early) }
        if request.cause != nil { request.attemptBegan = early }
        request.cause = nil
        request.progress = new
        request.progress.partReference =
            new.partReference ?? (isNew ? nil : last.partReference)
        running[index] = request
        rate.add(max(0, restartsRate ? new.sent : new.sent - last.sent), at: now)
    }

    /// The upload goes on with so many bytes that an earlier request has sent: they are no part of the rate.
    mutating func resume(_ index: Int, from offset: Int64, at now: Duration) {
        running[index]?.progress.read = offset
        running[index]?.progress.sent = offset
        if !isMany { rate = RecentRate(from: now) }
    }

    mutating func receive(_ index: Int, _ count: Int64) {
        running[index]?.progress.phase = .receiving
        running[index]?.progress.received = count
    }

    mutating func retry(_ index: Int, because cause: String, at now: Duration) {
        guard var request = running[index] else { return }
        request.attempt += 1
        request.cause = cause
        request.progress = UploadProgress(total: request.size)
        running[index] = request
        if answering == index { answering = nil }
        if !isMany { rate = RecentRate(from: now) }
    }

    /// The request's answer is printed until `endAnswer`. Returns whether it had begun before.
    mutating func beginAnswer(_ index: Int) -> Bool {
        answering = index
        defer { running[index]?.isNamed = true }
        return running[index]?.isNamed ?? true
    }

    mutating func endAnswer() { answering = nil }

    /// Returns the request as it ended; `nil` if it is not running.
    mutating func end(_ outcome: Outcome, at now: Duration) -> Request? {
        guard var request = running.removeValue(forKey: outcome.place.number) else { return nil }
        // The last event may be missing.
        if let sent = request.sent(by: outcome), sent > request.progress.sent {
            rate.add(sent - request.progress.sent, at: now)
            request.progress.sent = sent
        }
        // The rest will not be sent.
        replace(request.size, by: request.progress.sent)
        sentByEnded = sentByEnded.adding(request.progress.sent)
        tally.record(outcome)
        return request
    }

    /// Whether a log gets a line now: after a change, but not too often, and now and then without one, to show
    /// that the command still runs. If so, the line counts as printed.
    mutating func isLogDue(_ snapshot: ProgressSnapshot, at now: Duration) -> Bool {
        let pause = now - max(logged.at, snapshot.began)
        let hasNews = pause >= .seconds(5) && snapshot.hasNews(since: logged.snapshot)
        guard hasNews || pause >= .seconds(30) else { return false }
        logged = (now, snapshot)
        return true
    }

    /// Returns the progress of the input that is being read, or else of the requests; `nil` if there
    /// is neither.
    func snapshot(at now: Duration) -> ProgressSnapshot? {
        var snapshot = ProgressSnapshot(began: began, isAnswering: answering != nil)
        if let input {
            (snapshot.subject, snapshot.isAnswering) = (.input(input.label), false)
            (snapshot.read, snapshot.rate) = (input.rate.count, input.rate.value(at: now))
            return snapshot
        }
        if isMany {
            snapshot.subject = .all(tally)
            snapshot.sent = running.values.reduce(sentByEnded) { $0.adding($1.progress.sent) }
            if unknownSizes == 0 { snapshot.total = total }
        } else {
            guard let request = running[0] else { return nil }
            let progress = request.progress
            snapshot.subject = .request(request.place)
            (snapshot.read, snapshot.sent) = (progress.read, progress.sent)
            snapshot.confirmed = progress.confirmed
            snapshot.total = progress.isWaiting ? progress.sent : progress.total
            (snapshot.part, snapshot.parts) = (progress.partReference, request.parts)
            (snapshot.attempt, snapshot.isRetrying) = (request.attempt, request.cause != nil)
        }
        snapshot.rate = rate.value(at: now)
        // Uses the rate at the last movement: the current one falls while nothing moves.
        let steadyRate = rate.value(at: rate.lastMoved)
        if let total = snapshot.total, snapshot.sent < total, snapshot.rate > 0, steadyRate > 0 {
            snapshot.secondsLeft = Double(total - snapshot.sent) / steadyRate
        }
        return snapshot
    }

    private mutating func replace(_ old: Int64?, by size: Int64) {
        if let old { total = total.adding(-old) } else { unknownSizes -= 1 }
        total = total.adding(size)
    }
}

extension Int64 {
    /// Returns the sum, or the largest number in place of more: sparse files can be longer together than any
    /// one file.
    func adding(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

/// Progress at one moment: of an input, of the only request or of many.
struct ProgressSnapshot: Sendable {
    enum Subject: Sendable {
        /// A pipe or file that is read before anything is sent.
        case input(ByteString)
        case request(RequestLabel)
        /// All requests, where each is counted.
        case all(Tally)
    }

    var subject = Subject.request(RequestLabel())
    var began = Duration.zero
    /// Bytes read, of an input or of a single body.
    var read: Int64 = 0
    /// Bytes of the bodies that the other end has received.
    var sent: Int64 = 0
    /// Bytes of a single body that the server has confirmed; `nil` if it has not said so (`--resumable`).
    var confirmed: Int64?
    /// The length of all bodies; `nil` while one of them is not known.
    var total: Int64?
    var part: PartReference?
    var parts = 1
    /// Bytes per second, over the last seconds.
    var rate: Double = 0
    /// The time until everything is sent; `nil` while nothing moves.
    var secondsLeft: Double?
    var attempt = 1
    /// Whether the attempt has not begun yet: the pause before it.
    var isRetrying = false
    /// Whether a response is being printed in place of the progress.
    var isAnswering = false

    var isWaiting: Bool { total.map { sent >= $0 } ?? false }

    /// At most 99: only the response shows that the upload is complete.
    var percent: Int? {
        guard let total, total > 0 else { return nil }
        return min(99, Int(Double(sent) / Double(total) * 100))
    }

    /// Whether there is something to draw on a terminal. Before the first byte there is not, and
    /// OpenSSL may ask for a passphrase.
    var isDrawn: Bool { !isAnswering && (read > 0 || sent > 0 || done > 0) }

    /// Whether a program may get an event: the response of a single request is no progress.
    var isStreamed: Bool {
        if case .request = subject { !isAnswering } else { true }
    }

    /// Whether a log should get a line soon. A rate that only falls is not a change.
    func hasNews(since last: ProgressSnapshot) -> Bool {
        (read, sent, confirmed, isWaiting, attempt, done)
            != (last.read, last.sent, last.confirmed, last.isWaiting, last.attempt, last.done)
    }

    private var done: Int {
        if case .all(let tally) = subject { tally.done } else { 0 }
    }
}

/// The rate of growth over the last seconds, as in curl's meter: a mean since the start would hide
/// changes of the connection.
struct RecentRate: Sendable {
    private static let window = Duration.seconds(5)
    /// Closer samples are merged, to limit their number.
    private static let spacing = Duration.milliseconds(100)

    /// The counts and from when they hold, in order of time; the first one is at the start of the window or before it.
    private(set) var samples: [(at: Duration, count: Int64)]
    private(set) var lastMoved: Duration

    init(from start: Duration) {
        samples = [(start, 0)]
        lastMoved = start
    }

    var count: Int64 { samples.last?.count ?? 0 }

    mutating func add(_ more: Int64, at now: Duration) { record(count.adding(more), at: now) }

    mutating func record(_ count: Int64, at now: Duration) {
        let last = samples.count - 1
        guard count != samples[last].count else { return }
        lastMoved = now
        if last > 0, now - samples[last].at < Self.spacing {
            samples[last].count = count
        } else {
            samples.append((now, count))
        }
        // One sample before the window is kept: it has the count at the window's start.
        while samples.count > 1, samples[1].at <= now - Self.window { samples.removeFirst() }
    }

    /// Per second. It falls while nothing moves, to 0 after the length of the window.
    func value(at now: Duration) -> Double {
        let start = max(now - Self.window, samples[0].at)
        guard let latest = samples.last, now > start else { return 0 }
        let before = samples.last { $0.at <= start } ?? samples[0]
        return Double(latest.count - before.count) / (now - start).seconds
    }
}
