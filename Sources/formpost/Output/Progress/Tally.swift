import FormEncoding

/// The number of requests for each kind of end.
struct Tally: Equatable, Sendable {
    struct Failure: Equatable, Sendable {
        let place: RequestLabel
        let exitStatus: Int32
        /// The final status of the server; `nil` without a response.
        let status: Int?
    }

    /// Failures of one kind.
    struct Failures: Equatable, Sendable {
        /// The number of failures that are kept with their names.
        static let namedCount = 5

        private(set) var count = 0
        /// The first ones in the order of the requests.
        private(set) var first: [Failure] = []

        fileprivate mutating func insert(_ outcome: Outcome, _ exitStatus: Int32) {
            count += 1
            let place = outcome.place
            first.insert(
                Failure(place: place, exitStatus: exitStatus, status: outcome.status),
                at: first.firstIndex { $0.place.number > place.number } ?? first.count)
            if first.count > Self.namedCount { first.removeLast() }
        }
    }

    /// The number of requests.
    let count: Int
    /// Whether a request sends a file, unlike a login.
    let hasUploads: Bool
    /// The file of `--journal`.
    let journal: ByteString?
    private(set) var uploaded = 0
    /// The number of successes that upload nothing, such as a login.
    private(set) var othersDone = 0
    private(set) var failures = Failures()
    /// The bad statuses that `--no-fail` ignores.
    private(set) var tolerated = Failures()
    private(set) var skipped = 0

    init(count: Int, hasUploads: Bool = true, journal: ByteString? = nil) {
        (self.count, self.hasUploads, self.journal) = (count, hasUploads, journal)
    }

    /// The number of requests that have ended.
    var done: Int { uploaded + othersDone + failures.count + tolerated.count + skipped }

    var notSent: Int { max(0, count - done) }

    /// The exit status of the first request that failed.
    var status: Int32 { failures.first.first?.exitStatus ?? ExitStatus.success }

    /// `isUpload`: the request has sent a file, unlike a login.
    mutating func record(_ outcome: Outcome, isUpload: Bool = true) {
        switch outcome.verdict {
        case .accepted where !isUpload: othersDone += 1
        case .accepted: uploaded += 1
        case .skipped: skipped += 1
        case .tolerated: tolerated.insert(outcome, ExitStatus.badStatus)
        case .failed(let failure): failures.insert(outcome, failure.status)
        }
    }
}
