import FormEncoding

@testable import FormUpload
@testable import formpost

extension ProgressSnapshot {
    /// The progress of `count` requests, of which `done` have ended.
    static func many(
        done: Int = 0, count: Int = 0, failed: Int = 0, skipped: Int = 0, sent: Int64 = 0,
        total: Int64? = nil, rate: Double = 0, secondsLeft: Double? = nil
    ) -> ProgressSnapshot {
        var tally = Tally(count: count)
        for index in 0..<done {
            let isFailure = index < failed
            let outcome: RequestOutcome =
                isFailure
                ? .failed(Failure(7, ""), answer: nil)
                : index < failed + skipped ? .skipped : .uploaded(status: 200)
            tally.record(outcome, of: "x", at: index)
        }
        return ProgressSnapshot(
            subject: .all(tally), sent: sent, total: total, rate: rate, secondsLeft: secondsLeft)
    }
}

extension ProgressState {
    mutating func begin(_ index: Int, _ name: ByteString, size: Int64?) {
        begin(RequestPlace(number: index, name: name), size: size, at: .zero)
    }

    /// `sent` bytes of the body have been sent.
    mutating func move(_ index: Int, _ sent: Int64, at now: Duration) {
        var progress = UploadProgress()
        (progress.read, progress.sent) = (sent, sent)
        move(index, to: progress, at: now)
    }
}
