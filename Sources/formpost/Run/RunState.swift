import FormEncoding

/// What the requests so far mean for those after them, and for the exit status.
struct RunState {
    /// The values of the variables of `--capture`: those of the last request.
    private(set) var captured: [String: ByteString] = [:]
    /// Those without a value: a request of the last operation that captures them got none, or was not sent.
    var lacking: Set<String> = []
    /// The exit status of the first failure of a capture.
    private(set) var captureStatus = ExitStatus.success
    /// When the next request may begin (`--rate`), or one that was put off be tried again; `nil`: now.
    var due: ContinuousClock.Instant?
    /// Whether nothing new may begin: a request has failed (`--fail-early`), or the journal cannot be written.
    var isStopping = false
    private var firstFailure: (number: Int, status: Int32)?

    /// The exit status: that of the first failure, in the order of the requests.
    var status: Int32 { firstFailure?.status ?? ExitStatus.success }

    /// `status` is the exit status of the request, also if only its output has failed.
    mutating func record(_ outcome: Outcome, _ captures: [Capture], _ status: Int32) {
        for name in captures.map(\.name) {
            captured[name] = status == ExitStatus.success ? outcome.captured[name] : nil
            guard captured[name] == nil else { continue }
            lacking.insert(name)
            if captureStatus == ExitStatus.success { captureStatus = status }
        }
        // A request that was put off runs later: the first failure by number counts.
        let number = outcome.place.number
        guard status != ExitStatus.success, number < firstFailure?.number ?? .max else { return }
        firstFailure = (number, status)
    }
}
