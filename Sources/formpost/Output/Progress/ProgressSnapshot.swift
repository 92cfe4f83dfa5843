import FormEncoding
import FormUpload

/// Progress at one moment: of an input, of the only request or of many.
struct ProgressSnapshot: Equatable, Sendable {
    enum Subject: Equatable, Sendable {
        /// A pipe or file that is read before anything is sent.
        case input(ByteString)
        case request(RequestLabel)
        /// All requests, where each is counted.
        case all(Tally)
    }

    var subject = Subject.request(RequestLabel())
    /// When the input or the requests began.
    var began = Duration.zero
    /// Bytes read, of an input or of a single body.
    var read: Int64 = 0
    /// Bytes of the bodies that the other end has received.
    var sent: Int64 = 0
    /// Bytes of a single body that the server has confirmed; `nil` if it has not said so (`--resumable`).
    var confirmed: Int64?
    /// The length of all bodies; `nil` while one of them is not known.
    var total: Int64?
    /// The part that was read last.
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

    /// Whether everything has been sent.
    var isWaiting: Bool { total.map { sent >= $0 } ?? false }

    /// At most 99: only the response shows that the upload is complete.
    var percent: Int? {
        guard let total, total > 0 else { return nil }
        return min(99, Int(Double(sent) / Double(total) * 100))
    }

    /// Whether there is something to draw on a terminal. Before the first byte there is not, and
    /// OpenSSL may ask for a passphrase.
    var isDrawn: Bool { !isAnswering && (read > 0 || sent > 0 || done > 0) }

    /// Whether a log may get a line.
    var isLogged: Bool { !isAnswering && !isRetrying }

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
