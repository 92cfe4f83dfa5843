import FormEncoding

/// The end of one request.
enum RequestOutcome: Sendable {
    /// The server has accepted it, an upload or another request: the final status counts as a success.
    case uploaded(status: Int)
    /// The final status says that the server has not accepted it, and `--no-fail` lets that pass.
    case passed(status: Int)
    /// `answer` is the final status if there was one.
    case failed(Failure, answer: Int?)
    /// The journal has its file.
    case skipped
}

/// The number of requests for each kind of end.
struct Tally: Equatable, Sendable {
    struct Failure: Equatable, Sendable {
        /// The number of the request, from 0 on.
        var index: Int
        var name: ByteString
        /// The exit status.
        var status: Int32
        /// The final status of the server.
        var answer: Int?
    }

    /// Failures of one kind.
    struct Failures: Equatable, Sendable {
        /// The number of failures that are kept with their names.
        static let namedCount = 5

        private(set) var count = 0
        /// The first ones in the order of the requests.
        private(set) var first: [Failure] = []

        fileprivate mutating func insert(_ failure: Failure) {
            count += 1
            first.insert(
                failure, at: first.firstIndex { $0.index > failure.index } ?? first.count)
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
    /// The bad statuses that `--no-fail` lets pass.
    private(set) var passed = Failures()
    private(set) var skipped = 0

    init(count: Int, hasUploads: Bool = true, journal: ByteString? = nil) {
        (self.count, self.hasUploads, self.journal) = (count, hasUploads, journal)
    }

    /// The number of requests that have ended.
    var done: Int { uploaded + othersDone + failures.count + passed.count + skipped }

    var notSent: Int { max(0, count - done) }

    /// The exit status of the first request that failed.
    var status: Int32 { failures.first.first?.status ?? ExitStatus.success }

    /// `isUpload`: the request has sent a file, unlike a login.
    mutating func record(
        _ outcome: RequestOutcome, of name: ByteString, at index: Int, isUpload: Bool = true
    ) {
        switch outcome {
        case .uploaded where !isUpload: othersDone += 1
        case .uploaded: uploaded += 1
        case .skipped: skipped += 1
        case .passed(let answer):
            let status = ExitStatus.badStatus
            passed.insert(Failure(index: index, name: name, status: status, answer: answer))
        case .failed(let failure, let answer):
            failures.insert(
                Failure(index: index, name: name, status: failure.status, answer: answer))
        }
    }
}
