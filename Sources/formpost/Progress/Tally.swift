import FormEncoding

/// What became of one of many requests.
enum RequestOutcome: Sendable {
    /// The final status counts as a success.
    case uploaded(status: Int)
    /// `answer` is the final status if there was one.
    case failed(Messages.Failure, answer: Int?)
    /// The journal has its file.
    case skipped
}

/// How many of many requests came to which end.
struct Tally: Equatable, Sendable {
    /// So many failures are kept with their names.
    static let namedFailures = 5

    struct Failure: Equatable, Sendable {
        /// The place of the request, from 0 on.
        var index: Int
        var name: ByteString
        /// The exit status.
        var status: Int32
        /// The final status of the server.
        var answer: Int?
    }

    /// How many requests there are.
    let count: Int
    /// The file of `--journal`.
    let journal: ByteString?
    private(set) var uploaded = 0
    private(set) var failed = 0
    private(set) var skipped = 0
    /// The first ones in the order of the requests.
    private(set) var failures: [Failure] = []

    init(count: Int, journal: ByteString? = nil) { (self.count, self.journal) = (count, journal) }

    /// How many requests have ended.
    var done: Int { uploaded + failed + skipped }

    var notSent: Int { max(0, count - done) }

    /// The exit status: that of the first request that failed.
    var status: Int32 { failures.first?.status ?? ExitStatus.success }

    mutating func note(_ outcome: RequestOutcome, of name: ByteString, at index: Int) {
        switch outcome {
        case .uploaded: uploaded += 1
        case .skipped: skipped += 1
        case .failed(let failure, let answer):
            failed += 1
            let new = Failure(index: index, name: name, status: failure.status, answer: answer)
            failures.insert(new, at: failures.firstIndex { $0.index > index } ?? failures.count)
            if failures.count > Self.namedFailures { failures.removeLast() }
        }
    }
}
