import FormEncoding

struct Tally: Sendable {
    struct Failures: Sendable {
        private(set) var count = 0
        /// The first ones in the order of the requests, which are named.
        private(set) var first: [Outcome] = []

        fileprivate mutating func insert(_ outcome: Outcome) {
            count += 1
            first = (first + [outcome]).sorted { $0.place.number < $1.place.number }
            if first.count > 5 { first.removeLast() }
        }

        /// ` (img 7.jpg: 413, b.jpg: timed out and 3 more)`
        fileprivate var names: String {
            let names = first.map { outcome in
                let status = outcome.failure?.status ?? ExitStatus.badStatus
                return Messages.request(outcome.place.name) + ": "
                    + ExitStatus.shortReason(status, answer: outcome.status)
            }
            let others = count - names.count
            return " (\(names.joined(separator: ", "))\(others > 0 ? " and \(others) more" : ""))"
        }
    }

    let count: Int
    /// Whether a request sends a file, unlike a login.
    var hasUploads = true
    var journal: ByteString?
    /// Whether a later call would go on if this one had a journal.
    var wouldGoOn = false
    private(set) var uploaded = 0
    /// The successes by a status that the user has named, of which only a part was sent.
    private(set) var early = Failures()
    /// The number of successes that upload nothing, such as a login or a page that is fetched.
    private(set) var othersDone = 0
    private(set) var failures = Failures()
    /// The bad statuses that `--no-fail` ignores.
    private(set) var tolerated = Failures()
    private(set) var skipped = 0

    /// Whether some of several files were not uploaded, of which a journal records or could record the others.
    var hasFailedFiles: Bool { count > 1 && failures.count > 0 && (journal != nil || wouldGoOn) }

    /// The number of requests that have ended.
    var done: Int {
        uploaded + early.count + othersDone + failures.count + tolerated.count + skipped
    }

    mutating func record(_ outcome: Outcome) {
        switch outcome.verdict {
        case .accepted where !outcome.place.isUpload: othersDone += 1
        case .accepted where outcome.earlyResponse != nil: early.insert(outcome)
        case .accepted: uploaded += 1
        case .skipped: skipped += 1
        case .tolerated: tolerated.insert(outcome)
        case .failed: failures.insert(outcome)
        }
    }

    /// `298 uploaded, 1 other request done, 2 failed (img 7.jpg: 413, b.jpg: timed out), 1 not accepted (c.jpg: 500),
    /// 5 skipped (already in uploads.journal), 2 broken off, 3 not sent`. `state` says what became of the `begun` ones,
    /// which servers may have taken.
    func text(begun: Int, _ state: String, namesFailures: Bool = true) -> String {
        let others = "\(othersDone) other request\(othersDone == 1 ? "" : "s") done"
        let journal = journal.map { " (already in \(Messages.path($0)))" } ?? ""
        let notSent = max(0, count - done) - begun
        return [
            (hasUploads, "\(uploaded) uploaded"), (hasUploads && othersDone > 0, others),
            (!hasUploads, "\(othersDone) done"),
            (early.count > 0, "\(early.count) accepted before all was sent\(early.names)"),
            (failures.count > 0, "\(failures.count) failed\(namesFailures ? failures.names : "")"),
            (tolerated.count > 0, "\(tolerated.count) not accepted\(tolerated.names)"),
            (skipped > 0, "\(skipped) skipped\(journal)"), (begun > 0, "\(begun) \(state)"),
            (notSent > 0, "\(notSent) not sent"),
        ].filter(\.0).map(\.1).joined(separator: ", ")
    }
}

extension Messages {
    /// The name of one of many requests: that of its file. Of a long one the end is shown, where names
    /// differ.
    static func request(_ name: ByteString) -> String {
        let text = shown(name, limit: 4096)
        return text.count > 60 ? "…" + text.suffix(59) : text
    }
}
