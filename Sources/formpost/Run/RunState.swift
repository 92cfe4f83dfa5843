import FormEncoding

/// What the requests so far mean for those after them, and for the exit status.
struct RunState {
    /// The values of the variables of `--capture`; `nil` for one that got none.
    private var values: [String: ByteString?] = [:]
    /// The exit status of the first failure of a capture.
    private(set) var captureStatus = ExitStatus.success
    /// The values that the current operation has captured. The last request's value counts, and each request must
    /// have one.
    private var own: [String: ByteString?] = [:]
    /// When the next request may begin (`--rate`); `nil`: now.
    var due: ContinuousClock.Instant?
    /// Whether nothing new may begin: a request has failed (`--fail-early`), or the journal cannot be written.
    var isStopping = false
    private var firstFailure: (number: Int, status: Int32)?

    /// The exit status: that of the first failure, in the order of the requests.
    var status: Int32 { firstFailure?.status ?? ExitStatus.success }

    var captured: [String: ByteString] { values.compactMapValues(\.self) }

    /// The captured variable without a value that an operation waits for; `nil` if there is none.
    func missingVariable(of operation: Operation) -> String? {
        operation.awaitedCaptures.first { values[$0] == .some(nil) }
    }

    /// The captures of an operation that is not sent get no values.
    mutating func lack(_ captures: [Capture]) {
        for capture in captures { values.updateValue(nil, forKey: capture.name) }
    }

    /// `status` is the exit status of the request, also if only its output has failed.
    mutating func record(_ outcome: Outcome, _ captures: [Capture], _ status: Int32) {
        for capture in captures {
            let value = status == ExitStatus.success ? outcome.captured[capture.name] : nil
            if value == nil, captureStatus == ExitStatus.success { captureStatus = status }
            if case .some(nil) = own[capture.name] { continue }
            own.updateValue(value, forKey: capture.name)
        }
        // A request that was put off runs later: the first failure by number counts.
        let number = outcome.place.number
        guard status != ExitStatus.success, number < firstFailure?.number ?? .max else { return }
        firstFailure = (number, status)
    }

    /// The captured values are there for the operations that follow.
    mutating func endOperation() {
        values.merge(own) { $1 }
        own = [:]
    }
}
