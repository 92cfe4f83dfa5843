import FormEncoding

/// What became of one of many requests.
enum RequestOutcome: Sendable {
    /// The server has taken it, an upload or another request: the final status counts as a success.
    case uploaded(status: Int)
    /// The final status says that the server has not taken it, and `--no-fail` lets that pass.
    case passed(status: Int)
    /// `answer` is the final status if there was one.
    case failed(Messages.Failure, answer: Int?)
    /// The journal has its file.
    case skipped
}

/// How many of many requests came to which end.
struct Tally: Equatable, Sendable {
    struct Failure: Equatable, Sendable {
        /// The place of the request, from 0 on.
        var index: Int
        var name: ByteString
        /// The exit status.
        var status: Int32
        /// The final status of the server.
        var answer: Int?
    }

    /// Failures of one kind.
    struct Failures: Equatable, Sendable {
        /// So many are kept with their names.
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

    /// How many requests there are.
    let count: Int
    /// The file of `--journal`.
    let journal: ByteString?
    /// The places of requests that upload nothing, such as a login.
    let others: Set<Int>
    private(set) var uploaded = 0
    /// How many of `others` have succeeded.
    private(set) var othersDone = 0
    private(set) var failures = Failures()
    /// Those that `--no-fail` lets pass.
    private(set) var passed = Failures()
    private(set) var skipped = 0

    init(count: Int, others: Set<Int> = [], journal: ByteString? = nil) {
        (self.count, self.others, self.journal) = (count, others, journal)
    }

    /// How many requests have ended.
    var done: Int { uploaded + othersDone + failures.count + passed.count + skipped }

    var notSent: Int { max(0, count - done) }

    /// The exit status: that of the first request that failed.
    var status: Int32 { failures.first.first?.status ?? ExitStatus.success }

    mutating func note(_ outcome: RequestOutcome, of name: ByteString, at index: Int) {
        switch outcome {
        case .uploaded where others.contains(index): othersDone += 1
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
